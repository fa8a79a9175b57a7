#include "ui/models/queue_store.h"

#include "core/base/atomic_file.h"
#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/session/infer/request_schema.h"
#include "core/strokes/stroke_json.h"
#include "ui/kit/text.h"
#include "ui/settings/described_settings.h"
#include "ui/settings/option_json.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kFormat = 1;
constexpr qint64 kLargestFile = qint64{64} << 20;

constexpr std::array<std::pair<QueueState, const char*>, 6> kStates = {
    {{QueueState::Waiting, "waiting"},
     {QueueState::Running, "running"},
     {QueueState::Done, "done"},
     {QueueState::Failed, "failed"},
     {QueueState::Cancelled, "cancelled"},
     {QueueState::Skipped, "skipped"}}};

QString stateText(QueueState state) {
    for (const auto& [known, name] : kStates)
        if (known == state)
            return QString::fromLatin1(name);
    return {};
}

QueueState stateOf(const QString& text) {
    for (const auto& [state, name] : kStates)
        if (text == QLatin1String(name))
            return state;
    return QueueState::Waiting;
}

/// Paths are bytes, not always text.
QString pathText(const fs::path& path) {
    return QString::fromLatin1(
        QByteArray::fromStdString(path.native()).toPercentEncoding(QByteArrayLiteral("/ ")));
}

fs::path pathOf(const QJsonValue& value) {
    return QByteArray::fromPercentEncoding(value.toString().toLatin1()).toStdString();
}

QJsonObject inputJson(InputOptions input) {
    return optionsJson(describe(input));
}

InputOptions inputOf(const QJsonObject& json) {
    InputOptions input;
    readOptions(json, describe(input));
    return input;
}

QJsonObject ownJson(InferSettings own) {
    QJsonObject json = optionsJson(describeInference(own));
    const QJsonObject output = optionsJson(describe(own.output));
    for (auto entry = output.begin(); entry != output.end(); ++entry)
        json[entry.key()] = entry.value();
    return json;
}

InferSettings ownOf(const QJsonObject& json) {
    InferSettings own;
    readOptions(json, describeInference(own));
    readOptions(json, describe(own.output));
    return own;
}

QJsonArray framesJson(const QueueItem& item) {
    QJsonArray frames;
    for (const QueueFrame& frame : item.frames) {
        QJsonObject json{{QStringLiteral("path"), pathText(frame.path)}};
        QJsonObject outputs;
        for (const auto& [label, path] : frame.outputs)
            outputs[toQString(label)] = pathText(path);
        if (!outputs.isEmpty())
            json[QStringLiteral("outputs")] = outputs;
        if (!outputs.isEmpty() && frame.albedoScale != 1)
            json[QStringLiteral("albedo_scale")] = frame.albedoScale;
        if (frame.state == QueueState::Failed)
            json[QStringLiteral("error")] = toQString(frame.failure.message);
        frames += json;
    }
    return frames;
}

/// Null where they cannot be read: the rest of the queue is worth more.
std::shared_ptr<const StrokeSet> strokesOf(const QString& text) {
    try {
        return std::make_shared<const StrokeSet>(
            strokesFromJson(nlohmann::ordered_json::parse(text.toStdString()), "queue"));
    } catch (...) {
        logSwallowed("reading the strokes of an image in the queue");
        return nullptr;
    }
}

/// Precondition: the item's own fields are read.
void readFrames(const QJsonObject& json, QueueItem& item) {
    item.pattern = pathOf(json[QStringLiteral("pattern")]).string();
    for (const QJsonValue& value : json[QStringLiteral("frames")].toArray()) {
        const QJsonObject one = value.toObject();
        QueueFrame frame;
        frame.path = pathOf(one[QStringLiteral("path")]);
        const QJsonObject outputs = one[QStringLiteral("outputs")].toObject();
        for (auto output = outputs.begin(); output != outputs.end(); ++output)
            frame.outputs[output.key().toStdString()] = pathOf(output.value());
        for (const auto& [label, path] : frame.outputs)
            item.saved.push_back(path);
        if (!frame.outputs.empty())
            frame.state = QueueState::Done;
        if (const double scale = one[QStringLiteral("albedo_scale")].toDouble(1);
            scale > 0 && std::isfinite(scale))
            frame.albedoScale = scale;
        frame.failure.message = one[QStringLiteral("error")].toString().toStdString();
        if (!frame.failure.message.empty())
            frame.state = QueueState::Failed;
        if (!frame.path.empty())
            item.frames.push_back(std::move(frame));
    }
    if (!item.frames.empty())
        item.path = item.frames.front().path;
}

QJsonObject itemJson(const QueueItem& item) {
    QJsonObject json{{QStringLiteral("path"), pathText(item.path)},
                     {QStringLiteral("state"), stateText(item.state)}};
    if (const QJsonObject input = inputJson(item.input); !input.isEmpty())
        json[QStringLiteral("input")] = input;
    if (item.own)
        json[QStringLiteral("own")] = ownJson(*item.own);
    if (item.state == QueueState::Failed) {
        json[QStringLiteral("error")] = toQString(item.failure.message);
        json[QStringLiteral("hint")] = toQString(item.failure.hint);
    }
    if (item.seconds > 0)
        json[QStringLiteral("seconds")] = item.seconds;
    if (item.meanUncertainty >= 0)
        json[QStringLiteral("uncertainty")] = item.meanUncertainty;
    if (item.albedoScale != 1)
        json[QStringLiteral("albedo_scale")] = item.albedoScale;
    if (item.strokes)
        json[QStringLiteral("strokes")] = toQString(strokesJson(*item.strokes).dump());
    if (item.isSequence()) {
        json[QStringLiteral("pattern")] = pathText(item.pattern);
        json[QStringLiteral("frames")] = framesJson(item);
        return json; // their files are in there
    }
    QJsonArray saved;
    for (const fs::path& path : item.saved)
        saved += pathText(path);
    if (!saved.isEmpty())
        json[QStringLiteral("saved")] = saved;
    QJsonObject outputs;
    for (const auto& [label, path] : item.outputs)
        outputs[toQString(label)] = pathText(path);
    if (!outputs.isEmpty())
        json[QStringLiteral("outputs")] = outputs;
    if (item.outputsScale != 1)
        json[QStringLiteral("outputs_scale")] = item.outputsScale;
    return json;
}

QueueItem itemOf(const QJsonObject& json) {
    QueueItem item;
    item.path = pathOf(json[QStringLiteral("path")]);
    item.input = inputOf(json[QStringLiteral("input")].toObject());
    if (json.contains(QStringLiteral("own")))
        item.own = ownOf(json[QStringLiteral("own")].toObject());
    item.state = stateOf(json[QStringLiteral("state")].toString());
    item.failure.kind = ErrorKind::InvalidInput;
    item.failure.message = json[QStringLiteral("error")].toString().toStdString();
    item.failure.hint = json[QStringLiteral("hint")].toString().toStdString();
    item.seconds = json[QStringLiteral("seconds")].toDouble();
    item.meanUncertainty = json[QStringLiteral("uncertainty")].toDouble(-1);
    if (const double scale = json[QStringLiteral("albedo_scale")].toDouble(1);
        scale > 0 && std::isfinite(scale))
        item.albedoScale = scale;
    if (const QString text = json[QStringLiteral("strokes")].toString(); !text.isEmpty())
        item.strokes = strokesOf(text);
    if (json.contains(QStringLiteral("frames")))
        readFrames(json, item);
    for (const QJsonValue& path : json[QStringLiteral("saved")].toArray())
        item.saved.push_back(pathOf(path));
    const QJsonObject outputs = json[QStringLiteral("outputs")].toObject();
    for (auto output = outputs.begin(); output != outputs.end(); ++output)
        item.outputs[output.key().toStdString()] = pathOf(output.value());
    if (const double scale = json[QStringLiteral("outputs_scale")].toDouble(1);
        scale > 0 && std::isfinite(scale))
        item.outputsScale = scale;
    const bool isLost = item.state == QueueState::Done && item.saved.empty();
    if (item.state == QueueState::Running || isLost) {
        item.state = QueueState::Waiting;
        item.seconds = 0;
        item.meanUncertainty = -1;
    }
    return item;
}

QString setAside(const fs::path& file) {
    std::error_code ignored; // a file that cannot be renamed is replaced by the next queue
    fs::path aside = file;
    aside += ".broken";
    fs::rename(file, aside, ignored);
    return QCoreApplication::translate(
               "QueueStore", "The queue of last time could not be read; it is kept as %1.")
        .arg(toQString(aside.filename()));
}

StoredQueue parse(const QByteArray& bytes, const fs::path& file) {
    const QJsonDocument document = QJsonDocument::fromJson(bytes);
    const QJsonObject json = document.object();
    if (json[QStringLiteral("format")].toInt() != kFormat)
        return {{}, setAside(file)};
    StoredQueue queue;
    for (const QJsonValue& value : json[QStringLiteral("items")].toArray())
        if (QueueItem item = itemOf(value.toObject()); !item.path.empty())
            queue.items.push_back(std::move(item));
    return queue;
}

} // namespace

QByteArray queueJson(const std::vector<QueueItem>& items) {
    QJsonArray array;
    for (const QueueItem& item : items)
        array += itemJson(item);
    return QJsonDocument(
               QJsonObject{{QStringLiteral("format"), kFormat}, {QStringLiteral("items"), array}})
        .toJson(QJsonDocument::Compact);
}

StoredQueue readQueue(const fs::path& file) noexcept {
    try {
        QFile stream(toQString(file));
        if (!stream.exists())
            return {};
        if (!stream.open(QIODevice::ReadOnly) || stream.size() > kLargestFile)
            return {{}, setAside(file)};
        return parse(stream.readAll(), file);
    } catch (...) {
        return {{}, sentence(translateCurrentException().message)};
    }
}

QString writeQueue(const fs::path& file, const QByteArray& json) noexcept {
    try {
        writeAtomically(file,
                        std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
        return {};
    } catch (...) {
        const Failure failure = translateCurrentException();
        return sentence(failure.message) + u' ' + sentence(failure.hint);
    }
}

} // namespace unlit::ui
