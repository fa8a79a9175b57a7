#include "core/image/tiff/tiff_pages.h"

#include "core/base/error.h"

#include <cstdint>

namespace unlit {

namespace {

constexpr std::size_t kMostPages = 1000; // that are looked at

std::uint32_t subfileType(TIFF* tiff) {
    std::uint32_t type = 0;
    return TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &type) == 1 ? type : 0;
}

/// Where libtiff knows a tag it may take one argument or two, and it writes what it takes.
bool hasField(TIFF* tiff, std::uint32_t tag) {
    const TIFFField* field = TIFFFindField(tiff, tag, TIFF_ANY);
    if (field == nullptr)
        return false;
    std::uint32_t count = 0; // the wider of the two kinds that it may be
    void* data = nullptr;
    return TIFFFieldPassCount(field) != 0 ? TIFFGetField(tiff, tag, &count, &data) == 1
                                          : TIFFGetField(tiff, tag, &data) == 1;
}

void refuseCameraRaw(const ReadableFile& file, TIFF* tiff) {
    constexpr std::uint32_t dngVersion = 50706;
    std::uint16_t count = 0;
    void* data = nullptr;
    const bool isDng = hasField(tiff, dngVersion);
    const bool isPreview = (subfileType(tiff) & FILETYPE_REDUCEDIMAGE) != 0 &&
                           TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &data) == 1;
    if (isDng || isPreview)
        throw Error::unsupported(file.path().string() + " is a camera's raw file",
                                 "develop it to TIFF, PNG or EXR first");
}

/// Some writers mark a mask by the meaning of its samples alone.
bool isPicture(TIFF* tiff) {
    std::uint16_t meaning = 0;
    const bool isMask =
        TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &meaning) == 1 && meaning == PHOTOMETRIC_MASK;
    return !isMask && (subfileType(tiff) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

/// True for each page that is a picture of its own. A page that is damaged ends the list.
std::vector<bool> picturesOf(TIFF* tiff) {
    std::vector<bool> pictures;
    do {
        pictures.push_back(isPicture(tiff));
    } while (pictures.size() < kMostPages && TIFFReadDirectory(tiff) == 1);
    return pictures;
}

} // namespace

std::vector<std::string> turnToPicture(const ReadableFile& file, TIFF* tiff) {
    refuseCameraRaw(file, tiff);
    const std::vector<bool> pictures = picturesOf(tiff);
    std::size_t page = 0;
    while (page < pictures.size() && !pictures[page])
        ++page;
    if (page == pictures.size())
        page = 0;
    if (TIFFSetDirectory(tiff, static_cast<tdir_t>(page)) != 1)
        throw Error::corrupt(file.path(),
                             "its page " + std::to_string(page + 1) + " cannot be read again");
    std::vector<std::string> notes;
    if (page > 0)
        notes.push_back("page " + std::to_string(page + 1) +
                        " is read: what stands before it are thumbnails or masks");
    std::size_t further = 0;
    for (std::size_t i = page + 1; i < pictures.size(); ++i)
        further += pictures[i] ? 1 : 0;
    if (further > 0)
        notes.push_back("page " + std::to_string(page + 1) + " is read, " +
                        (pictures.size() == kMostPages ? "many" : std::to_string(further)) +
                        " further " + (further == 1 ? "page is" : "pages are") + " not");
    return notes;
}

} // namespace unlit
