#include "ui/screenshot/sample_session.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "ui/kit/text.h"
#include "ui/screenshot/sample_training.h"
#include "ui/screenshot/wait_until.h"

#include <algorithm>
#include <chrono>
#include <fstream>

namespace unlit::ui {

namespace {

constexpr int kLargeSidePx = 1100;
constexpr int kSmallSidePx = 360;

ModelSummary sampleModel(const std::filesystem::path& folder) {
    ModelSummary summary;
    summary.folder = folder;
    summary.className = "MarigoldIntrinsicsPipeline";
    summary.components = {{"unet", "UNet2DConditionModel", 296, 12'400'000, 24'800'000, "float16"},
                          {"vae", "AutoencoderKL", 140, 1'600'000, 3'200'000, "float16"}};
    summary.targets = {"albedo", "shading"};
    summary.hasStrength = true;
    summary.strength = 0.9;
    summary.provenance = "Sample content";
    return summary;
}

void truncateFile(const std::filesystem::path& file, const std::filesystem::path& from) {
    std::filesystem::copy_file(from, file);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 3);
}

void post(MainWindow& window, JobId job, decltype(Event::body) body) {
    window.inferPage().controller().sink().post(
        {job, std::chrono::system_clock::now(), std::move(body)});
}

const QueueItem* runningItem(MainWindow& window) {
    auto& controller = window.inferPage().controller();
    return controller.queue().find(controller.runner().running());
}

} // namespace

SampleSession::SampleSession() {
    writeSamples();
}

void SampleSession::writeSamples() {
    const std::filesystem::path folder = toPath(m_folder.path());
    m_samples.push_back({folder / "hall_0042.exr", drawSampleScene(kLargeSidePx, kLargeSidePx, 0),
                         "ViewLayer.Combined", 24.3});
    m_samples.push_back({folder / "lamp_study.png",
                         drawSampleScene(kSmallSidePx, kSmallSidePx * 3 / 4, 1),
                         {},
                         7.9});
    m_samples.push_back({folder / "courtyard.exr",
                         drawSampleScene(kSmallSidePx * 3 / 2, kSmallSidePx, 2),
                         {},
                         9.4});
    m_samples.push_back(
        {folder / "desk_v3.png", drawSampleScene(kSmallSidePx, kSmallSidePx * 3 / 4, 3), {}, 8.1});
    for (const Sample& sample : m_samples) {
        const Image& beauty = sample.scene.beauty;
        if (sample.file.extension() == ".png") {
            Image display = beauty;
            convertTo(display, ColorSpace::Srgb);
            writeImage(sample.file, display, {.format = FileFormat::Png8});
        } else {
            writeLayeredExr(sample.file, {{sample.layer, &beauty}}, {.half = true});
        }
    }
    m_broken = folder / "render_0007.exr";
    truncateFile(m_broken, m_samples[0].file);
}

StudioParts SampleSession::parts() const {
    return {.settingsFile = {},
            .stateFolder = {},
            .makeService = [](EventSink&) { return std::make_unique<SilentInferenceService>(); },
            .inspectModel = sampleModel,
            .makeTrainService = [](EventSink&) { return std::make_unique<SilentTrainService>(); }};
}

std::shared_ptr<const InferenceResult>
SampleSession::resultFor(const Sample& sample, const InferenceRequest& request) const {
    auto result = std::make_shared<InferenceResult>();
    LoadedImage loaded = readImage(sample.file);
    DisplayImage display = toDisplay(loaded.image, ColorSpace::Srgb, {});
    result->request = request;
    result->input = std::make_shared<const Image>(std::move(loaded.image));
    result->layer = loaded.layer;
    result->spaceReason = loaded.spaceReason;
    result->display = std::make_shared<const Image>(std::move(display.image));
    result->exposureEv = display.exposureEv;
    result->seconds = result->networkSeconds = sample.seconds;
    TargetPrediction albedo;
    albedo.name = "albedo";
    albedo.image = sample.scene.albedo;
    albedo.uncertainty = sample.scene.uncertainty;
    TargetPrediction shading;
    shading.name = "shading";
    shading.image = sample.scene.shading;
    shading.upToScale = true;
    result->prediction.targets = {std::move(albedo), std::move(shading)};
    result->prediction.used.steps = request.options.steps.value_or(4);
    result->prediction.used.ensemble = request.options.ensemble;
    result->prediction.used.members = request.options.ensemble;
    const Image& input = *result->input;
    const double scale = static_cast<double>(request.options.processingRes.value_or(768)) /
                         std::max(input.width, input.height);
    result->prediction.used.networkWidth = static_cast<int>(std::lround(input.width * scale));
    result->prediction.used.networkHeight = static_cast<int>(std::lround(input.height * scale));
    return result;
}

void SampleSession::answer(MainWindow& window, JobId job, const InferenceRequest& request) {
    const auto sample = std::ranges::find(m_samples, request.input, &Sample::file);
    if (sample != m_samples.end()) {
        post(window, job, ResultReady{resultFor(*sample, request)});
        post(window, job, Finished{Outcome::Done, {}});
        return;
    }
    try {
        readImage(request.input);
    } catch (...) {
        post(window, job, Finished{Outcome::Failed, translateCurrentException()});
    }
}

void SampleSession::fill(MainWindow& window) {
    InferPage& page = window.inferPage();
    auto& queue = page.controller().queue();
    page.chooseModel(toQString(toPath(m_folder.path()) / "Unlit small"));
    std::vector<std::filesystem::path> files;
    for (const Sample& sample : m_samples)
        files.push_back(sample.file);
    files.push_back(m_broken);
    window.open(files);
    const int count = static_cast<int>(files.size());
    JobId last;
    waitUntil([&] {
        const QueueItem* item = runningItem(window);
        if (item != nullptr && item->job != last) {
            last = item->job;
            answer(window, item->job, page.controller().requests().requestFor(*item));
        }
        const int ended = queue.countIn(QueueState::Done) + queue.countIn(QueueState::Failed);
        return ended == count;
    });
    waitUntil([&] {
        for (int row = 0; row < queue.rowCount(); ++row) {
            if (queue.at(row).state == QueueState::Done && queue.at(row).thumbnail.isNull())
                return false;
        }
        return page.viewerPanel().hasPicture();
    });
}

void SampleSession::makeBusy(MainWindow& window) {
    InferPage& page = window.inferPage();
    auto& queue = page.controller().queue();
    const auto idOf = [&](std::size_t sample) { return queue.at(static_cast<int>(sample)).id; };
    page.controller().runner().runAgain(idOf(2));
    page.controller().runner().runAgain(idOf(3));
    waitUntil([&] { return runningItem(window) != nullptr; });
    post(window, runningItem(window)->job,
         Progress{0.68,
                  9.0,
                  {{.kind = StagePart::Kind::Member, .at = 4, .of = 5},
                   {.kind = StagePart::Kind::Step, .at = 2, .of = 4}}});
    waitUntil([&] { return queue.at(2).fraction > 0; });
}

void SampleSession::showFailure(MainWindow& window) {
    InferPage& page = window.inferPage();
    page.queuePanel().step(page.controller().queue().rowCount());
}

void SampleSession::settle(MainWindow& window) {
    InferPage& page = window.inferPage();
    waitUntil([&] {
        return page.viewerPanel().viewer().isSettled() && page.settingsPanel().input().isSettled();
    });
}

} // namespace unlit::ui
