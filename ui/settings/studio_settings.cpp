#include "ui/settings/studio_settings.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/session/output_names.h"

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

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
    visitor.choice("infer/quality", s.infer.quality, Quality::Custom);
    visitor.number("infer/steps", s.infer.custom.steps, 1, 1000);
    visitor.number("infer/ensemble", s.infer.custom.ensemble, 1, 100);
    visitor.number("infer/processing_px", s.infer.custom.processingRes, 0, 16384);
    visitor.seed("infer/seed", s.infer.seed);
    visitor.choice("infer/precision", s.infer.precision, Precision::Float16);
    visitor.choice("infer/tiles", s.infer.tiles, TileMode::On);
    visitor.choice("infer/detail", s.infer.detail, DetailMode::Guided);
    visitor.choice("infer/keep_black", s.infer.keepBlack, KeepBlack::Auto);
    visitor.flag("infer/ends_settled", s.infer.endsSettled);
    visitor.number("infer/strength_percent", s.infer.strengthPercent, kModelsStrength, 100);
    visitor.choice("output/kind", s.infer.output.kind, OutputKind::AsInput);
    visitor.string("output/folder", s.infer.output.folder);
    visitor.name("output/name", s.infer.output.name);
    visitor.flag("output/uncertainty", s.infer.output.uncertainty);
    visitor.flag("output/sidecar", s.infer.output.sidecar);
    visitor.flag("output/skip_existing", s.infer.output.skipExisting);
    visitor.flag("output/save_when_done", s.infer.output.saveWhenDone);
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
    visitor.number("runs/view", s.runs.view, 0, 3);
    visitor.bytes("runs/columns", s.runs.columns);
    visitor.bytes("runs/table_columns", s.runs.tableColumns);
    visitor.string("train/run", s.train.run);
    visitor.list("train/recent", s.train.recent);
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
    visitor.number("data/synthesis_count", s.data.synthesisCount, 1, 1'000'000);
    visitor.number("data/synthesis_size", s.data.synthesisSize, 16, 2048);
    visitor.number("data/synthesis_samples", s.data.synthesisSamples, 1, 256);
    visitor.seed("data/synthesis_seed", s.data.synthesisSeed);
    visitor.number("data/synthesis_repaint_percent", s.data.synthesisRepaintPercent, 0, 100);
    visitor.number("data/synthesis_swap_percent", s.data.synthesisSwapPercent, 0, 100);
    visitor.flag("data/synthesis_half", s.data.synthesisHalf);
    visitor.list("models/roots", s.models.roots);
    visitor.number("models/view", s.models.view, 0, 5);
    visitor.bytes("models/columns", s.models.columns);
    visitor.bytes("models/table_columns", s.models.tableColumns);
}

class Writer {
public:
    explicit Writer(QSettings& store) : m_store(store) {}

    template <class E, class ToText, class FromText>
    void text(const char* key, E& value, ToText toText, FromText) {
        set(key, toText(value));
    }

    void bytes(const char* key, QByteArray& value) { set(key, value); }

    void string(const char* key, QString& value) { set(key, value); }

    void name(const char* key, QString& value) { set(key, value); }

    void list(const char* key, QStringList& value) { set(key, value); }

    template <class E>
    void choice(const char* key, E& value, E) {
        set(key, static_cast<int>(value));
    }

    void number(const char* key, int& value, int, int) { set(key, value); }

    void real(const char* key, double& value) { set(key, value); }

    void seed(const char* key, std::uint64_t& value) { set(key, QString::number(value)); }

    void flag(const char* key, bool& value) { set(key, value); }

private:
    void set(const char* key, const QVariant& value) {
        m_store.setValue(QString::fromLatin1(key), value);
    }

    QSettings& m_store;
};

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

    /// A template that cannot be used is left out.
    void name(const char* key, QString& value) {
        const QString stored = get(key).toString();
        try {
            checkOutputName(stored.toStdString());
            value = stored;
        } catch (const Error&) {
            logSwallowed(std::string("taking the setting ") + key);
        }
    }

    void list(const char* key, QStringList& value) { value = get(key).toStringList(); }

    template <class E>
    void choice(const char* key, E& value, E last) {
        int index = static_cast<int>(value);
        number(key, index, 0, static_cast<int>(last));
        value = static_cast<E>(index);
    }

    void number(const char* key, int& value, int least, int most) {
        bool isNumber = false;
        const int stored = get(key).toInt(&isNumber);
        if (isNumber && stored >= least && stored <= most)
            value = stored;
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

bool saveSettings(const QString& file, const StudioSettings& settings) {
    QSettings store(file, QSettings::IniFormat);
    StudioSettings copy = settings;
    Writer writer(store);
    visitFields(writer, copy);
    store.sync();
    return store.status() == QSettings::NoError;
}

} // namespace unlit::ui
