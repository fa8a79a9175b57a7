// The figures of the single pictures under a run's visualization/, measured before they were
// rounded to eight bits: what stands in the file beside them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unlit::runs {

/// Of one set at one step.
struct PictureFigures {
    std::vector<std::string> metrics; ///< "psnr"; with several targets "albedo_psnr", …
    std::map<std::string, std::vector<double>> pictures; ///< sample -> a value for each metric

    /// `target`: "" where there is only one. nullopt where it was not measured or is no number.
    std::optional<double> find(const std::string& sample, const std::string& target,
                               const std::string& metric) const;

    bool operator==(const PictureFigures&) const = default;
};

/// Writes FOLDER/figures.json: {"metrics": […], "pictures": {"a.exr": [24.6, null], …}}; null = no
/// number. Throws Error: Io.
void writePictureFigures(const std::filesystem::path& folder, const PictureFigures& figures);

/// Empty where the file is missing or broken: runs of other programs have none.
PictureFigures readPictureFigures(const std::filesystem::path& folder);

} // namespace unlit::runs
