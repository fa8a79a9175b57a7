#include "ui/screenshot/sample_models.h"

#include "core/image/color/color.h"
#include "core/session/models/export_model.h"
#include "ui/kit/text.h"
#include "ui/screenshot/sample_scene.h"
#include "ui/screenshot/wait_until.h"

#include <chrono>
#include <fstream>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kWhole = "courtyard-albedo";
constexpr const char* kHalf = "courtyard-albedo-float16";
constexpr const char* kDamaged = "hall-albedo";
constexpr int kPictureSidePx = 700;

constexpr const char* kCard = R"(---
license: cc-by-4.0
---
# Courtyard albedo

A small model for **outdoor scenes with hard shadows**, trained on 12 000 synthetic pairs.

| | |
| --- | --- |
| Input | beauty, sRGB curve |
| Output | albedo |
| Best at | 384 to 768 pixels |

## Limits
Mirrors and glass come out as what they show. Night scenes were not among the pairs.
)";

/// What the models make of the scene: the truth, and the truth with some of the light left in.
std::shared_ptr<const InferenceResult> resultOf(const SampleScene& scene, float light) {
    auto result = std::make_shared<InferenceResult>();
    result->input = std::make_shared<const Image>(scene.beauty);
    TargetPrediction albedo;
    albedo.name = "albedo";
    albedo.image = scene.albedo;
    Image beauty = scene.beauty;
    convertTo(beauty, ColorSpace::Srgb);
    for (std::size_t i = 0; i < albedo.image.samples.size(); ++i)
        albedo.image.samples[i] = albedo.image.samples[i] * (1 - light) + beauty.samples[i] * light;
    result->prediction.targets.push_back(std::move(albedo));
    return result;
}

} // namespace

void SampleModels::write() {
    if (std::exchange(m_isWritten, true))
        return;
    const fs::path root = toPath(m_folder.path());
    writeRandomModel("tiny", root / "random", 1, false, {});
    ExportRequest request;
    request.model = root / "random";
    request.output = root / kWhole;
    request.provenance = "Sample content: what a trained model says of its training";
    exportModel(request, {});
    std::ofstream(root / kWhole / "README.md") << kCard;
    request.model = root / kWhole;
    request.output = root / kHalf;
    request.dtype = "float16";
    exportModel(request, {});
    fs::copy(root / kWhole, root / kDamaged, fs::copy_options::recursive);
    const fs::path weights = root / kDamaged / "unet/diffusion_pytorch_model.safetensors";
    fs::resize_file(weights, fs::file_size(weights) / 2);
    fs::remove(root / kDamaged / "vae/config.json");
}

void SampleModels::fill(MainWindow& window) {
    write();
    window.modelsPage().roots().add(m_folder.path());
    settle(window);
    ModelsPage& page = window.modelsPage();
    page.table().setCurrent(page.found().model().rowOf(toPath(m_folder.path()) / kWhole));
}

void SampleModels::showFailure(MainWindow& window) {
    ModelsPage& page = window.modelsPage();
    page.table().setCurrent(page.found().model().rowOf(toPath(m_folder.path()) / kDamaged));
}

void SampleModels::showCheck(MainWindow& window) {
    showFailure(window);
    window.modelsPage().views().showView(ModelsView::Check);
    window.modelsPage().work().check();
}

void SampleModels::showCompare(MainWindow& window) {
    ModelsCompare& compare = window.modelsPage().views().compare();
    window.modelsPage().views().showView(ModelsView::Compare);
    const fs::path picture = toPath(m_folder.path()) / "courtyard.exr";
    compare.setPicture(picture);
    compare.compare();
    const SampleScene scene = drawSampleScene(kPictureSidePx, kPictureSidePx, 2);
    for (const float light : {0.0F, 0.35F}) {
        const JobId job = compare.comparer().job();
        const auto post = [&](decltype(Event::body) body) {
            compare.comparer().sink().post(
                {job, std::chrono::system_clock::now(), std::move(body)});
        };
        post(ResultReady{resultOf(scene, light)});
        post(Finished{Outcome::Done, {}});
        waitUntil([&] { return compare.comparer().job() != job || !compare.comparer().isBusy(); });
    }
}

void SampleModels::settle(MainWindow& window) {
    ModelsPage& page = window.modelsPage();
    waitUntil([&] {
        const bool isDrawn =
            !page.views().compare().isVisible() || page.views().compare().viewer().isSettled();
        return !page.found().isLooking() && !page.work().isBusy() && isDrawn;
    });
}

} // namespace unlit::ui
