// A set's pictures on one sheet, and how that sheet has changed over a training.
#pragma once

#include "core/image/image.h"
#include "core/train/hooks/picture_grid_name.h"
#include "core/train/run_folder.h"
#include "core/train/validation/validator.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::train {

/// Rows that a grid has at most.
inline constexpr std::size_t kMostGridRows = 8;

/// `parts`: pictures of one pair by name ("beauty", "prediction", …), display-encoded.
class PictureGrid {
public:
    void add(const std::string& name, const std::map<std::string, Image>& parts);

    bool empty() const { return m_rows.empty(); }

    Image draw() const;

private:
    struct Row {
        std::string name;
        std::map<std::string, Image> parts;
    };

    std::vector<Row> m_rows;
};

/// visualization/<dataset>.gif: every grid of the set in the run so far, oldest first, thinned out
/// evenly to a number that is quickly looked through; grids of another size than the newest are
/// left out. Does nothing without a grid. Throws as writeAnimation and readImage.
void writeProgressAnimation(const RunFolder& run, const std::string& dataset);

} // namespace unlit::train
