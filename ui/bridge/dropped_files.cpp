#include "ui/bridge/dropped_files.h"

#include "core/base/natural_order.h"
#include "core/image/image_file.h"
#include "core/session/infer/earlier_results.h"
#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <set>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

struct DroppedFilesWords {
    Q_DECLARE_TR_FUNCTIONS(DroppedFiles)
};

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

/// Adds what it finds to `count`.
std::vector<fs::path> imagesIn(const fs::path& folder, bool isRecursive, SearchCount& count,
                               const SearchGoesOn& goesOn) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        if (!isRecursive || isHidden(entry->path()))
            entry.disable_recursion_pending();
        std::error_code unknown;
        if (!isHidden(entry->path()) && entry->is_regular_file(unknown) &&
            hasImageSuffix(entry->path()))
            found.push_back(entry->path());
        ++count.found;
        if (goesOn && !goesOn(count))
            return {};
    }
    std::ranges::sort(found, [](const fs::path& a, const fs::path& b) {
        return comesBefore(a.string(), b.string());
    });
    return found;
}

constexpr qsizetype kMostText = 1 << 20; // a thousand paths take a tenth of it

/// The path that a line of text means; empty where it is none. A word that looks like no path at
/// all is not looked for in the working folder.
fs::path pathIn(const QString& line) {
    QString text = line.trimmed();
    if (text.size() > 1 && (text.startsWith(u'"') || text.startsWith(u'\'')) &&
        text.endsWith(text.front()))
        text = text.mid(1, text.size() - 2);
    if (text.startsWith(QLatin1String("file://")))
        text = QUrl(text).toLocalFile();
    else if (text.startsWith(QLatin1String("~/")))
        text = QDir::homePath() + text.mid(1);
    return text.startsWith(u'/') ? toPath(text) : fs::path();
}

QString shortened(const QString& text) {
    constexpr qsizetype most = 60;
    const QString line = text.simplified();
    return line.size() > most ? line.left(most) + u'…' : line;
}

bool isWebAddress(const QString& text) {
    const QString scheme = QUrl(text.trimmed()).scheme().toLower();
    return scheme == QLatin1String("http") || scheme == QLatin1String("https") ||
           scheme == QLatin1String("ftp");
}

OfferedData refusal(const QString& problem, const QString& hint) {
    OfferedData data;
    data.problem = problem;
    data.hint = hint;
    return data;
}

OfferedData webAddress(const QString& address) {
    return refusal(
        DroppedFilesWords::tr("%1 is a web address, not a file.").arg(shortened(address)),
        DroppedFilesWords::tr("Nothing is fetched from the net. Save the picture first, or copy "
                              "the picture itself and paste it."));
}

OfferedData textOffer(const QString& text) {
    if (text.trimmed().isEmpty())
        return refusal(DroppedFilesWords::tr("The text is empty."),
                       DroppedFilesWords::tr("Copy a picture or a file, then paste it here."));
    if (text.size() > kMostText)
        return refusal(DroppedFilesWords::tr("That is a long text, not a list of files."),
                       DroppedFilesWords::tr("Paste paths, one a line."));
    OfferedData data;
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : lines) {
        if (line.trimmed().isEmpty())
            continue;
        const fs::path path = pathIn(line);
        std::error_code unknown;
        if (!path.empty() && fs::exists(path, unknown)) {
            data.paths.push_back(path);
            continue;
        }
        if (isWebAddress(line))
            return webAddress(line);
        if (path.empty())
            return refusal(
                DroppedFilesWords::tr("“%1” is text, not a picture.").arg(shortened(line)),
                DroppedFilesWords::tr("Paste a picture, a file, or the whole path of one."));
        return refusal(
            DroppedFilesWords::tr("There is no file %1.").arg(shortened(toQString(path))),
            DroppedFilesWords::tr("Check the path."));
    }
    return data;
}

/// Of one that is dropped alone it is meant that it is taken.
void setResultsApart(DroppedFiles& dropped, const FilesGoOn& goOn) {
    if (dropped.images.size() < 2 && !dropped.hasFolder)
        return;
    const auto results = earlierResults(dropped.images, goOn);
    std::erase_if(dropped.images, [&](const fs::path& image) {
        const bool isResult = results.contains(image);
        if (isResult)
            dropped.companions.push_back({image, data::PictureUse::Result});
        return isResult;
    });
}

void setCompanionsApart(DroppedFiles& dropped) {
    const auto sorted = data::sortPictures(dropped.images);
    std::set<std::string> colorless;
    dropped.images.clear();
    for (const data::SortedPicture& picture : sorted) {
        if (picture.use != data::PictureUse::Input) {
            dropped.companions.push_back(picture);
            if (!picture.colorlessSet.empty())
                colorless.insert(picture.colorlessSet);
            continue;
        }
        dropped.images.push_back(picture.path);
        dropped.baseColors += picture.isBaseColor ? 1 : 0;
    }
    dropped.colorlessSets.assign(colorless.begin(), colorless.end());
}

} // namespace

DroppedFiles sortDropped(const std::vector<fs::path>& paths, bool isRecursive,
                         const fs::path& outputFolder, const SearchGoesOn& goesOn) {
    DroppedFiles dropped;
    SearchCount count;
    const FilesGoOn goOn = [&](std::size_t done) {
        count.examined = done;
        return !goesOn || goesOn(count);
    };
    for (const fs::path& path : paths) {
        std::error_code unknown;
        if (fs::is_directory(path, unknown)) {
            if (fs::exists(path / "model_index.json", unknown)) {
                dropped.modelFolder = path;
                continue;
            }
            dropped.hasFolder = true;
            const auto found = imagesIn(path, isRecursive, count, goesOn);
            dropped.images.insert(dropped.images.end(), found.begin(), found.end());
        } else if (path.filename() == "model_index.json") {
            dropped.modelFolder = path.parent_path();
        } else if (path.extension() == ".safetensors" && fs::exists(path, unknown)) {
            dropped.loras.push_back(path);
        } else if (hasImageSuffix(path) && fs::exists(path, unknown)) {
            dropped.images.push_back(path);
        } else {
            dropped.ignored.push_back(path);
        }
    }
    setResultsApart(dropped, goOn);
    setCompanionsApart(dropped);
    if (dropped.images.size() > 1 || dropped.hasFolder)
        dropped.made = resultsOf(dropped.images, outputFolder, goOn);
    return dropped;
}

OfferedData offeredData(const QMimeData& data) {
    OfferedData offered;
    QUrl other;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            offered.paths.push_back(toPath(url.toLocalFile()));
        else
            other = url;
    }
    if (!offered.paths.empty())
        return offered;
    // Browsers offer pixels and address together: the pixels are the picture.
    if (data.hasImage())
        offered.image = qvariant_cast<QImage>(data.imageData());
    if (!offered.image.isNull())
        return offered;
    if (data.hasImage())
        return refusal(DroppedFilesWords::tr("The picture is empty."),
                       DroppedFilesWords::tr("Copy it once more, or save it as a file."));
    if (other.isValid())
        return webAddress(other.toDisplayString());
    if (data.hasText())
        return textOffer(data.text());
    return refusal(data.formats().isEmpty()
                       ? DroppedFilesWords::tr("The clipboard is empty.")
                       : DroppedFilesWords::tr("There is no picture in what was copied."),
                   DroppedFilesWords::tr("Copy a picture or a file, then paste it here."));
}

bool offersAnything(const QMimeData& data) {
    return data.hasUrls() || data.hasImage() || data.hasText();
}

} // namespace unlit::ui
