#include "ui/settings/studio_settings.h"

#include "core/base/atomic_file.h"
#include "core/base/log.h"
#include "core/session/data/synthesis_schema.h"
#include "ui/kit/text.h"
#include "ui/settings/described_settings.h"
#include "ui/settings/earlier_settings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <map>

namespace unlit::ui {

namespace {

constexpr int kLockPatienceMs = 2000;

// Every key once: reading and writing walk the same list.
template <class Visitor>
void visitFields(Visitor& visitor, StudioSettings& s) {
    visitor.text(
        "window/theme", s.theme, [](ThemeKind kind) { return toString(kind); },
        themeKindFromString);
    visitor.text(
        "window/language", s.language, [](Language language) { return toString(language); },
        languageFromString);
    visitor.list("window/recent_pictures", s.recentPictures);
    visitor.bytes("window/geometry", s.windowGeometry);
    visitor.bytes("infer/columns", s.inferColumns);
    visitor.string("infer/model", s.infer.modelFolder);
    visitor.list("infer/recent_models", s.infer.recentModels);
    visitor.loras("infer/loras", s.infer.loras);
    InferSettings usual;
    visitor.described("infer", describeInference(s.infer), describeInference(usual));
    visitor.described("output", describe(s.infer.output), describe(usual.output));
    visitor.flag("viewer/mark_paint", s.viewer.marksPaint);
    visitor.flag("viewer/mark_lightless", s.viewer.marksLightless);
    visitor.real("viewer/paint_low", s.viewer.paintLimits.low);
    visitor.real("viewer/paint_high", s.viewer.paintLimits.high);
    visitor.list("runs/roots", s.runs.roots);
    visitor.list("runs/shown", s.runs.shown);
    visitor.list("runs/colors", s.runs.colors);
    visitor.string("runs/figure", s.runs.mainFigure);
    visitor.list("runs/side_figures", s.runs.sideFigures);
    visitor.number("runs/x_axis", s.runs.xAxis, 0, 2);
    visitor.flag("runs/logarithmic", s.runs.isLogarithmic);
    visitor.number("runs/smoothing", s.runs.smoothing, 0, 999);
    visitor.number("runs/view", s.runs.view, 0, 5);
    visitor.string("runs/scatter_x", s.runs.scatterX);
    visitor.string("runs/scatter_y", s.runs.scatterY);
    visitor.flag("runs/scatter_log_x", s.runs.scatterLogX);
    visitor.flag("runs/scatter_log_y", s.runs.scatterLogY);
    visitor.bytes("runs/columns", s.runs.columns);
    visitor.flag("runs/archived", s.runs.showsArchived);
    visitor.list("runs/more_columns", s.runs.moreColumns);
    visitor.bytes("runs/table_columns", s.runs.tableColumns);
    visitor.string("train/run", s.train.run);
    visitor.list("train/recent", s.train.recent);
    visitor.string("train/sweep", s.train.sweep);
    visitor.number("train/x_axis", s.train.xAxis, 0, 2);
    visitor.flag("train/logarithmic", s.train.isLogarithmic);
    visitor.number("train/smoothing", s.train.smoothing, 0, 999);
    visitor.bytes("train/columns", s.train.columns);
    visitor.bytes("train/rows", s.train.rows);
    visitor.bytes("train/plots", s.train.plots);
    visitor.string("recipe/last", s.recipe.last);
    visitor.list("recipe/recent", s.recipe.recent);
    visitor.string("recipe/folder", s.recipe.folder);
    visitor.flag("recipe/text", s.recipe.showsText);
    visitor.list("data/recent_sets", s.data.recentSets);
    visitor.number("data/validation_percent", s.data.validationPercent, 1, 99);
    visitor.seed("data/split_seed", s.data.splitSeed);
    visitor.number("data/split_rule", s.data.splitRule, 0, 2);
    visitor.bytes("data/columns", s.data.columns);
    visitor.string("data/synthesis_folder", s.data.synthesisFolder);
    visitor.string("data/textures_folder", s.data.texturesFolder);
    visitor.list("data/held_out", s.data.heldOut);
    visitor.number("data/synthesis_count", s.data.synthesisCount, synthesisLimits("count"));
    visitor.number("data/synthesis_size", s.data.synthesisSize, synthesisLimits("size"));
    visitor.number("data/synthesis_samples", s.data.synthesisSamples, synthesisLimits("samples"));
    visitor.seed("data/synthesis_seed", s.data.synthesisSeed);
    visitor.number("data/synthesis_repaint_percent", s.data.synthesisRepaintPercent, 0, 100);
    visitor.number("data/synthesis_swap_percent", s.data.synthesisSwapPercent, 0, 100);
    visitor.flag("data/synthesis_half", s.data.synthesisHalf);
    visitor.list("models/roots", s.models.roots);
    visitor.number("models/view", s.models.view, 0, 6);
    visitor.bytes("models/columns", s.models.columns);
    visitor.bytes("models/table_columns", s.models.tableColumns);
}

/// What stands in the file.
struct StoredValues {
    std::map<QString, QVariant> ofKeys; ///< an empty one = nothing, the program's own holds
    QStringList earlier;                ///< keys that stand there no more
};

class Writer {
public:
    explicit Writer(StoredValues& values) : m_values(values) {}

    template <class E, class ToText, class FromText>
    void text(const char* key, E& value, ToText toText, FromText) {
        set(key, toText(value));
    }

    void bytes(const char* key, QByteArray& value) { set(key, value); }

    void string(const char* key, QString& value) { set(key, value); }

    void list(const char* key, QStringList& value) { set(key, value); }

    void loras(const char* key, LoraChoices& value) {
        QStringList texts;
        for (const LoraChoice& lora : value)
            texts += toQString(toText(lora));
        set(key, texts);
    }

    /// Only what is not as usual: the rest follows the program.
    void described(const char* group, const config::Options& options,
                   const config::Options& usual) {
        const QString prefix = QString::fromLatin1(group) + u'/';
        for (const std::string& earlier : keysOfEarlierVersions())
            m_values.earlier += prefix + toQString(earlier);
        for (const config::Option& option : options) {
            const std::string text = textOf(option);
            const bool isUsual = text == textOf(optionAt(usual, option.key()));
            m_values.ofKeys[prefix + toQString(option.key())] =
                isUsual ? QVariant() : QVariant(toQString(text));
        }
    }

    void number(const char* key, int& value, int, int) { set(key, value); }

    void number(const char* key, int& value, config::WholeLimits) { set(key, value); }

    void real(const char* key, double& value) { set(key, value); }

    void seed(const char* key, std::uint64_t& value) { set(key, QString::number(value)); }

    void flag(const char* key, bool& value) { set(key, value); }

private:
    void set(const char* key, const QVariant& value) {
        m_values.ofKeys[QString::fromLatin1(key)] = value;
    }

    StoredValues& m_values;
};

StoredValues valuesOf(StudioSettings settings) {
    StoredValues values;
    Writer writer(values);
    visitFields(writer, settings);
    return values;
}

class Reader {
public:
    explicit Reader(const QSettings& store) : m_store(store) {}

    template <class E, class ToText, class FromText>
    void text(const char* key, E& value, ToText, FromText fromText) {
        if (const auto known = fromText(get(key).toString()))
            value = *known;
    }

    void bytes(const char* key, QByteArray& value) { value = get(key).toByteArray(); }

    void string(const char* key, QString& value) { value = get(key).toString(); }

    void list(const char* key, QStringList& value) { value = get(key).toStringList(); }

    void loras(const char* key, LoraChoices& value) {
        value.clear();
        for (const QString& text : get(key).toStringList())
            if (const auto lora = loraChoiceFrom(toPath(text).string()))
                value.push_back(*lora);
    }

    void described(const char* group, const config::Options& options, const config::Options&) {
        const QString prefix = QString::fromLatin1(group) + u'/';
        StoredTexts stored;
        for (const QString& key : m_store.allKeys())
            if (key.startsWith(prefix)) // a comma of a text by hand makes a list of it
                stored[key.mid(prefix.size()).toStdString()] =
                    m_store.value(key).toStringList().join(u',').toStdString();
        readStored(options, std::move(stored));
    }

    void number(const char* key, int& value, int least, int most) {
        bool isNumber = false;
        const int stored = get(key).toInt(&isNumber);
        if (isNumber && stored >= least && stored <= most)
            value = stored;
    }

    void number(const char* key, int& value, config::WholeLimits limits) {
        number(key, value, limits.least, limits.most);
    }

    void real(const char* key, double& value) {
        bool isNumber = false;
        const double stored = get(key).toDouble(&isNumber);
        if (isNumber && std::isfinite(stored))
            value = stored;
    }

    void seed(const char* key, std::uint64_t& value) {
        bool isNumber = false;
        const std::uint64_t stored = get(key).toULongLong(&isNumber);
        if (isNumber)
            value = stored;
    }

    void flag(const char* key, bool& value) {
        if (const QVariant stored = get(key); stored.isValid())
            value = stored.toBool();
    }

private:
    QVariant get(const char* key) const { return m_store.value(QString::fromLatin1(key)); }

    const QSettings& m_store;
};

} // namespace

QString defaultSettingsFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/unlit/studio.ini");
}

QString defaultStateFolder() {
    QString base = qEnvironmentVariable("XDG_STATE_HOME");
    if (!base.startsWith(u'/')) // the specification: others are to be ignored
        base = QDir::homePath() + QStringLiteral("/.local/state");
    return base + QStringLiteral("/unlit");
}

StudioSettings loadSettings(const QString& file) {
    const QSettings store(file, QSettings::IniFormat);
    StudioSettings settings;
    Reader reader(store);
    visitFields(reader, settings);
    PaintLimits& paint = settings.viewer.paintLimits;
    if (paint.low < 0 || paint.high <= paint.low)
        paint = {};
    return settings;
}

bool canSaveSettings(const QString& file) {
    const QFileInfo there(file);
    if (there.exists() && !there.isWritable())
        return false;
    QFileInfo folder(there.absolutePath());
    while (!folder.exists() && !folder.isRoot())
        folder.setFile(folder.absolutePath());
    return folder.isDir() && folder.isWritable();
}

namespace {

/// The file knows texts and lists of them; a list of one is a text there.
QString textIn(const QVariant& value) {
    return value.typeId() == QMetaType::QStringList ? value.toStringList().join(u'\n')
                                                    : value.toString();
}

/// Into a copy of the file, which is read again: Qt does not see every write that fails.
bool writeCopy(const QString& file, const QString& copy, const StudioSettings& settings,
               const StudioSettings* before) {
    if (QFile::exists(file) && !QFile::copy(file, copy))
        return false;
    QSettings store(copy, QSettings::IniFormat);
    const StoredValues old = before != nullptr ? valuesOf(*before) : StoredValues();
    const StoredValues now = valuesOf(settings);
    for (const QString& earlier : now.earlier)
        store.remove(earlier);
    for (const auto& [key, value] : now.ofKeys) {
        const auto was = old.ofKeys.find(key);
        const bool isOurs = was == old.ofKeys.end() || was->second != value;
        if (!value.isValid() && isOurs)
            store.remove(key);
        else if (value.isValid() && (isOurs || !store.contains(key)))
            store.setValue(key, value);
    }
    store.sync();
    if (store.status() != QSettings::NoError)
        return false;
    // Under a name that Qt remembers nothing of.
    const QString again = copy + QStringLiteral(".again");
    if (!QFile::rename(copy, again))
        return false;
    const QSettings written(again, QSettings::IniFormat);
    for (const QString& key : store.allKeys())
        if (textIn(written.value(key)) != textIn(store.value(key)))
            return false;
    return true;
}

} // namespace

bool saveSettings(const QString& file, const StudioSettings& settings,
                  const StudioSettings* before) {
    if (!QDir().mkpath(QFileInfo(file).absolutePath()))
        return false;
    QLockFile lock(file + QStringLiteral(".lock")); // of studios that close at the same time
    lock.tryLock(kLockPatienceMs);
    const QTemporaryDir folder(file + QStringLiteral(".XXXXXX"));
    const QString copy = folder.filePath(QStringLiteral("studio.ini"));
    if (!folder.isValid() || !writeCopy(file, copy, settings, before))
        return false;
    QFile whole(copy + QStringLiteral(".again"));
    if (!whole.open(QIODevice::ReadOnly))
        return false;
    try {
        writeAtomically(toPath(file), whole.readAll().toStdString());
    } catch (...) {
        logSwallowed("writing the settings");
        return false;
    }
    return true;
}

} // namespace unlit::ui
