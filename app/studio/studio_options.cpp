#include "app/studio/studio_options.h"

#include "core/base/version.h"
#include "ui/bridge/text.h"

#include <QCommandLineParser>

namespace unlit {

namespace {

using namespace Qt::Literals::StringLiterals;

void addOptions(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        u"Takes the light out of pictures.\nFILE is an image, a folder of images, or a model "
        u"folder."_s);
    parser.addPositionalArgument(u"FILE"_s, u"Images to queue."_s, u"[FILE…]"_s);
    parser.addOptions(
        {{u"model"_s, u"Model folder in the diffusers layout; default: the last one."_s, u"DIR"_s},
         {u"runs"_s, u"Folder whose training runs are watched, too; may be given again."_s,
          u"DIR"_s},
         {u"theme"_s, u"dark or light; default: the last one, at first dark."_s, u"THEME"_s},
         {u"screenshot"_s, u"Write pictures of the window with sample content to DIR, and leave."_s,
          u"DIR"_s},
         {u"page"_s, u"With --screenshot: infer, data, train, runs or models; default: all."_s,
          u"PAGE"_s},
         {u"state"_s, u"With --screenshot: empty, busy, failed or full; default: all."_s,
          u"STATE"_s},
         {u"size"_s, u"With --screenshot: logical pixels; default: 1440x900."_s, u"WxH"_s},
         {u"scale"_s, u"With --screenshot: file pixels per logical pixel, 0.5 to 4; default: 1."_s,
          u"SCALE"_s},
         {{u"h"_s, u"help"_s}, u"Show this help."_s},
         {{u"v"_s, u"version"_s}, u"Show the version."_s}});
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
         u"empty, busy, failed, full, side, difference, uncertainty, pixels or keys"_s, options,
         screenshot.state, ui::screenshotStateFromString);
    take(parser, u"size"_s, u"WIDTHxHEIGHT from 64x64 to 16384x16384"_s, options, screenshot.size,
         sizeFrom);
    take(parser, u"scale"_s, u"a number from 0.5 to 4"_s, options, options.scale, scaleFrom);
    screenshot.runRoots = options.runRoots;
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
        options.answer = parser.helpText();
    else if (parser.isSet(u"version"_s))
        options.answer = u"unlit-studio %1\n"_s.arg(ui::toQString(version()));
    options.model = parser.value(u"model"_s);
    for (const QString& root : parser.values(u"runs"_s))
        options.runRoots += ui::toQString(std::filesystem::absolute(ui::toPath(root)));
    take(parser, u"theme"_s, u"dark or light"_s, options, options.theme, ui::themeKindFromString);
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
