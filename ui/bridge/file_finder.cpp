#include "ui/bridge/file_finder.h"

#include "core/image/image_file.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/cache_folder.h"
#include "ui/kit/text.h"

#include <QDateTime>

#include <chrono>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

using SearchClock = std::chrono::steady_clock;
constexpr auto kTellAfter = std::chrono::milliseconds(300);

} // namespace

void FileFinder::find(std::vector<fs::path> paths, bool isRecursive, const fs::path& outputFolder) {
    m_queue.post(
        [this, paths, isRecursive, outputFolder](const std::stop_token& stop) {
            auto told = SearchClock::now();
            return sortDropped(paths, isRecursive, outputFolder, [&](const SearchCount& count) {
                if (SearchClock::now() - told >= kTellAfter) {
                    told = SearchClock::now();
                    m_queue.tell(stop, [this, count] { emit searching(count); });
                }
                return !stop.stop_requested();
            });
        },
        [this, paths](const DroppedFiles& files) { emit found(paths, files); },
        [this](const Failure& failure) { emit failed(failure); });
}

void FileFinder::store(const QImage& image) {
    m_queue.post([image](const std::stop_token&) { return storePicture(image, pastedFolder()); },
                 [this](const fs::path& file) {
                     DroppedFiles files;
                     files.images = {file};
                     emit found({file}, files);
                 },
                 [this](const Failure& failure) { emit failed(failure); });
}

fs::path storePicture(const QImage& image, const fs::path& folder) {
    const Image picture = fromQImage(image);
    const std::string stem =
        "pasted_" +
        QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd_hhmmss")).toStdString();
    for (int number = 1;; ++number) {
        const std::string name = number == 1 ? stem : stem + "_" + std::to_string(number);
        const fs::path file = folder / (name + ".png");
        std::error_code unknown;
        if (fs::exists(file, unknown))
            continue;
        writeImage(file, picture, {.format = FileFormat::Png16});
        return file;
    }
}

} // namespace unlit::ui
