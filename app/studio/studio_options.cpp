#include "app/studio/studio_options.h"

#include "app/cli/help/describe.h"
#include "core/base/version.h"
#include "ui/kit/text.h"

#include <QCommandLineParser>

namespace unlit {

namespace {

using namespace Qt::Literals::StringLiterals;

const QString kDescription = u"Takes the light out of pictures."_s;
const QString kFileHelp =
    u"An image, a folder of images, a model folder, a recipe, or a run's folder"_s;

QList<QCommandLineOption> studioOptionList() {
    return {
        {u"model"_s, u"Model folder in the diffusers layout; default: the last one."_s, u"DIR"_s},
        {u"runs"_s, u"Folder whose training runs are watched, too; may be given again."_s,
         u"DIR"_s},
        {u"train"_s, u"Folder of a run that the Train page shows."_s, u"RUN"_s},
        {u"data"_s, u"Folder, archive or list that the Data page opens."_s, u"SET"_s},
        {u"theme"_s, u"dark or light; default: the last one, at first dark."_s, u"THEME"_s},
        {u"language"_s,
         u"system, en or de; default: as chosen in the View menu, in pictures of --screenshot en."_s,
         u"LANGUAGE"_s},
        {u"screenshot"_s, u"Write pictures of the window with sample content to DIR, and leave."_s,
         u"DIR"_s},
        {u"page"_s, u"With --screenshot: infer, data, train, runs or models; default: all."_s,
         u"PAGE"_s},
        {u"state"_s,
         u"With --screenshot: empty, busy, failed, full or another of the page; default: all."_s,
         u"STATE"_s},
        {u"size"_s, u"With --screenshot: logical pixels; default: 1440x900."_s, u"WxH"_s},
        {u"scale"_s, u"With --screenshot: file pixels per logical pixel, 0.5 to 4; default: 1."_s,
         u"SCALE"_s},
        {{u"h"_s, u"help"_s}, u"Show this help."_s},
        {{u"v"_s, u"version"_s}, u"Show the version."_s}};
}

void addOptions(QCommandLineParser& parser) {
    parser.setApplicationDescription(kDescription);
    parser.addPositionalArgument(u"FILE"_s, kFileHelp + u'.', u"[FILE…]"_s);
    parser.addOptions(studioOptionList());
    QCommandLineOption man(u"man"_s, u"Print the manual page."_s); // of use to packagers
    QCommandLineOption firstPaint(u"first-paint"_s,
                                  u"Leave after the first frame."_s); // of a bench
    for (QCommandLineOption* hidden : {&man, &firstPaint}) {
        hidden->setFlags(QCommandLineOption::HiddenFromHelp);
        parser.addOption(*hidden);
    }
}

/// The same options as the command line of `unlit` describes its own.
cli::CommandText describeStudio() {
    cli::SectionText section{"Options", {}};
    cli::OptionText files;
    files.names = {"FILE"};
    files.help = kFileHelp.toStdString();
    files.isPositional = files.isRepeated = true;
    section.options.push_back(files);
    for (const QCommandLineOption& option : studioOptionList()) {
        cli::OptionText text;
        for (const QString& name : option.names())
            text.names.push_back((name.size() > 1 ? "--" : "-") + name.toStdString());
        text.placeholder = option.valueName().toStdString();
        text.help = option.description().chopped(1).toStdString();
        section.options.push_back(text);
    }
    return {"unlit-studio",
            kDescription.toStdString(),
            "0 done, 1 failed, 2 bad usage. More: unlit(1).",
            {section},
            {}};
}

std::optional<QSize> sizeFrom(const QString& text) {
    const QStringList parts = text.split(u'x');
    bool isWidth = false;
    bool isHeight = false;
    const QSize size(parts.value(0).toInt(&isWidth), parts.value(1).toInt(&isHeight));
    const bool isFine = parts.size() == 2 && isWidth && isHeight && size.width() >= 64 &&
                        size.height() >= 64 && size.width() <= 16384 && size.height() <= 16384;
    return isFine ? std::optional(size) : std::nullopt;
}

/// Reads one value if it was given; `read` gives nothing for what it does not know.
template <class Target, class Read>
void take(const QCommandLineParser& parser, const QString& name, const QString& choices,
          StudioOptions& options, Target& target, Read read) {
    if (!parser.isSet(name) || !options.error.isEmpty())
        return;
    const auto value = read(parser.value(name));
    if (value)
        target = *value;
    else
        options.error = u"--%1 %2: use %3"_s.arg(name, parser.value(name), choices);
}

std::optional<double> scaleFrom(const QString& text) {
    bool isNumber = false;
    const double scale = text.toDouble(&isNumber);
    return isNumber && scale >= 0.5 && scale <= 4 ? std::optional(scale) : std::nullopt;
}

void readScreenshot(const QCommandLineParser& parser, StudioOptions& options) {
    ui::ScreenshotOptions screenshot;
    screenshot.folder = parser.value(u"screenshot"_s);
    take(parser, u"page"_s, u"infer, data, train, runs or models"_s, options, screenshot.page,
         ui::pageFromString);
    take(parser, u"state"_s,
         u"empty, busy, failed, full, side, difference, uncertainty, pixels, keys, filter, pair, "
         u"figures, split or synthesize"_s,
         options, screenshot.state, ui::screenshotStateFromString);
    take(parser, u"size"_s, u"WIDTHxHEIGHT from 64x64 to 16384x16384"_s, options, screenshot.size,
         sizeFrom);
    take(parser, u"scale"_s, u"a number from 0.5 to 4"_s, options, options.scale, scaleFrom);
    screenshot.runRoots = options.runRoots;
    screenshot.trainRun = options.trainRun;
    screenshot.set = options.set;
    screenshot.theme = options.theme.value_or(ui::ThemeKind::Dark);
    options.screenshot = screenshot;
}

} // namespace

StudioOptions readStudioOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    addOptions(parser);
    StudioOptions options;
    if (!parser.parse(arguments)) {
        options.error = parser.errorText();
        return options;
    }
    if (parser.isSet(u"help"_s))
        options.answer =
            parser.helpText().replace(u"<executable_name>"_s, u"unlit-studio"_s); // no argv yet
    else if (parser.isSet(u"version"_s))
        options.answer = u"unlit-studio %1\n"_s.arg(ui::toQString(version()));
    else if (parser.isSet(u"man"_s))
        options.answer = ui::toQString(cli::manPageText(describeStudio())) + u'\n';
    options.leavesAfterFirstPaint = parser.isSet(u"first-paint"_s);
    options.model = parser.value(u"model"_s);
    for (const QString& root : parser.values(u"runs"_s))
        options.runRoots += ui::toQString(std::filesystem::absolute(ui::toPath(root)));
    if (parser.isSet(u"train"_s))
        options.trainRun = std::filesystem::absolute(ui::toPath(parser.value(u"train"_s)));
    if (parser.isSet(u"data"_s))
        options.set = ui::toQString(std::filesystem::absolute(ui::toPath(parser.value(u"data"_s))));
    take(parser, u"theme"_s, u"dark or light"_s, options, options.theme, ui::themeKindFromString);
    take(parser, u"language"_s, u"system, en or de"_s, options, options.language,
         ui::languageFromString);
    if (parser.isSet(u"screenshot"_s)) {
        readScreenshot(parser, options);
    } else {
        for (const QString& name : {u"page"_s, u"state"_s, u"size"_s, u"scale"_s}) {
            if (parser.isSet(name) && options.error.isEmpty())
                options.error = u"--%1 goes with --screenshot"_s.arg(name);
        }
    }
    for (const QString& file : parser.positionalArguments())
        options.files.push_back(std::filesystem::absolute(ui::toPath(file)));
    return options;
}

} // namespace unlit
