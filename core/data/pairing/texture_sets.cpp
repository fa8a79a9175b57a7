#include "core/data/pairing/texture_sets.h"

#include "core/base/split_text.h"
#include "core/data/pairing/file_key.h"
#include "core/image/image_file.h"
#include "core/image/layers/layer_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace unlit::data {

namespace {

using Words = std::vector<std::string>;

/// Shorter names ("B", "N") count only beside another map of the same material.
constexpr std::size_t kFewestLetters = 3;
constexpr std::ptrdiff_t kMostEndingWords = 3; // "occlusion roughness metallic"

bool isSizeWord(const std::string& word) {
    static constexpr std::array<std::string_view, 6> sides = {"256",  "512",  "1024",
                                                              "2048", "4096", "8192"};
    if (std::ranges::find(sides, word) != sides.end())
        return true;
    const bool isResolution = word.size() >= 2 && word.size() <= 3 && word.back() == 'k' &&
                              std::isdigit(static_cast<unsigned char>(word.front())) != 0;
    return isResolution || word.starts_with("lod");
}

/// "BoomBox_baseColor_1k" -> boom, box, base, color.
Words textureWords(const std::string& stem) {
    Words words;
    std::string word;
    const auto end = [&] {
        if (!word.empty() && !isSizeWord(word))
            words.push_back(word);
        word.clear();
    };
    bool wasLower = false;
    for (const char c : stem) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && !std::isalnum(byte)) {
            end();
            continue;
        }
        if (std::isupper(byte) && wasLower)
            end();
        wasLower = std::islower(byte) != 0;
        word += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    }
    end();
    return words;
}

struct MapFile {
    std::string path;
    const RoleName* row = nullptr;
    Words material; ///< the words before the ending

    MapKind kind() const { return row->map; }

    bool isShort() const { return row->name.size() < kFewestLetters; }
};

/// Takes the number of a UDIM tile off a name, "rock_albedo.1002" or "rock_albedo_1002", and gives
/// it; "" where there is none. Tiles are counted from 1001, ten in a row; 1024 after a line is
/// rather the side in pixels.
std::string takeTile(std::string& stem) {
    constexpr std::size_t digits = 4;
    if (stem.size() < digits + 2)
        return {};
    const std::size_t at = stem.size() - digits;
    const std::string number = stem.substr(at);
    const char before = stem[at - 1];
    const bool isNumber = std::ranges::all_of(
        number, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    const bool isTile = isNumber && number.front() == '1' && number > "1000" &&
                        (before == '.' || (before == '_' && number != "1024"));
    if (!isTile)
        return {};
    stem.resize(at - 1);
    return number;
}

std::optional<MapFile> understand(const std::string& path) {
    std::string stem = std::filesystem::path(path).stem().string();
    const std::string tile = takeTile(stem);
    const Words words = textureWords(stem);
    for (std::ptrdiff_t count = std::min(kMostEndingWords, std::ssize(words)); count > 0; --count) {
        const Words last(words.end() - count, words.end());
        const RoleName* row = findRoleName(joined(last, ""));
        if (row == nullptr || row->map == MapKind::None)
            continue;
        Words material(words.begin(), words.end() - count);
        if (!tile.empty()) // each tile is a picture of other places: a set of its own
            material.push_back(tile);
        return MapFile{path, row, std::move(material)};
    }
    return std::nullopt;
}

std::string mapFolderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Megascans keeps all maps again, 256 pixels wide, in a folder Thumbs.
bool isInSmallCopies(const std::string& folder) {
    static constexpr std::array<std::string_view, 4> names = {"thumbs", "thumbnails", "previews",
                                                              "preview"};
    for (const std::filesystem::path& part : std::filesystem::path(folder))
        if (std::ranges::find(names, foldedName(part.string())) != names.end())
            return true;
    return false;
}

/// The maps of one folder, and which of them make a set.
class FolderOfMaps {
public:
    void add(MapFile file) { m_files.push_back(std::move(file)); }

    void finish(const std::string& folder, const std::string& topName, TextureSets& result) {
        std::ranges::sort(m_files, {}, &MapFile::path);
        dropLettersAlone();
        const auto colors = std::ranges::count(m_files, MapKind::BaseColor, &MapFile::kind);
        std::map<std::string, TextureSet> sets;
        for (const MapFile& file : m_files) {
            if (file.kind() != MapKind::BaseColor)
                continue;
            const std::string name = colors == 1 ? "" : joined(file.material, "_");
            TextureSet set = setOf(file, colors == 1);
            set.name = nameOf(folder, name, topName);
            sets.try_emplace(name, std::move(set));
        }
        addLonely(folder, result);
        for (auto& [name, set] : sets)
            result.sets.push_back(std::move(set));
    }

private:
    static std::string nameOf(const std::string& folder, const std::string& material,
                              const std::string& topName) {
        if (folder.empty())
            return material.empty() ? topName : material;
        return material.empty() ? folder : folder + "/" + material;
    }

    /// Maps of materials that have no base colour here, unless all belong to the only one.
    void addLonely(const std::string& folder, TextureSets& result) const {
        std::set<Words> colored;
        for (const MapFile& file : m_files)
            if (file.kind() == MapKind::BaseColor)
                colored.insert(file.material);
        LonelyMaps lonely{folder, {}};
        for (const MapFile& file : m_files)
            if (colored.empty() || (colored.size() > 1 && !colored.contains(file.material) &&
                                    (file.material.empty() || file.material.back() != "shared")))
                lonely.files.push_back(file.path);
        if (!lonely.files.empty())
            result.lonely.push_back(std::move(lonely));
    }

    /// "rock_B" is a base colour beside "rock_N" or "rock_ORM"; "take_a" is nothing.
    void dropLettersAlone() {
        std::vector<MapFile> kept;
        for (const MapFile& file : m_files) {
            const bool isColor = file.kind() == MapKind::BaseColor;
            const auto isCompany = [&](const MapFile& other) {
                return &other != &file && other.material == file.material &&
                       (other.kind() == MapKind::BaseColor) != isColor;
            };
            if (!file.isShort() || std::ranges::any_of(m_files, isCompany))
                kept.push_back(file);
        }
        m_files = kept;
        // Where the material has a base colour by a whole word, a letter is another thing.
        std::erase_if(m_files, [&](const MapFile& file) {
            return file.isShort() && file.kind() == MapKind::BaseColor &&
                   std::ranges::any_of(kept, [&](const MapFile& other) {
                       return !other.isShort() && other.kind() == MapKind::BaseColor &&
                              other.material == file.material;
                   });
        });
    }

    /// The file that goes with a base colour: the same material's, one that the folder's materials
    /// share, or the only one beside the only base colour.
    const MapFile* partner(const Words& material, bool isOnlyColor, const auto& isWanted) const {
        std::vector<const MapFile*> wanted;
        for (const MapFile& file : m_files)
            if (isWanted(file))
                wanted.push_back(&file);
        for (const MapFile* file : wanted)
            if (file->material == material)
                return file;
        for (const MapFile* file : wanted)
            if (!file->material.empty() && file->material.back() == "shared")
                return file;
        return wanted.size() == 1 && isOnlyColor ? wanted.front() : nullptr;
    }

    TextureSet setOf(const MapFile& color, bool isOnlyColor) const {
        TextureSet set;
        set.baseColor = color.path;
        const auto ofKind = [&](MapKind kind) {
            return partner(color.material, isOnlyColor,
                           [kind](const MapFile& file) { return file.kind() == kind; });
        };
        const auto packedWith = [&](char letter) {
            return partner(color.material, isOnlyColor, [letter](const MapFile& file) {
                return file.row->packing.find(letter) != std::string_view::npos;
            });
        };
        const auto plane = [&](MapKind kind, char letter) {
            if (const MapFile* file = ofKind(kind))
                return MapPlane{file->path, 0, false};
            if (const MapFile* file = packedWith(letter))
                return MapPlane{file->path, static_cast<int>(file->row->packing.find(letter)),
                                false};
            return MapPlane{};
        };
        if (const MapFile* file = ofKind(MapKind::Normal))
            set.normal = file->path;
        else if (const MapFile* other = ofKind(MapKind::NormalDirectX)) {
            set.normal = other->path;
            set.isDirectX = true;
        }
        set.roughness = plane(MapKind::Roughness, 'R');
        if (!set.roughness.isThere()) {
            set.roughness = plane(MapKind::Gloss, 'S');
            set.roughness.isInverted = true;
        }
        set.metallic = plane(MapKind::Metallic, 'M');
        set.height = plane(MapKind::Height, 'H');
        if (const MapFile* file = ofKind(MapKind::Opacity))
            set.opacity.file = file->path;
        addUnused(set, color, isOnlyColor);
        return set;
    }

    /// Another size of a map that is used is not worth a word.
    void addUnused(TextureSet& set, const MapFile& color, bool isOnlyColor) const {
        const std::vector<std::string> used = set.files();
        for (const MapFile& file : m_files) {
            const bool isOwn = file.material == color.material || isOnlyColor;
            const bool isOfNoUse = file.kind() == MapKind::Occlusion ||
                                   file.kind() == MapKind::Translucency ||
                                   file.kind() == MapKind::Minor || file.kind() == MapKind::Packed;
            if (isOwn && isOfNoUse && std::ranges::find(used, file.path) == used.end())
                set.unused.push_back({file.path, file.kind()});
        }
    }

    std::vector<MapFile> m_files;
};

/// "roughness (1 − gloss)", "metal (blue of packed maps)".
std::string planeText(std::string_view what, const MapPlane& plane) {
    static constexpr std::array<std::string_view, 4> channels = {"red", "green", "blue", "alpha"};
    std::string text(what);
    const auto channel = static_cast<std::size_t>(plane.channel);
    const RoleName* row = nullptr;
    if (const auto file = understand(plane.file))
        row = file->row;
    const bool isPacked = row != nullptr && row->map == MapKind::Packed;
    if (isPacked)
        text += " (" + std::string(plane.isInverted ? "1 − " : "") +
                std::string(channels[channel]) + " of " + std::string(row->name) + ")";
    else if (plane.isInverted)
        text += " (1 − gloss)";
    return text;
}

} // namespace

std::vector<std::string> TextureSet::files() const {
    std::vector<std::string> all;
    const auto add = [&](const std::string& file) {
        if (!file.empty() && std::ranges::find(all, file) == all.end())
            all.push_back(file);
    };
    for (const std::string& file :
         {baseColor, normal, roughness.file, metallic.file, height.file, opacity.file})
        add(file);
    for (const Unused& one : unused)
        add(one.file);
    return all;
}

std::string TextureSet::mapsText() const {
    std::string text = "base colour";
    if (!normal.empty())
        text += isDirectX ? ", normal (y down)" : ", normal";
    if (roughness.isThere())
        text += ", " + planeText("roughness", roughness);
    if (metallic.isThere())
        text += ", " + planeText("metal", metallic);
    if (height.isThere())
        text += ", " + planeText("height", height);
    if (opacity.isThere())
        text += ", opacity (masked where it is cut out)";
    std::string others;
    for (const Unused& one : unused) {
        const std::string_view what = one.kind == MapKind::Minor
                                          ? std::string_view(understand(one.file)->row->name)
                                          : toString(one.kind);
        if (others.find(what) == std::string::npos)
            others += (others.empty() ? "" : ", ") + std::string(what);
    }
    return others.empty() ? text : text + "; unused: " + others;
}

TextureSets findTextureSets(const std::vector<std::string>& files, const std::string& topName) {
    std::map<std::string, FolderOfMaps> folders;
    for (const std::string& path : files) {
        const std::string folder = mapFolderOf(path);
        if (!hasImageSuffix(path) || isInSmallCopies(folder))
            continue;
        if (auto file = understand(path))
            folders[folder].add(std::move(*file));
    }
    TextureSets result;
    for (auto& [folder, maps] : folders)
        maps.finish(folder, topName, result);
    std::ranges::sort(result.sets, {}, &TextureSet::name);
    return result;
}

} // namespace unlit::data
