#include "ui/settings/infer_settings.h"

#include "ui/bridge/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kDraftSizePx = 512;
constexpr int kStandardMembers = 5;
constexpr int kBestMembers = 10;
constexpr int kBestSteps = 10;

QString quoted(const QString& word) {
    static const QString plain = QStringLiteral("/._-+=:,@%");
    const bool isPlain = !word.isEmpty() && std::ranges::all_of(word, [](QChar c) {
        return (c.isLetterOrNumber() && c.unicode() < 128) || plain.contains(c);
    });
    if (isPlain)
        return word;
    QString inside = word;
    return u'\'' + inside.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

class Words {
public:
    void add(const QString& flag) { m_words += flag; }

    void add(const QString& flag, const QString& value) { m_words << flag << quoted(value); }

    void add(const QString& flag, std::string_view value) { add(flag, toQString(value)); }

    QString text() const { return m_words.join(u' '); }

private:
    QStringList m_words;
};

void addInput(Words& words, const InputOptions& input) {
    if (!input.layer.empty())
        words.add(QStringLiteral("--layer"), input.layer);
    if (input.space)
        words.add(QStringLiteral("--input-space"), toString(*input.space));
    if (input.exposureEv)
        words.add(QStringLiteral("--exposure"), QString::number(*input.exposureEv));
}

void addOutput(Words& words, const OutputOptions& output) {
    words.add(QStringLiteral("--output"), toQString(output.folder));
    if (output.layered)
        words.add(QStringLiteral("--layered"));
    else
        words.add(QStringLiteral("--format"), toString(output.format));
    if (output.half)
        words.add(QStringLiteral("--half"));
    if (output.uncertainty && !output.layered)
        words.add(QStringLiteral("--uncertainty"));
}

} // namespace

QualityValues valuesOf(Quality quality, const QualityValues& defaults) {
    const bool isNative = defaults.processingRes == 0;
    switch (quality) {
    case Quality::Draft:
        return {1, 1, isNative ? kDraftSizePx : std::min(kDraftSizePx, defaults.processingRes)};
    case Quality::Standard:
        return {defaults.steps, kStandardMembers, defaults.processingRes};
    case Quality::Best:
        return {std::max(kBestSteps, defaults.steps), kBestMembers, defaults.processingRes};
    case Quality::Custom:
        break;
    }
    return defaults;
}

OutputOptions OutputChoice::optionsFor(const std::filesystem::path& input) const {
    OutputOptions options;
    options.folder = folder.isEmpty() ? input.parent_path() : toPath(folder);
    options.uncertainty = uncertainty;
    switch (kind) {
    case OutputKind::LayeredHalf:
        options.layered = true;
        options.half = true;
        break;
    case OutputKind::ExrHalf:
        options.half = true;
        break;
    case OutputKind::ExrFloat:
        break;
    case OutputKind::Png16:
        options.format = FileFormat::Png16;
        break;
    case OutputKind::Png8:
        options.format = FileFormat::Png8;
        break;
    case OutputKind::Tiff:
        options.format = FileFormat::Tiff;
        break;
    }
    return options;
}

InferOptions InferSettings::optionsWith(const QualityValues& values) const {
    InferOptions options;
    options.steps = values.steps;
    options.ensemble = values.ensemble;
    options.processingRes = values.processingRes;
    options.seed = seed;
    options.precision = precision;
    return options;
}

QString commandLine(const InferenceRequest& request) {
    Words words;
    words.add(QStringLiteral("unlit"));
    words.add(QStringLiteral("infer"), toQString(request.input));
    words.add(QStringLiteral("--model"), toQString(request.model));
    const InferOptions& options = request.options;
    if (options.steps)
        words.add(QStringLiteral("--steps"), QString::number(*options.steps));
    if (options.processingRes)
        words.add(QStringLiteral("--processing-res"), QString::number(*options.processingRes));
    words.add(QStringLiteral("--ensemble"), QString::number(options.ensemble));
    words.add(QStringLiteral("--seed"), QString::number(options.seed));
    if (options.precision != Precision::Auto)
        words.add(QStringLiteral("--precision"), toString(options.precision));
    addInput(words, request.inputOptions);
    if (request.output)
        addOutput(words, *request.output);
    return words.text();
}

} // namespace unlit::ui
