// What fitted and what did not when weights met a network: a value, not an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace unlit::weights {

struct WrongShape {
    std::string name;
    std::vector<std::int64_t> expected; ///< what the network has
    std::vector<std::int64_t> found;    ///< what the file has
};

struct LoadReport {
    std::size_t loaded = 0;              ///< tensors that went in
    std::vector<std::string> missing;    ///< in the network, not in the file
    std::vector<std::string> unexpected; ///< in the file, not in the network
    std::vector<WrongShape> wrongShape;

    bool complete() const { return missing.empty() && unexpected.empty() && wrongShape.empty(); }

    /// "2 tensors are missing (a, b) and 1 has another shape (c: [4] instead of [8])"; the first
    /// three names of each kind. "" when complete.
    std::string sentence() const;
};

/// "[4, 320, 3, 3]"
std::string shapeText(const std::vector<std::int64_t>& shape);

} // namespace unlit::weights
