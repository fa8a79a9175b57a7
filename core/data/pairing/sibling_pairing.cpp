#include "core/data/pairing/sibling_pairing.h"

#include "core/base/text.h"
#include "core/data/pairing/file_key.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace unlit::data {

namespace {

struct File {
    const SinglePicture* single = nullptr;
    FileKey key;
};

std::string suffixOf(const File& file) {
    return toLower(std::filesystem::path(file.single->picture.path).extension().string());
}

/// Lower is better: the table's rank, then float files before 8-bit ones.
int costOf(const File& file) {
    return file.key.rank * 2 + (file.single->isFloat ? 0 : 1);
}

/// All files with one key.
class KeyGroup {
public:
    void add(File file) { m_files.push_back(std::move(file)); }

    void remove(const SinglePicture* single) {
        std::erase_if(m_files, [&](const File& file) { return file.single == single; });
    }

    bool has(Role role) const {
        return std::any_of(m_files.begin(), m_files.end(),
                           [&](const File& file) { return file.key.role == role; });
    }

    const std::vector<File>& files() const { return m_files; }

    /// Takes part in pairing; returns whether a pair was made.
    bool pair(const std::string& key, PairingResult& result) {
        decideColor();
        const File* albedo = best(Role::Albedo, nullptr);
        const File* beauty = albedo == nullptr ? nullptr : best(Role::Beauty, albedo);
        if (albedo == nullptr || beauty == nullptr || m_isAmbiguous)
            return false;
        const File* mask = best(Role::Mask, nullptr);
        FoundPair found;
        found.pair = {beauty->single->picture, albedo->single->picture, {}, 0};
        if (mask != nullptr)
            found.pair.mask = mask->single->picture;
        found.key = key;
        found.reason = "same key '" + key + "'; beauty by " + beauty->key.why + ", albedo by " +
                       albedo->key.why;
        found.warning = albedo->key.warning;
        result.pairs.push_back(std::move(found));
        explainOthers(beauty, albedo, mask, result);
        return true;
    }

    void leaveOver(PairingResult& result) const {
        for (const File& file : m_files)
            result.leftOvers.push_back({file.single->picture.path, whyAlone(file)});
    }

private:
    /// "_color" is the albedo beside a beauty, and the beauty beside an albedo; so is "C". A letter
    /// beside a letter says nothing.
    void decideColor() {
        constexpr int weakRank = 8;
        const bool hasAlbedo = std::any_of(m_files.begin(), m_files.end(), [](const File& file) {
            return file.key.role == Role::Albedo && !file.key.isColor && file.key.rank < weakRank;
        });
        for (File& file : m_files)
            if (file.key.isColor && hasAlbedo)
                file.key.role = Role::Beauty;
    }

    /// The best of a role; of equals the one with the suffix of `like`. Two that cannot be told
    /// apart make the group ambiguous.
    const File* best(Role role, const File* like) {
        std::vector<const File*> candidates;
        for (const File& file : m_files)
            if (file.key.role == role)
                candidates.push_back(&file);
        if (candidates.empty())
            return nullptr;
        const auto cost = [&](const File* file) {
            const bool fits = like == nullptr || suffixOf(*file) == suffixOf(*like);
            return costOf(*file) * 2 + (fits ? 0 : 1);
        };
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](const File* a, const File* b) { return cost(a) < cost(b); });
        if (candidates.size() > 1 && cost(candidates[0]) == cost(candidates[1])) {
            m_isAmbiguous = true;
            m_rivals = "'" + candidates[0]->single->picture.path + "' and '" +
                       candidates[1]->single->picture.path + "'";
        }
        return candidates.front();
    }

    static void explainOthers(const File* beauty, const File* albedo, const File* mask,
                              const std::vector<File>& files, PairingResult& result) {
        for (const File& file : files) {
            if (&file == beauty || &file == albedo || &file == mask)
                continue;
            const File* winner = file.key.role == Role::Albedo   ? albedo
                                 : file.key.role == Role::Beauty ? beauty
                                 : file.key.role == Role::Mask   ? mask
                                                                 : nullptr;
            result.leftOvers.push_back(
                {file.single->picture.path,
                 winner == nullptr
                     ? "another pass: " + file.key.why
                     : "'" + winner->single->picture.path + "' was taken before it for this key"});
        }
    }

    void explainOthers(const File* beauty, const File* albedo, const File* mask,
                       PairingResult& result) const {
        explainOthers(beauty, albedo, mask, m_files, result);
    }

    std::string whyAlone(const File& file) const {
        if (m_isAmbiguous && file.key.role != Role::Other)
            return m_rivals + " claim the same place in the pair '" + file.key.key + "'";
        switch (file.key.role) {
        case Role::Beauty:
            return "no albedo has its key '" + file.key.key + "'";
        case Role::Albedo:
            return "an albedo by " + file.key.why + ", and no beauty has its key '" + file.key.key +
                   "'";
        case Role::Mask:
            return "a mask by " + file.key.why + ", and no pair has its key '" + file.key.key + "'";
        case Role::Other:
            break;
        }
        return "another pass: " + file.key.why;
    }

    std::vector<File> m_files;
    bool m_isAmbiguous = false;
    std::string m_rivals;
};

using Groups = std::map<std::string, KeyGroup>;

/// "painted_metal.exr" looks like a metalness map, and "hall_hdr.exr" like the beauty of "hall";
/// beside "painted_metal_albedo.exr" and "hall_hdr_albedo.exr" they are the beauties of these.
void rescueBeauties(Groups& groups) {
    std::vector<File> rescued;
    for (auto& [key, group] : groups)
        for (const File& file : group.files()) {
            const auto other = groups.find(file.key.bareKey);
            const bool isFree = file.key.role == Role::Other ||
                                (file.key.role == Role::Beauty && !group.has(Role::Albedo));
            if (!isFree || other == groups.end() || &other->second == &group ||
                !other->second.has(Role::Albedo) || other->second.has(Role::Beauty))
                continue;
            File beauty = file;
            beauty.key.role = Role::Beauty;
            beauty.key.isBare = true;
            beauty.key.rank = 95;
            beauty.key.key = beauty.key.looseKey = file.key.bareKey;
            beauty.key.why = "its name without an ending";
            rescued.push_back(std::move(beauty));
        }
    for (File& file : rescued) {
        for (auto& [key, group] : groups)
            group.remove(file.single);
        groups[file.key.key].add(std::move(file));
    }
}

} // namespace

void pairSiblings(const std::vector<SinglePicture>& pictures, PairingResult& result) {
    Groups exact;
    for (const SinglePicture& single : pictures) {
        File file{&single, fileKey(single.picture.path)};
        if (single.holdsAlbedo) {
            file.key.role = Role::Albedo;
            file.key.isColor = false;
            file.key.rank = 0;
            file.key.why = "its layer '" + single.picture.layer + "'";
        }
        exact[file.key.key].add(std::move(file));
    }
    rescueBeauties(exact);
    Groups loose; // what found no partner is tried again without sizes in its name
    for (auto& [key, group] : exact)
        if (!group.pair(key, result))
            for (const File& file : group.files())
                loose[file.key.looseKey].add(file);
    for (auto& [key, group] : loose)
        if (!group.pair(key, result))
            group.leaveOver(result);
}

} // namespace unlit::data
