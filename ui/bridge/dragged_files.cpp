#include "ui/bridge/dragged_files.h"

#include "core/base/log.h"
#include "core/session/infer/albedo_scale.h"
#include "ui/bridge/image_conversion.h"
#include "ui/kit/text.h"

#include <QCryptographicHash>

#include <algorithm>
#include <chrono>
#include <utility>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

DraggedFiles::Paths savedFiles(const QueueItem& item) {
    DraggedFiles::Paths files;
    std::error_code unknown;
    for (const fs::path& file : item.saved)
        if (fs::exists(file, unknown) && file.extension() != ".json")
            files.push_back(file);
    return files;
}

/// Being written, or there. What a full disk has refused, or somebody has cleared away, is not.
bool isGood(const std::shared_future<DraggedFiles::Paths>& files) {
    if (!files.valid())
        return false;
    if (files.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return true;
    std::error_code unknown;
    return !files.get().empty() && std::ranges::all_of(files.get(), [&](const fs::path& file) {
        return fs::exists(file, unknown);
    });
}

fs::path folderOf(const fs::path& input) {
    const QByteArray name = QByteArray::fromStdString(input.lexically_normal().string());
    return QCryptographicHash::hash(name, QCryptographicHash::Sha1).toHex().left(12).toStdString();
}

DraggedFiles::Paths write(const InferenceResult& result, const fs::path& folder,
                          const std::string& stem, double albedoScale) {
    DraggedFiles::Paths files;
    try {
        for (const TargetPrediction& target : result.prediction.targets) {
            const fs::path file = folder / (stem + "_" + target.name + ".png");
            writeImage(file,
                       fromQImage(toDeepQImage(
                           scaledPicture(target, result.prediction.lightless, albedoScale))),
                       {.format = FileFormat::Png16, .overwrite = true});
            files.push_back(file);
        }
    } catch (...) {
        logSwallowed("writing files that were dragged away");
        return {}; // a drop of nothing; saving says what is the matter
    }
    return files;
}

} // namespace

void DraggedFiles::begin(const QueueItem& item) {
    if (!item.result || !savedFiles(item).empty())
        return;
    Copy& copy = m_copies[item.id];
    if (copy.result.lock() == item.result && copy.albedoScale == item.albedoScale &&
        isGood(copy.files))
        return; // dragged before
    auto written = std::make_shared<std::promise<Paths>>();
    copy = {item.result, item.albedoScale, written->get_future().share()};
    m_queue.post([written, result = item.result, folder = m_folder / folderOf(item.path),
                  stem = item.path.stem().string(),
                  scale = item.albedoScale](const std::stop_token&) {
        written->set_value(write(*result, folder, stem, scale));
    });
}

DraggedFiles::Paths DraggedFiles::of(const QueueItem& item) {
    Paths saved = savedFiles(item);
    if (!saved.empty() || !item.result)
        return saved;
    begin(item);
    return m_copies[item.id].files.get();
}

} // namespace unlit::ui
