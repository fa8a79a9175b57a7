#include "core/data/pairing/picture_use.h"

#include "core/base/text.h"
#include "core/data/pairing/file_key.h"

#include <map>
#include <set>

namespace unlit::data {

namespace fs = std::filesystem;

namespace {

constexpr int kWeakRank = 8; // one letter: "d", "n", "z"

/// What a name gives "hall" for "hall_unlit.exr" and "hall_albedo_uncertainty.exr": see
/// core/session/infer/output_names.h.
constexpr std::string_view kLayeredEnd = "_unlit";
constexpr std::string_view kUncertaintyEnd = "_uncertainty";

/// The files that belong together by their names.
struct Company {
    bool hasPicture = false; ///< one with light
    bool hasAlbedo = false;
    bool hasMap = false; ///< by a name of more than a letter
    int maps = 0;        ///< by any name

    /// A texture set without its base colour: two maps tell more than one name does.
    bool isColorless() const { return hasMap && maps > 1 && !hasPicture && !hasAlbedo; }
};

struct Named {
    FileKey key;
    std::string group; ///< folder and loose key
};

/// Role folders count ("albedo/0001.exr"), so the key has the folder that the file is in.
Named nameOf(const fs::path& file) {
    const fs::path folder = file.parent_path();
    Named named{fileKey((folder.filename() / file.filename()).generic_string()), {}};
    named.group = folder.parent_path().string() + "/" + named.key.looseKey;
    return named;
}

std::map<std::string, Company> companiesOf(const std::vector<Named>& all) {
    std::map<std::string, Company> companies;
    for (const Named& one : all) {
        Company& company = companies[one.group];
        company.hasPicture |= one.key.role == Role::Beauty;
        company.hasAlbedo |= one.key.role == Role::Albedo;
        company.hasMap |= one.key.role == Role::Other && one.key.rank < kWeakRank;
        company.maps += one.key.role == Role::Other ? 1 : 0;
    }
    return companies;
}

bool isResultName(const fs::path& file, const std::set<fs::path>& stems) {
    const std::string stem = file.stem().string();
    if (stem.ends_with(kLayeredEnd))
        return stems.contains(file.parent_path() /
                              stem.substr(0, stem.size() - kLayeredEnd.size()));
    // "hall_albedo_uncertainty" stands beside "hall_albedo".
    return stem.ends_with(kUncertaintyEnd) &&
           stems.contains(file.parent_path() /
                          stem.substr(0, stem.size() - kUncertaintyEnd.size()));
}

PictureUse useOf(const FileKey& key, const Company& company) {
    const bool isWeak = key.rank >= kWeakRank;
    switch (key.role) {
    case Role::Beauty:
        return PictureUse::Input;
    case Role::Albedo:
        // "color" beside a render may be the render: pairing decides that, not a drop.
        return company.hasPicture && !isWeak && !key.isColor ? PictureUse::Albedo
                                                             : PictureUse::Input;
    case Role::Mask:
    case Role::Other:
        break;
    }
    if (company.isColorless())
        return PictureUse::Map;
    // A letter beside a picture counts views as often as it names a map.
    const bool hasCompany =
        isWeak ? company.hasAlbedo && !company.hasPicture : company.hasAlbedo || company.hasPicture;
    return hasCompany ? PictureUse::Map : PictureUse::Input;
}

} // namespace

std::vector<SortedPicture> sortPictures(const std::vector<fs::path>& files) {
    std::vector<Named> names;
    std::set<fs::path> stems;
    for (const fs::path& file : files) {
        names.push_back(nameOf(file));
        stems.insert(file.parent_path() / file.stem());
    }
    const auto companies = companiesOf(names);
    std::vector<SortedPicture> sorted;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Company& company = companies.at(names[i].group);
        SortedPicture one{files[i], useOf(names[i].key, company)};
        if (isResultName(files[i], stems))
            one.use = PictureUse::Result;
        one.isBaseColor =
            one.use == PictureUse::Input && names[i].key.role == Role::Albedo && company.hasMap;
        if (one.use == PictureUse::Map && company.isColorless())
            one.colorlessSet = names[i].group;
        sorted.push_back(std::move(one));
    }
    return sorted;
}

} // namespace unlit::data
