// Thumbnails of pairs on disk, so that a set that was seen before is there at once.
#pragma once

#include "core/data/source/picture_source.h"

#include <QImage>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

namespace unlit::data {
struct ListedPair;
}

namespace unlit::ui {

/// A file for each thumbnail, named by what its picture depends on; files appear whole or not at
/// all. A folder that is missing is made; where that fails, or it cannot be written to, nothing is
/// remembered and nobody is bothered. Any thread.
class ThumbnailCache {
public:
    /// "" = remembers nothing.
    explicit ThumbnailCache(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Paths, layers, times and sizes of the pair's two files as one word; "" where one of them is
    /// missing.
    static std::string keyOf(const data::PictureSource& source, const data::ListedPair& pair);

    /// Null where there is none, or where it cannot be understood.
    QImage find(const std::string& key) const;
    void store(const std::string& key, const QImage& image);

    /// Removes the oldest until at most so many bytes are left.
    void trim(std::uint64_t mostBytes) const;

    /// $XDG_CACHE_HOME/unlit/thumbnails, else ~/.cache/…; "" where there is no home.
    static std::filesystem::path usualFolder();

private:
    std::filesystem::path fileOf(const std::string& key) const;

    std::filesystem::path m_folder;
    std::atomic<bool> m_isRefused = false; ///< writing has failed
    std::atomic<unsigned> m_written = 0;   ///< names of files that are being written
};

} // namespace unlit::ui
