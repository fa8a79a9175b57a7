#include "core/train/hooks/picture_grid.h"

#include "core/evaluate/contact_sheet.h"
#include "core/image/animation.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"

#include <algorithm>
#include <filesystem>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFrames = 60;
constexpr double kFramesPerSecond = 6;

/// What a grid shows of a pair, in this order: the pairs of prediction and truth stand together.
std::vector<std::string> columnsOf(const std::map<std::string, Image>& parts) {
    std::vector<std::string> columns = {"beauty"};
    for (const auto& [part, image] : parts)
        if (part.ends_with("prediction")) {
            columns.push_back(part);
            columns.push_back(part.substr(0, part.size() - std::string("prediction").size()) +
                              "truth");
        }
    return columns;
}

/// Sheets of the set, oldest first.
std::vector<fs::path> gridsOf(const RunFolder& run, const std::string& dataset) {
    std::vector<fs::path> grids;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(run.path() / "visualization", none)) {
        const fs::path grid = entry.path() / dataset / kGridFile;
        if (entry.path().filename().string().starts_with("iter_") && fs::exists(grid))
            grids.push_back(grid);
    }
    std::ranges::sort(grids); // their numbers have leading zeros
    return grids;
}

std::vector<fs::path> thinned(const std::vector<fs::path>& all) {
    if (all.size() <= kMostFrames)
        return all;
    std::vector<fs::path> some;
    for (std::size_t i = 0; i < kMostFrames; ++i)
        some.push_back(all[i * (all.size() - 1) / (kMostFrames - 1)]);
    return some;
}

} // namespace

void PictureGrid::add(const std::string& name, const std::map<std::string, Image>& parts) {
    if (m_rows.size() < kMostGridRows)
        m_rows.push_back({name, parts});
}

Image PictureGrid::draw() const {
    const std::vector<std::string> columns = columnsOf(m_rows.front().parts);
    evaluate::ContactSheet sheet(columns);
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        sheet.nameRow(row, m_rows[row].name);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            const auto part = m_rows[row].parts.find(columns[column]);
            if (part == m_rows[row].parts.end())
                continue;
            Image linear = part->second;
            linear.space = ColorSpace::Srgb; // as it is shown
            convertTo(linear, ColorSpace::Linear);
            sheet.put(row, column, linear);
        }
    }
    return sheet.draw();
}

void writeProgressAnimation(const RunFolder& run, const std::string& dataset) {
    std::vector<Image> frames;
    for (const fs::path& grid : thinned(gridsOf(run, dataset)))
        frames.push_back(readImage(grid, {}).image);
    if (frames.empty())
        return;
    const int width = frames.back().width, height = frames.back().height;
    std::erase_if(frames, [width, height](const Image& frame) {
        return frame.width != width || frame.height != height;
    });
    writeAnimation(run.path() / "visualization" / (dataset + ".gif"), frames, kFramesPerSecond);
}

} // namespace unlit::train
