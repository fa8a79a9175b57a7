#include "ui/plots/plot_file.h"

#include "core/base/failure.h"
#include "ui/kit/text.h"

#include <QFileDialog>

namespace unlit::ui {

void exportPlot(MetricPlot& plot, const QString& suffix, QWidget* parent, MessageBar& message) {
    const QString file = QFileDialog::getSaveFileName(parent, QObject::tr("Export the plot"),
                                                      QStringLiteral("plot.") + suffix,
                                                      QStringLiteral("*.") + suffix);
    if (file.isEmpty())
        return;
    try {
        if (suffix == QStringLiteral("png"))
            plot.savePng(toPath(file));
        else if (suffix == QStringLiteral("pdf"))
            plot.savePdf(toPath(file));
        else if (suffix == QStringLiteral("svg"))
            plot.saveSvg(toPath(file));
        else
            plot.saveCsv(toPath(file));
        message.say(MessageBar::Kind::Good, QObject::tr("Saved"), file, {});
    } catch (...) {
        const Failure failure = translateCurrentException();
        message.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), {});
    }
}

} // namespace unlit::ui
