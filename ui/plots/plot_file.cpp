#include "ui/plots/plot_file.h"

#include "core/base/failure.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_export.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QInputDialog>
#include <QRegularExpression>

namespace unlit::ui {

namespace {

const QString kSizedPng = QStringLiteral("png size");
const QString kCopy = QStringLiteral("copy");
const QString kUsualSize = QStringLiteral("1600 × 600");

/// nullopt where it was called off, or is no size, which is said.
std::optional<QSize> askSize(QWidget* parent, MessageBar& message) {
    bool isGiven = false;
    const QString text = QInputDialog::getText(parent, QObject::tr("Export the plot"),
                                               QObject::tr("Width × height in pixels"),
                                               QLineEdit::Normal, kUsualSize, &isGiven);
    if (!isGiven)
        return std::nullopt;
    const auto size = sizeOfText(text);
    if (!size)
        message.say(MessageBar::Kind::Bad, QObject::tr("%1 is no size").arg(text),
                    QObject::tr("Write width and height in pixels, as 1600 × 600."), {});
    return size;
}

void savePlot(MetricPlot& plot, const QString& suffix, const std::filesystem::path& file) {
    if (suffix == QStringLiteral("png"))
        savePng(plot, file);
    else if (suffix == QStringLiteral("pdf"))
        savePdf(plot, file);
    else if (suffix == QStringLiteral("svg"))
        saveSvg(plot, file);
    else
        saveCsv(plot, file);
}

} // namespace

const QStringList& plotExports() {
    static const QStringList kinds = {QStringLiteral("png"), kSizedPng,
                                      QStringLiteral("pdf"), QStringLiteral("svg"),
                                      QStringLiteral("csv"), kCopy};
    return kinds;
}

QString plotExportText(const QString& kind) {
    return kind == kCopy       ? QObject::tr("Copy as a picture")
           : kind == kSizedPng ? QObject::tr("PNG of a size…")
                               : kind.toUpper() + u'…';
}

std::optional<QSize> sizeOfText(const QString& text) {
    static const QRegularExpression form(
        QStringLiteral("^\\s*(\\d{1,6})\\s*[x×*]\\s*(\\d{1,6})\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(text);
    return match.hasMatch()
               ? std::optional(QSize(match.captured(1).toInt(), match.captured(2).toInt()))
               : std::nullopt;
}

void exportPlot(MetricPlot& plot, const QString& kind, QWidget* parent, MessageBar& message) {
    if (kind == kCopy) {
        QGuiApplication::clipboard()->setImage(pictureOf(plot));
        message.say(MessageBar::Kind::Good, QObject::tr("Copied"),
                    QObject::tr("The plot as it is on show."), {});
        return;
    }
    const auto size = kind == kSizedPng ? askSize(parent, message) : std::optional(QSize());
    if (!size)
        return;
    const QString suffix = kind.section(u' ', 0, 0);
    const QString file = QFileDialog::getSaveFileName(parent, QObject::tr("Export the plot"),
                                                      QStringLiteral("plot.") + suffix,
                                                      QStringLiteral("*.") + suffix);
    if (file.isEmpty())
        return;
    try {
        if (kind == kSizedPng)
            savePaperPng(plot, toPath(file), *size);
        else
            savePlot(plot, suffix, toPath(file));
        message.say(MessageBar::Kind::Good, QObject::tr("Saved"), file, {});
    } catch (...) {
        const Failure failure = translateCurrentException();
        message.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), {});
    }
}

void exportScatter(ScatterPlot& plot, const QString& suffix, QWidget* parent, MessageBar& message) {
    const QString file = QFileDialog::getSaveFileName(parent, QObject::tr("Export the scatter"),
                                                      QStringLiteral("scatter.") + suffix,
                                                      QStringLiteral("*.") + suffix);
    if (file.isEmpty())
        return;
    try {
        if (suffix == QStringLiteral("svg"))
            plot.saveSvg(toPath(file));
        else
            plot.savePng(toPath(file));
        message.say(MessageBar::Kind::Good, QObject::tr("Wrote %1").arg(file), {}, {});
    } catch (...) {
        const Failure failure = translateCurrentException();
        message.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), {});
    }
}

} // namespace unlit::ui
