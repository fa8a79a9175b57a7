#include "core/image/layer_table.h"

#include "core/base/error.h"
#include "core/image/layer_table_text.h"
#include "core/image/layer_table_yaml.h"
#include "core/image/readable_file.h"

#include <array>
#include <cstdlib>
#include <utility>

namespace unlit {

namespace {

constexpr std::array<std::pair<LayerRole, std::string_view>, 8> kRoleNames = {{
    {LayerRole::Other, "other"},
    {LayerRole::Beauty, "beauty"},
    {LayerRole::Albedo, "albedo"},
    {LayerRole::Normals, "normals"},
    {LayerRole::Depth, "depth"},
    {LayerRole::Mask, "mask"},
    {LayerRole::Lit, "lit"},
    {LayerRole::Data, "data"},
}};
constexpr std::uint64_t kMostBytes = 1U << 20U;

/// Names as they are compared: lower case, without what renderers put between words.
std::string folded(std::string_view name) {
    std::string result;
    for (const char c : name)
        if (c != ' ' && c != '_' && c != '-')
            result.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    return result;
}

/// "*" stands for any characters. Linear in the product of the lengths, without recursion.
bool fitsPattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string_view::npos;
    std::size_t restart = 0;
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') {
            star = in++;
            restart = at;
        } else if (in < pattern.size() && pattern[in] == text[at]) {
            ++in;
            ++at;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++restart;
        } else {
            return false;
        }
    }
    while (in < pattern.size() && pattern[in] == '*')
        ++in;
    return in == pattern.size();
}

/// The whole name, or what follows one of its dots.
bool fitsEnd(std::string_view layer, std::string_view pattern) {
    for (;;) {
        if (fitsPattern(layer, pattern))
            return true;
        const auto dot = layer.find('.');
        if (dot == std::string_view::npos)
            return false;
        layer.remove_prefix(dot + 1);
    }
}

std::filesystem::path userFile() {
    namespace fs = std::filesystem;
    if (const char* named = std::getenv("UNLIT_LAYERS"); named != nullptr && *named != '\0')
        return named;
    const char* configured = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    fs::path folder;
    if (configured != nullptr && *configured == '/')
        folder = configured;
    else if (home != nullptr && *home == '/')
        folder = fs::path(home) / ".config";
    else
        return {};
    const fs::path file = folder / "unlit" / "layers.yaml";
    std::error_code unknown;
    return fs::exists(file, unknown) ? file : fs::path();
}

} // namespace

std::string_view toString(LayerRole role) {
    for (const auto& [value, name] : kRoleNames)
        if (value == role)
            return name;
    return "other";
}

std::optional<LayerRole> layerRoleFromString(std::string_view name) {
    for (const auto& [value, known] : kRoleNames)
        if (known == name)
            return value;
    return {};
}

LayerTable LayerTable::parse(const std::string& yaml, const std::filesystem::path& shownAs) {
    LayerTable table;
    table.m_aliases = parseLayerAliases(yaml, shownAs);
    for (const LayerAlias& alias : table.m_aliases)
        table.m_folded.push_back(folded(alias.name));
    return table;
}

LayerTable LayerTable::load(const std::filesystem::path& path) {
    ReadableFile file(path);
    if (file.size() > kMostBytes)
        throw Error::invalidInput(path.string() + " is too long for a table of layers",
                                  "give a file like configs/layers.yaml");
    std::string text(file.size(), '\0');
    file.readAll({reinterpret_cast<unsigned char*>(text.data()), text.size()});
    return parse(text, path);
}

std::shared_ptr<const LayerTable> LayerTable::builtIn() {
    // Immutable and the same for everyone: parsed once.
    static const auto table =
        std::make_shared<const LayerTable>(parse(kLayerTableText, "configs/layers.yaml"));
    return table;
}

std::shared_ptr<const LayerTable> LayerTable::ofUser() {
    static const auto table = [] {
        const std::filesystem::path file = userFile();
        return file.empty() ? builtIn() : std::make_shared<const LayerTable>(load(file));
    }();
    return table;
}

const LayerAlias* LayerTable::find(std::string_view layer) const {
    const std::string name = folded(layer);
    for (std::size_t i = 0; i < m_aliases.size(); ++i)
        if (fitsEnd(name, m_folded[i]))
            return &m_aliases[i];
    return nullptr;
}

std::optional<std::size_t> LayerTable::rank(std::string_view layer, LayerRole role) const {
    const std::string name = folded(layer);
    std::size_t place = 0;
    for (std::size_t i = 0; i < m_aliases.size(); ++i) {
        if (m_aliases[i].role != role)
            continue;
        if (fitsEnd(name, m_folded[i]))
            return place;
        ++place;
    }
    return {};
}

} // namespace unlit
