#include "core/session/infer/sequence_measure.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/session/infer/light_mask.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <string>
#include <utility>

namespace unlit {

namespace fs = std::filesystem;

namespace {

bool isSceneLinear(ColorSpace space) {
    return !isDisplayEncoded(space) && space != ColorSpace::Raw;
}

std::string sizeOf(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

} // namespace

double medianExposure(std::vector<double> exposures) {
    std::ranges::sort(exposures);
    const std::size_t middle = exposures.size() / 2;
    return exposures.size() % 2 == 1 ? exposures[middle]
                                     : (exposures[middle - 1] + exposures[middle]) / 2;
}

void SequenceMeasure::findSize(const std::vector<InferenceRequest>& requests) {
    for (const InferenceRequest& request : requests) {
        try {
            const ImageInfo info = readImageInfo(request.input);
            m_width = info.width;
            m_height = info.height;
            m_sizeFrom = request.input;
            return;
        } catch (const std::exception&) {
            continue; // its own job says why
        }
    }
}

bool SequenceMeasure::measureExposure(const std::vector<InferenceRequest>& requests,
                                      const weights::ModelFolder& folder, ProgressMeter& meter,
                                      const std::stop_token& stop) {
    if (requests.front().inputOptions.exposureEv || requests.size() < 2)
        return true;
    std::vector<double> exposures;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (stop.stop_requested())
            return false;
        meter.stage({{.kind = StagePart::Kind::MeasuringExposure},
                     {.kind = StagePart::Kind::Frame,
                      .at = static_cast<std::int64_t>(i) + 1,
                      .of = static_cast<std::int64_t>(requests.size())}});
        const InputOptions& options = requests[i].inputOptions;
        try {
            LoadedImage loaded = readImage(requests[i].input, {options.layer, options.space});
            if (!isSceneLinear(loaded.image.space))
                return true; // and neither are the others: they have one suffix
            if (loaded.image.width == m_width && loaded.image.height == m_height)
                exposures.push_back(
                    shownToNetwork(loaded.image, requests[i].input, options, folder, {})
                        .exposureEv);
        } catch (const std::exception&) {
            continue; // its own job says why
        }
    }
    if (!exposures.empty())
        m_exposureEv = medianExposure(std::move(exposures));
    return true;
}

void SequenceMeasure::requireSize(const fs::path& input, int width, int height) const {
    if (m_width == 0 || (width == m_width && height == m_height))
        return;
    throw Error::invalidInput(input.string() + " has " + sizeOf(width, height) +
                                  " pixels, but its sequence begins with " +
                                  sizeOf(m_width, m_height) + " (" + m_sizeFrom.string() + ")",
                              "render it in the size of the others, or run it by itself");
}

void SequenceMeasure::requireSize(const fs::path& input) const {
    const ImageInfo info = readImageInfo(input);
    requireSize(input, info.width, info.height);
}

} // namespace unlit
