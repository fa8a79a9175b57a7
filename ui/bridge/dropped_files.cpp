#include "ui/bridge/dropped_files.h"

#include "core/base/natural_order.h"
#include "core/image/image_file.h"
#include "ui/bridge/text.h"

#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

std::vector<fs::path> imagesIn(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (isHidden(entry->path())) {
            entry.disable_recursion_pending();
            continue;
        }
        std::error_code unknown;
        if (entry->is_regular_file(unknown) && hasImageSuffix(entry->path()))
            found.push_back(entry->path());
    }
    std::ranges::sort(found, [](const fs::path& a, const fs::path& b) {
        return comesBefore(a.string(), b.string());
    });
    return found;
}

} // namespace

DroppedFiles sortDropped(const std::vector<fs::path>& paths) {
    DroppedFiles dropped;
    for (const fs::path& path : paths) {
        std::error_code unknown;
        if (fs::is_directory(path, unknown)) {
            if (fs::exists(path / "model_index.json", unknown)) {
                dropped.modelFolder = path;
                continue;
            }
            const auto found = imagesIn(path);
            dropped.images.insert(dropped.images.end(), found.begin(), found.end());
        } else if (path.filename() == "model_index.json") {
            dropped.modelFolder = path.parent_path();
        } else if (hasImageSuffix(path)) {
            dropped.images.push_back(path);
        } else {
            dropped.ignored.push_back(path);
        }
    }
    return dropped;
}

std::vector<fs::path> localFiles(const QMimeData& data) {
    std::vector<fs::path> files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            files.push_back(toPath(url.toLocalFile()));
    }
    return files;
}

} // namespace unlit::ui
