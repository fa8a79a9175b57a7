#include "core/session/infer/attention_pictures.h"

#include "core/base/error.h"
#include "core/image/file_text.h"
#include "core/image/image_file.h"
#include "core/infer/text_embedder.h"
#include "core/weights/json_file.h"

#include <torch/utils.h>

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

namespace {

std::string padded(std::int64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

Image greyOf(const torch::Tensor& weights_hw, float largest) {
    Image image = makeImage(static_cast<int>(weights_hw.size(1)),
                            static_cast<int>(weights_hw.size(0)), {"Y"}, ColorSpace::Raw);
    const auto* weights = weights_hw.data_ptr<float>();
    std::transform(weights, weights + weights_hw.numel(), image.samples.begin(),
                   [largest](float weight) { return largest > 0 ? weight / largest : 0.0F; });
    return image;
}

} // namespace

void requireAttentionMaps(const InferenceRequest& request) {
    const std::string what = "attention maps are of one pass over one picture";
    if (request.options.ensemble > 1)
        throw Error::invalidInput(what + ", and an ensemble is asked for", "set --ensemble to 1");
    if (request.options.tiles.mode != TileMode::Off)
        throw Error::invalidInput(what + ", and tiles are asked for", "set --tiles to off");
    if (request.sequence)
        throw Error::invalidInput(what + ", and a sequence is asked for",
                                  "leave --sequence out, or take one frame of it");
    std::error_code ignored;
    const fs::path& folder = request.attention->folder;
    if (fs::exists(folder, ignored) && !(request.output && request.output->overwrite))
        throw Error(ErrorKind::Io, folder.string() + " exists already",
                    "choose another folder, or allow overwriting");
    if (fs::exists(folder, ignored) && !fs::exists(folder / "attention.json", ignored))
        throw Error::invalidInput(folder.string() + " holds no attention maps, and stays",
                                  "choose another folder");
}

void requirePointInside(const AttentionRequest& attention, int width, int height) {
    if (!attention.point)
        return;
    const auto& [x, y] = *attention.point;
    if (x < 0 || y < 0 || x >= width || y >= height)
        throw Error::invalidInput("the point " + std::to_string(x) + "," + std::to_string(y) +
                                      " lies outside of the picture, which has " +
                                      std::to_string(width) + " by " + std::to_string(height) +
                                      " pixels",
                                  "count from 0 at the upper left");
}

AttentionPictures::AttentionPictures(const InferenceRequest& request, infer::LoadedModel& model,
                                     int width, int height)
    : m_folder((requirePointInside(*request.attention, width, height), request.attention->folder)) {
    constexpr double kHalf = 0.5; // of a pixel: its middle
    double x = kHalf, y = kHalf;
    if (const auto& point = request.attention->point) {
        x = ((*point)[0] + kHalf) / width;
        y = ((*point)[1] + kHalf) / height;
    }
    const ConditionOptions& condition = request.options.condition;
    const bool isGuided = condition.guidanceScale != 1;
    if (!condition.prompt.empty())
        m_words = infer::TextEmbedder(model.folder, torch::kCPU, /*keepsEncoder=*/false)
                      .pieces(condition.prompt);
    m_reader.emplace(
        model.unet, x, y, isGuided ? 2 : 1, [this](const infer::AttentionMap& map) { save(map); },
        static_cast<std::int64_t>(m_words.size()));
}

void AttentionPictures::save(const infer::AttentionMap& map) {
    const bool isOfText = map.token > 0;
    const fs::path name = fs::path("step_" + padded(map.step, 3)) / map.layer /
                          (isOfText ? "token_" + padded(map.token, 2) + ".png"
                                    : "head_" + padded(map.head, 2) + ".png");
    fs::create_directories((m_folder.temporaryPath() / name).parent_path());
    const auto largest = map.weights_hw.max().item<float>();
    writeImage(m_folder.temporaryPath() / name, greyOf(map.weights_hw, largest),
               {.format = FileFormat::Png8, .half = false, .overwrite = false});
    nlohmann::json entry = {{"file", name.string()},
                            {"step", map.step},
                            {"layer", map.layer},
                            {"width", map.weights_hw.size(1)},
                            {"height", map.weights_hw.size(0)},
                            {"largest", largest}};
    if (isOfText) {
        entry["token"] = map.token;
        entry["word"] = printable(m_words.at(static_cast<std::size_t>(map.token - 1)));
    } else {
        entry["head"] = map.head;
    }
    m_list.push_back(std::move(entry));
}

void AttentionPictures::commit() {
    m_reader.reset();
    weights::writeJson(m_folder.temporaryPath() / "attention.json", {{"maps", m_list}});
    m_folder.commit();
}

} // namespace unlit
