#include "ui/plots/plot_text.h"

#include "core/base/text.h"
#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace unlit::ui {

namespace {

struct PlotWords {
    Q_DECLARE_TR_FUNCTIONS(Plot)
};

/// "1e-05" -> "1e-5".
QString withoutZeros(QString text) {
    text.replace(QStringLiteral("e-0"), QStringLiteral("e-"));
    text.replace(QStringLiteral("e+0"), QStringLiteral("e"));
    text.replace(QStringLiteral("e+"), QStringLiteral("e"));
    return text;
}

QString number(double value, int digits = 6) {
    return withoutZeros(QString::number(value, 'g', digits));
}

QString stepText(double value) {
    if (std::abs(value) >= 1e6)
        return number(value / 1e6) + QStringLiteral("M");
    if (std::abs(value) >= 1e4)
        return number(value / 1e3) + QStringLiteral("k");
    return number(value);
}

QString timeText(double seconds, double step) {
    if (seconds == 0)
        return QStringLiteral("0");
    if (step < 60)
        return PlotWords::tr("%1 s").arg(number(seconds));
    if (step < 3600)
        return PlotWords::tr("%1 min").arg(number(seconds / 60));
    return PlotWords::tr("%1 h").arg(number(seconds / 3600));
}

} // namespace

QString figureText(double value) {
    if (std::isnan(value))
        return PlotWords::tr("not a number");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return number(value, 4);
}

QString tickText(double value, double step, runs::XAxis axis) {
    if (std::abs(value) < step * 1e-9)
        value = 0;
    switch (axis) {
    case runs::XAxis::Step:
        return stepText(value);
    case runs::XAxis::Time:
        return timeText(value, step);
    case runs::XAxis::Epoch:
        break;
    }
    return number(value);
}

QString placeText(std::int64_t step, double epoch, double seconds) {
    return PlotWords::tr("step %1 · epoch %2 · %3")
        .arg(step)
        .arg(QString::number(epoch, 'f', 1), toQString(formatSeconds(seconds)));
}

} // namespace unlit::ui
