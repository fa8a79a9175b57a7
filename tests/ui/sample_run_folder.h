// Run folders as a training leaves them, written line by line.
#pragma once

#include "core/image/image_file.h"
#include "core/train/run_folder.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace unlit::ui {

/// Writes into a run folder of its own. The steps are told a second each.
class SampleRunFolder {
public:
    explicit SampleRunFolder(const std::filesystem::path& folder, int maxIter = 100)
        : m_run(train::RunFolder::create(
              folder, "max_iter: " + std::to_string(maxIter) +
                          "\nrun:\n  base_data_dir: " + folder.parent_path().string() + "\n")) {}

    const std::filesystem::path& path() const { return m_run.path(); }

    const train::RunFolder& run() const { return m_run; }

    void addStep(int step, double time = 0, double loss = 0.5) const {
        std::ofstream(m_run.metrics(), std::ios::app)
            << "{\"step\":" << step << ",\"time\":" << (time > 0 ? time : 1000.0 + step)
            << ",\"epoch\":1,\"train/loss\":" << loss << ",\"lr\":0.001,\"train/grad_norm\":2"
            << ",\"perf/images_per_second\":4,\"perf/resident_bytes\":1073741824}\n";
        log("info", "step " + std::to_string(step) + " epoch 1 train/loss=0.5");
    }

    void addSteps(int first, int last) const {
        for (int step = first; step <= last; ++step)
            addStep(step);
    }

    void addValidation(int step, double psnr) const {
        std::ofstream(m_run.metrics(), std::ios::app)
            << "{\"step\":" << step << ",\"time\":" << 1000 + step
            << ",\"epoch\":1,\"val/hall/psnr\":" << psnr << "}\n";
    }

    void log(const std::string& level, const std::string& text) const {
        std::ofstream(m_run.log(), std::ios::app)
            << "2026-01-02T03:04:05Z " << level << ' ' << text << '\n';
    }

    /// 16 x 12 pixels of one grey each; the prediction's is `grey`.
    void addPictures(int step, const std::string& sample, float grey) const {
        const std::filesystem::path folder = m_run.visualization("hall", step);
        std::filesystem::create_directories(folder);
        const auto save = [&](const char* what, float value) {
            Image image = makeImage(16, 12, {"R", "G", "B"}, ColorSpace::Srgb);
            std::fill(image.samples.begin(), image.samples.end(), value);
            writeImage(folder / (sample + "_" + what + ".png"), image,
                       {.format = FileFormat::Png8});
        };
        save("beauty", 0.2F);
        save("prediction", grey);
        save("truth", 0.5F);
        save("error", grey > 0.5F ? grey - 0.5F : 0.5F - grey);
    }

private:
    train::RunFolder m_run;
};

} // namespace unlit::ui
