#include "app/cli/input_list.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/natural_order.h"
#include "core/base/text.h"
#include "core/data/pairing/picture_use.h"
#include "core/image/image_file.h"

#include <glob.h>

#include <algorithm>
#include <set>

namespace unlit::cli {

namespace fs = std::filesystem;

namespace {

bool isPattern(const std::string& word) {
    return word.find_first_of("*?[") != std::string::npos;
}

bool isImageFile(const fs::path& path) {
    std::error_code unknown;
    return hasImageSuffix(path) && !path.filename().string().starts_with('.') &&
           fs::is_regular_file(path, unknown);
}

void sortNaturally(std::vector<fs::path>& paths) {
    std::ranges::sort(paths, [](const fs::path& a, const fs::path& b) {
        return comesBefore(a.string(), b.string());
    });
}

std::vector<fs::path> imagesIn(const fs::path& folder) {
    std::vector<fs::path> images;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (isImageFile(entry.path()))
            images.push_back(entry.path());
    if (images.empty())
        throw Error::notFound("the folder " + folder.string() + " holds no image files",
                              "give a folder with images; folders inside it are not searched");
    sortNaturally(images);
    return images;
}

std::vector<fs::path> imagesMatching(const std::string& pattern) {
    glob_t found{};
    std::vector<fs::path> images;
    if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0)
        for (std::size_t i = 0; i < found.gl_pathc; ++i)
            if (isImageFile(found.gl_pathv[i]))
                images.emplace_back(found.gl_pathv[i]);
    ::globfree(&found);
    if (images.empty())
        throw Error::notFound("no image file matches the pattern " + pattern,
                              "check the pattern and the folder that it stands in");
    sortNaturally(images);
    return images;
}

std::string nearestFileName(const fs::path& missing) {
    const fs::path folder = missing.has_parent_path() ? missing.parent_path() : ".";
    std::vector<std::string> names;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed))
        names.push_back(entry->path().filename().string());
    return nearestName(missing.filename().string(), names);
}

Error missingFile(const fs::path& path) {
    const std::string nearest = nearestFileName(path);
    return Error::notFound("there is no file " + path.string(),
                           nearest.empty() ? "check the path"
                                           : "did you mean \"" + nearest + "\" in that folder?");
}

/// Named, or found in a folder that may have more than pictures to be de-lit.
void takeFolder(const fs::path& folder, std::vector<InputFile>& files,
                std::vector<fs::path>& maps) {
    const std::vector<fs::path> images = imagesIn(folder);
    const std::size_t before = files.size();
    for (data::SortedPicture& picture : data::sortPictures(images)) {
        if (picture.use != data::PictureUse::Map)
            files.push_back({std::move(picture.path), false});
        else
            maps.push_back(std::move(picture.path));
    }
    if (files.size() == before)
        throw Error::notFound("the folder " + folder.string() +
                                  " has maps of materials and no base colour or other picture "
                                  "that has light in it",
                              "name a file to have it all the same");
}

std::vector<InputFile> expandWord(const std::string& word, std::vector<fs::path>& maps) {
    std::error_code failed;
    const fs::file_status status = fs::status(word, failed);
    if (status.type() == fs::file_type::not_found && isPattern(word)) {
        std::vector<InputFile> files;
        for (fs::path& path : imagesMatching(word))
            files.push_back({std::move(path), false});
        return files;
    }
    if (status.type() == fs::file_type::not_found)
        throw missingFile(word);
    if (failed)
        throw Error::system(failed.value(), "read", word);
    if (fs::is_directory(status)) {
        std::vector<InputFile> files;
        takeFolder(word, files, maps);
        return files;
    }
    if (!fs::is_regular_file(status))
        throw Error::invalidInput(word + " is neither a file nor a folder",
                                  "give image files, folders with images, or patterns");
    return {{word, true}};
}

} // namespace

InputList expandInputs(const std::vector<std::string>& words) {
    InputList list;
    std::set<fs::path> seen;
    for (const std::string& word : words) {
        try {
            for (InputFile& file : expandWord(word, list.maps))
                if (seen.insert(fs::weakly_canonical(file.path)).second)
                    list.files.push_back(std::move(file));
        } catch (...) {
            list.problems.push_back({word, translateCurrentException().text()});
        }
    }
    return list;
}

} // namespace unlit::cli
