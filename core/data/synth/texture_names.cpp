// Which file of a folder is which map of which material.
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/pairing/file_key.h"
#include "core/data/synth/texture_library.h"
#include "core/image/image_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace unlit::synth {

namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

enum class Role { BaseColor, Normal, Roughness, Metallic, Height, Packed };

struct Ending {
    std::string_view words; ///< separated by one space, at the end of the name
    Role role;
};

/// Longer endings first: "nor gl" before "gl", "base color" before "color".
constexpr std::array kEndings = {
    Ending{"occlusion roughness metallic", Role::Packed},
    Ending{"normal directx", Role::Normal},
    Ending{"normal opengl", Role::Normal},
    Ending{"normal dx", Role::Normal},
    Ending{"normal gl", Role::Normal},
    Ending{"nor dx", Role::Normal},
    Ending{"nor gl", Role::Normal},
    Ending{"base color", Role::BaseColor},
    Ending{"diff col", Role::BaseColor},
    Ending{"basecolor", Role::BaseColor},
    Ending{"albedo", Role::BaseColor},
    Ending{"diffuse", Role::BaseColor},
    Ending{"diff", Role::BaseColor},
    Ending{"color", Role::BaseColor},
    Ending{"col", Role::BaseColor},
    Ending{"normal", Role::Normal},
    Ending{"nor", Role::Normal},
    Ending{"nrm", Role::Normal},
    Ending{"roughness", Role::Roughness},
    Ending{"rough", Role::Roughness},
    Ending{"metalness", Role::Metallic},
    Ending{"metallic", Role::Metallic},
    Ending{"metal", Role::Metallic},
    Ending{"displacement", Role::Height},
    Ending{"disp", Role::Height},
    Ending{"height", Role::Height},
    Ending{"arm", Role::Packed},
    Ending{"orm", Role::Packed},
};

bool isSize(const std::string& word) {
    const bool isResolution = word.size() >= 2 && word.size() <= 3 && word.back() == 'k' &&
                              std::isdigit(static_cast<unsigned char>(word.front()));
    return isResolution || word.starts_with("lod");
}

/// "BoomBox_baseColor_1k" -> boom, box, base, color.
Words wordsOf(const std::string& stem) {
    Words words;
    std::string word;
    const auto end = [&] {
        if (!word.empty() && !isSize(word))
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

std::string joined(const Words& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : std::string(separator)) + word;
    return text;
}

struct TextureFile {
    fs::path path;
    Role role = Role::BaseColor;
    Words material; ///< the words before the ending
};

std::optional<TextureFile> understand(const fs::path& path) {
    const Words words = wordsOf(path.stem().string());
    const std::string text = " " + joined(words, " ");
    for (const Ending& ending : kEndings) {
        const std::string tail = " " + std::string(ending.words);
        if (!text.ends_with(tail))
            continue;
        const auto count = std::ranges::count(tail, ' ');
        return TextureFile{path, ending.role, Words(words.begin(), words.end() - count)};
    }
    // What pairs and layers call an albedo is a base colour here, too.
    for (std::ptrdiff_t count = std::min<std::ptrdiff_t>(3, std::ssize(words)); count > 0;
         --count) {
        const Words last(words.end() - count, words.end());
        const data::RoleName* row = data::findRoleName(joined(last, ""));
        if (row != nullptr && row->role == data::Role::Albedo && row->name.size() >= 3)
            return TextureFile{path, Role::BaseColor, Words(words.begin(), words.end() - count)};
    }
    return std::nullopt;
}

/// The file of this role that goes with a base colour: the same material's, one that the folder's
/// materials share, or the only one.
fs::path partner(const std::vector<TextureFile>& files, Role role, const Words& material) {
    std::vector<const TextureFile*> ofRole;
    for (const TextureFile& file : files)
        if (file.role == role)
            ofRole.push_back(&file);
    for (const TextureFile* file : ofRole)
        if (file->material == material)
            return file->path;
    for (const TextureFile* file : ofRole)
        if (!file->material.empty() && file->material.back() == "shared")
            return file->path;
    const auto colors = std::ranges::count(files, Role::BaseColor, &TextureFile::role);
    return ofRole.size() == 1 && colors == 1 ? ofRole.front()->path : fs::path();
}

} // namespace

std::map<std::string, TextureFiles> textureSetsIn(const fs::path& folder) {
    std::vector<TextureFile> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && hasImageSuffix(entry.path()) &&
            !entry.path().filename().string().starts_with('.'))
            if (auto file = understand(entry.path()))
                files.push_back(std::move(*file));
    std::ranges::sort(files, {}, &TextureFile::path);
    std::map<std::string, TextureFiles> sets;
    const auto colors = std::ranges::count(files, Role::BaseColor, &TextureFile::role);
    for (const TextureFile& file : files) {
        if (file.role != Role::BaseColor)
            continue;
        const std::string name = colors == 1 ? "" : joined(file.material, "_");
        sets.try_emplace(name, TextureFiles{file.path, partner(files, Role::Normal, file.material),
                                            partner(files, Role::Roughness, file.material),
                                            partner(files, Role::Metallic, file.material),
                                            partner(files, Role::Height, file.material),
                                            partner(files, Role::Packed, file.material)});
    }
    return sets;
}

} // namespace unlit::synth
