#include "core/runs/run_pictures.h"

#include "core/base/natural_order.h"
#include "core/train/hooks/picture_grid_name.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kBeautyEnd = "_beauty.png";
constexpr std::string_view kPrediction = "prediction";

std::vector<std::string> pngNames(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        std::string name = entry.path().filename().string();
        if (name.ends_with(".png") && !name.starts_with('.') && name != train::kGridFile)
            names.push_back(std::move(name));
    }
    std::ranges::sort(names, comesBefore);
    return names;
}

/// The sample that the file belongs to: the longest that its name begins with; "" = none.
std::string sampleOf(const std::string& file, const std::set<std::string>& samples) {
    std::string best;
    for (const std::string& sample : samples)
        if (file.starts_with(sample + "_") && sample.size() > best.size())
            best = sample;
    return best;
}

std::vector<SamplePictures> picturesIn(const fs::path& folder) {
    const std::vector<std::string> files = pngNames(folder);
    std::set<std::string> samples;
    for (const std::string& file : files)
        if (file.ends_with(kBeautyEnd))
            samples.insert(file.substr(0, file.size() - kBeautyEnd.size()));
    std::vector<SamplePictures> found;
    for (const std::string& file : files) {
        const std::string stem = file.substr(0, file.size() - 4);
        std::string sample = sampleOf(file, samples);
        const std::string what =
            sample.empty() ? std::string(kPrediction) : stem.substr(sample.size() + 1);
        if (sample.empty())
            sample = stem;
        const auto known = std::ranges::find(found, sample, &SamplePictures::sample);
        SamplePictures& pictures =
            known != found.end()
                ? *known
                : found.emplace_back(SamplePictures{folder.filename().string(), sample, {}});
        pictures.parts.emplace_back(what, folder / file);
    }
    return found;
}

} // namespace

const fs::path* SamplePictures::find(const std::string& what) const {
    for (const auto& [name, file] : parts)
        if (name == what)
            return &file;
    return nullptr;
}

std::vector<std::int64_t> pictureSteps(const fs::path& run) {
    constexpr std::string_view kBegin = "iter_";
    std::vector<std::int64_t> steps;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(run / "visualization", failed)) {
        const std::string name = entry.path().filename().string();
        std::int64_t step = 0;
        const char* end = name.data() + name.size();
        if (name.starts_with(kBegin) &&
            std::from_chars(name.data() + kBegin.size(), end, step).ptr == end)
            steps.push_back(step);
    }
    std::ranges::sort(steps);
    return steps;
}

std::vector<SamplePictures> picturesAt(const fs::path& run, std::int64_t step) {
    const fs::path folder = run / "visualization" / train::RunFolder::iterationName(step);
    std::vector<fs::path> sets;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed))
        if (entry.is_directory(failed) && !entry.path().filename().string().starts_with('.'))
            sets.push_back(entry.path()); // hidden ones are being written, or were cut off
    std::ranges::sort(sets);
    std::vector<SamplePictures> all = picturesIn(folder); // files without a data set's folder
    for (const fs::path& set : sets)
        for (SamplePictures& pictures : picturesIn(set))
            all.push_back(std::move(pictures));
    return all;
}

std::vector<std::string> targetsOf(const SamplePictures& pictures) {
    std::vector<std::string> targets;
    for (const auto& [what, file] : pictures.parts) {
        if (what == kPrediction)
            targets.emplace_back();
        else if (what.ends_with("_prediction"))
            targets.push_back(what.substr(0, what.size() - kPrediction.size() - 1));
    }
    return targets;
}

std::string partName(const std::string& target, const std::string& what) {
    return target.empty() ? what : target + "_" + what;
}

} // namespace unlit::runs
