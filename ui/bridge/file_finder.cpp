#include "ui/bridge/file_finder.h"

#include "core/image/image_file.h"
#include "ui/bridge/cache_folder.h"
#include "ui/bridge/image_conversion.h"
#include "ui/bridge/text.h"

#include <QDateTime>

namespace unlit::ui {

namespace fs = std::filesystem;

FileFinder::FileFinder(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

FileFinder::~FileFinder() {
    m_pool.clear();
    m_pool.waitForDone();
}

void FileFinder::answer(std::vector<fs::path> asked, DroppedFiles files) {
    QMetaObject::invokeMethod(this, [this, asked = std::move(asked), files = std::move(files)] {
        emit found(asked, files);
    });
}

void FileFinder::find(std::vector<fs::path> paths, bool isRecursive) {
    m_pool.start([this, paths = std::move(paths), isRecursive] {
        answer(paths, sortDropped(paths, isRecursive));
    });
}

void FileFinder::store(const QImage& image) {
    m_pool.start([this, image] {
        try {
            const fs::path file = storePicture(image, pastedFolder());
            DroppedFiles files;
            files.images = {file};
            answer({file}, std::move(files));
        } catch (...) {
            QMetaObject::invokeMethod(
                this, [this, failure = translateCurrentException()] { emit failed(failure); });
        }
    });
}

fs::path pastedFolder() {
    return cacheFolder("pasted");
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
