#include "core/train/writers/picture_figures.h"

#include "core/base/atomic_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

namespace unlit::runs {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* kFile = "figures.json";

std::vector<double> valuesOf(const Json& list) {
    std::vector<double> values;
    for (const Json& value : list)
        values.push_back(value.is_number() ? value.get<double>()
                                           : std::numeric_limits<double>::quiet_NaN());
    return values;
}

} // namespace

std::optional<double> PictureFigures::find(const std::string& sample, const std::string& target,
                                           const std::string& metric) const {
    const auto column = std::ranges::find(metrics, target.empty() ? metric : target + "_" + metric);
    const auto row = pictures.find(sample);
    const auto index = static_cast<std::size_t>(column - metrics.begin());
    if (column == metrics.end() || row == pictures.end() || index >= row->second.size() ||
        !std::isfinite(row->second[index]))
        return {};
    return row->second[index];
}

void writePictureFigures(const fs::path& folder, const PictureFigures& figures) {
    Json pictures = Json::object();
    for (const auto& [sample, values] : figures.pictures)
        pictures[sample] = values; // what is no number becomes null
    const Json whole = {{"metrics", figures.metrics}, {"pictures", std::move(pictures)}};
    writeAtomically(folder / kFile,
                    whole.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

PictureFigures readPictureFigures(const fs::path& folder) {
    std::ifstream stream(folder / kFile, std::ios::binary);
    const Json whole = stream ? Json::parse(stream, nullptr, false) : Json();
    if (!whole.is_object() || !whole.contains("metrics") || !whole.contains("pictures"))
        return {};
    const Json& metrics = whole["metrics"];
    const Json& pictures = whole["pictures"];
    if (!metrics.is_array() || !pictures.is_object() ||
        !std::ranges::all_of(metrics, [](const Json& name) { return name.is_string(); }))
        return {};
    PictureFigures figures{metrics.get<std::vector<std::string>>(), {}};
    for (const auto& [sample, values] : pictures.items())
        if (values.is_array())
            figures.pictures[sample] = valuesOf(values);
    return figures;
}

} // namespace unlit::runs
