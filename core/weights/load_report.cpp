#include "core/weights/load_report.h"

#include <algorithm>

namespace unlit::weights {

namespace {

constexpr std::size_t kNamesShown = 3;

std::string counted(const std::vector<std::string>& entries, const std::string& one,
                    const std::string& many) {
    std::string text = std::to_string(entries.size()) + (entries.size() == 1 ? one : many) + " (";
    const std::size_t shown = std::min(entries.size(), kNamesShown);
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : ", ") + entries[i];
    return text + (shown < entries.size() ? ", …)" : ")");
}

} // namespace

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return text + "]";
}

std::string LoadReport::sentence() const {
    std::vector<std::string> parts;
    if (!missing.empty())
        parts.push_back(counted(missing, " tensor is missing", " tensors are missing"));
    if (!unexpected.empty())
        parts.push_back(counted(unexpected, " tensor is unknown", " tensors are unknown"));
    if (!wrongShape.empty()) {
        std::vector<std::string> shapes;
        for (const WrongShape& wrong : wrongShape) {
            shapes.push_back(wrong.name + ": " + shapeText(wrong.found) + " instead of " +
                             shapeText(wrong.expected));
        }
        parts.push_back(counted(shapes, " tensor has another shape", " tensors have other shapes"));
    }
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

} // namespace unlit::weights
