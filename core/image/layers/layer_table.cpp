#include "core/image/layers/layer_table.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/text_check.h"
#include "core/base/user_folder.h"
#include "core/image/layers/layer_table_text.h"
#include "core/image/layers/layer_table_yaml.h"
#include "core/image/readable_file.h"

#include <algorithm>
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

constexpr std::array<std::string_view, 3> kViews = {"left", "right", "center"};

/// A stretch of a layer's name that may be what the table calls it.
struct Stretch {
    std::string folded;
    std::size_t first = 0;
    std::size_t end = 0; ///< in the name as written
};

/// The whole name and what follows each of its dots; then the same without a view at the end.
std::vector<Stretch> stretchesOf(std::string_view layer) {
    std::vector<Stretch> stretches;
    const auto add = [&](std::size_t end) {
        for (std::size_t first = 0;;) {
            stretches.push_back({foldedName(layer.substr(first, end - first)), first, end});
            const std::size_t dot = layer.find('.', first);
            if (dot >= end) // npos too
                return;
            first = dot + 1;
        }
    };
    add(layer.size());
    const std::size_t last = layer.rfind('.');
    if (last != std::string_view::npos &&
        std::find(kViews.begin(), kViews.end(), stretches.back().folded) != kViews.end())
        add(last);
    return stretches;
}

const Stretch* fitting(const std::vector<Stretch>& stretches, std::string_view pattern) {
    for (const Stretch& stretch : stretches)
        if (fitsPattern(stretch.folded, pattern))
            return &stretch;
    return nullptr;
}

std::string around(std::string_view layer, const Stretch& stretch) {
    const auto front = layer.substr(0, stretch.first == 0 ? 0 : stretch.first - 1);
    const auto view = stretch.end == layer.size() ? "" : layer.substr(stretch.end + 1);
    return std::string(front) + (front.empty() || view.empty() ? "" : ".") + std::string(view);
}

std::filesystem::path userFile() {
    namespace fs = std::filesystem;
    if (const char* named = std::getenv("UNLIT_LAYERS"); named != nullptr && *named != '\0')
        return named;
    const fs::path folder = userFolder("XDG_CONFIG_HOME", ".config");
    if (folder.empty())
        return {};
    const fs::path file = folder / "unlit" / "layers.yaml";
    std::error_code unknown;
    return fs::exists(file, unknown) ? file : fs::path();
}

} // namespace

std::string foldedName(std::string_view name) {
    std::string result = toLower(name);
    std::erase_if(result, [](char c) { return c == ' ' || c == '_' || c == '-'; });
    return result;
}

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
        table.m_folded.push_back(foldedName(alias.name));
    return table;
}

LayerTable LayerTable::load(const std::filesystem::path& path) {
    ReadableFile file(path);
    if (file.size() > kMostBytes)
        throw Error::invalidInput(path.string() + " is too long for a table of layers",
                                  "give a file like configs/layers.yaml");
    std::string text(file.size(), '\0');
    file.readAll({reinterpret_cast<unsigned char*>(text.data()), text.size()});
    return parse(checkedText(std::move(text), path), path);
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

std::optional<LayerMatch> LayerTable::match(std::string_view layer) const {
    const std::vector<Stretch> stretches = stretchesOf(layer);
    for (std::size_t i = 0; i < m_aliases.size(); ++i)
        if (const Stretch* stretch = fitting(stretches, m_folded[i])) {
            const auto end = m_aliases.begin() + static_cast<std::ptrdiff_t>(i);
            const auto place = std::count_if(m_aliases.begin(), end, [&](const LayerAlias& alias) {
                return alias.role == m_aliases[i].role;
            });
            return LayerMatch{&m_aliases[i], static_cast<std::size_t>(place),
                              around(layer, *stretch)};
        }
    return {};
}

const LayerAlias* LayerTable::find(std::string_view layer) const {
    const auto found = match(layer);
    return found ? found->alias : nullptr;
}

std::optional<std::size_t> LayerTable::rank(std::string_view layer, LayerRole role) const {
    const std::vector<Stretch> stretches = stretchesOf(layer);
    std::size_t place = 0;
    for (std::size_t i = 0; i < m_aliases.size(); ++i) {
        if (m_aliases[i].role != role)
            continue;
        if (fitting(stretches, m_folded[i]) != nullptr)
            return place;
        ++place;
    }
    return {};
}

} // namespace unlit
