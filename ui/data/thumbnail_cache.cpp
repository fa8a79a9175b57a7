#include "ui/data/thumbnail_cache.h"

#include "core/base/content_hash.h"
#include "core/base/log.h"
#include "core/data/source/filename_list.h"
#include "ui/kit/cache_folder.h"

#include <QBuffer>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include <unistd.h>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

/// Raised whenever thumbnails look different: old ones would be wrong.
constexpr const char* kVersion = "unlit pair thumbnail 1";
constexpr int kJpegQuality = 90;

} // namespace

std::string ThumbnailCache::keyOf(const data::PictureSource& source, const data::ListedPair& pair) {
    try {
        std::string text = kVersion;
        std::error_code problem;
        text += '\n' + fs::weakly_canonical(source.root(), problem).string();
        for (const data::PictureRef* picture : {&pair.beauty, &pair.albedo}) {
            const data::FileStamp stamp = source.stamp(picture->path);
            text += '\n' + toText(*picture) + '\n' + std::to_string(stamp.time) + '\n' +
                    std::to_string(stamp.size);
        }
        ContentHash hash;
        hash.add(std::as_bytes(std::span(text)));
        return hashText(hash.digest());
    } catch (const std::exception&) {
        logSwallowed("looking for a thumbnail", LogLevel::Debug);
        return {};
    }
}

fs::path ThumbnailCache::fileOf(const std::string& key) const {
    return m_folder / (key + ".jpg");
}

QImage ThumbnailCache::find(const std::string& key) const {
    if (m_folder.empty() || key.empty())
        return {};
    std::ifstream in(fileOf(key), std::ios::binary);
    if (!in)
        return {};
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const QImage image = QImage::fromData(reinterpret_cast<const uchar*>(bytes.data()),
                                          static_cast<int>(bytes.size()), "JPG");
    return image.convertToFormat(QImage::Format_RGB32);
}

void ThumbnailCache::store(const std::string& key, const QImage& image) {
    if (m_folder.empty() || key.empty() || m_isRefused)
        return;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!image.save(&buffer, "JPG", kJpegQuality))
        return;
    // No sync: what a crash takes away is made again.
    const fs::path part = m_folder / ("." + key + "." + std::to_string(::getpid()) + "." +
                                      std::to_string(m_written++) + ".part");
    std::error_code problem;
    fs::create_directories(m_folder, problem);
    std::ofstream out(part, std::ios::binary);
    out.write(bytes.constData(), bytes.size());
    out.close();
    if (out)
        fs::rename(part, fileOf(key), problem);
    if (!out || problem) {
        m_isRefused = true;
        fs::remove(part, problem);
    }
}

void ThumbnailCache::trim(std::uint64_t mostBytes) const {
    struct Entry {
        fs::path path;
        fs::file_time_type time;
        std::uint64_t bytes = 0;
    };

    std::error_code problem;
    std::vector<Entry> entries;
    std::uint64_t total = 0;
    for (fs::directory_iterator it(m_folder, problem), end; !problem && it != end;
         it.increment(problem)) {
        std::error_code gone;
        Entry entry{it->path(), it->last_write_time(gone), it->file_size(gone)};
        if (gone)
            continue;
        total += entry.bytes;
        entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, {}, &Entry::time);
    for (const Entry& entry : entries) {
        if (total <= mostBytes)
            return;
        if (fs::remove(entry.path, problem))
            total -= entry.bytes;
    }
}

fs::path ThumbnailCache::usualFolder() {
    return cacheFolder("thumbnails");
}

} // namespace unlit::ui
