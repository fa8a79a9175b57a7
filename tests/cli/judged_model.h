// The figures that the bundled model was judged by, as its folder states them.
#pragma once

#include "tests/cli/command_fixture.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>
#include <string>

namespace unlit::test {

inline constexpr const char* kSpheres = UNLIT_SOURCE_DIR "/resources/samples/spheres.png";

inline std::filesystem::path judgedModel() {
    return UNLIT_SOURCE_DIR "/resources/models/unlit-small";
}

inline nlohmann::json jsonOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream)
        throw std::runtime_error(file.string() + " cannot be read");
    return nlohmann::json::parse(stream);
}

/// Each with name, list, arguments of `unlit evaluate`, pictures, mse, lmse.
inline nlohmann::json judgedSets() {
    return jsonOf(judgedModel() / "judged.json")["sets"];
}

/// What `unlit evaluate --output FOLDER` wrote.
inline nlohmann::json judgement(const std::filesystem::path& folder) {
    return jsonOf(folder / "evaluation.json");
}

/// Up to one scale a picture, over the mask, in linear light.
inline double scaleInvariant(const nlohmann::json& model, const std::string& metric) {
    for (const nlohmann::json& cell : model["cells"])
        if (cell["scale"] == "one" && cell["space"] == "linear" && cell["region"] == "masked")
            return cell["metrics"][metric]["mean"];
    throw std::runtime_error("no such cell");
}

/// As in the card's table: four digits behind the point.
inline std::string printed(double figure) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(4) << figure;
    return text.str();
}

} // namespace unlit::test
