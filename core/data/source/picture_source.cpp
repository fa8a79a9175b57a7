#include "core/data/source/picture_source.h"

#include "core/base/error.h"
#include "core/data/source/folder_source.h"
#include "core/data/source/tar_source.h"

namespace unlit::data {

namespace fs = std::filesystem;

namespace {

/// Readers name the path that they were given, which for a member of an archive means nothing.
template <class Work>
auto renamed(const std::string& from, const std::string& to, const Work& work) {
    try {
        return work();
    } catch (const Error& error) {
        std::string text = error.what();
        if (const std::size_t at = text.find(from); at != std::string::npos)
            text.replace(at, from.size(), to);
        throw Error(error.kind(), text, error.hint());
    }
}

} // namespace

std::shared_ptr<const PictureSource> PictureSource::open(const fs::path& path) {
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (problem || !fs::exists(status))
        throw Error::notFound(path.string() + " does not exist",
                              "give a folder or a .tar archive of pictures");
    if (fs::is_directory(status))
        return std::make_shared<FolderSource>(path);
    return std::make_shared<TarSource>(path);
}

ImageInfo PictureSource::info(const std::string& name) const {
    const auto file = openFile(name);
    return renamed(file->path().string(), describe(name), [&] {
        ImageInfo info = readImageInfo(file->path());
        info.path = describe(name);
        return info;
    });
}

LoadedImage PictureSource::read(const PictureRef& picture) const {
    const auto file = openFile(picture.path);
    return renamed(file->path().string(), describe(picture.path), [&] {
        return readImage(file->path(), {picture.layer, {}});
    });
}

} // namespace unlit::data
