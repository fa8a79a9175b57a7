#include "ui/recipe/value_line.h"

#include "core/config/schema/value_text.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace unlit::ui {

namespace {

constexpr int kMarginPx = 9;
constexpr int kPage = 10; ///< steps of a page key
constexpr int kWheelStep = 120;
constexpr double kLargest = 1e15;

/// The power of ten of the leading digit.
double decadeOf(double number) {
    return std::pow(10.0, std::floor(std::log10(number) + 1e-9));
}

/// Without the dust of binary fractions.
double rounded(double number, double unit) {
    return std::strtod(QString::number(std::round(number / unit) * unit, 'g', 12).toLatin1(),
                       nullptr);
}

} // namespace

ValueLine::ValueLine(QWidget* parent) : QLineEdit(parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void ValueLine::setUnit(const QString& unit) {
    m_unit = unit;
    placeUnit();
}

void ValueLine::stepBy(int steps) {
    if (!m_step)
        return;
    const QString next = m_step(text().isEmpty() ? placeholderText() : text(), steps);
    if (next.isEmpty() || next == text())
        return;
    setText(next);
    selectAll();
    emit textEdited(next);
}

bool ValueLine::event(QEvent* event) {
    // The history of the recipe is the only one: a field of its own would undo half of a step.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void ValueLine::keyPressEvent(QKeyEvent* event) {
    int steps = 0;
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        steps = event->key() == Qt::Key_Up ? 1 : -1;
    else if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown)
        steps = event->key() == Qt::Key_PageUp ? kPage : -kPage;
    if (m_step && steps != 0)
        return stepBy(steps);
    if (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo))
        return event->ignore();
    QLineEdit::keyPressEvent(event);
}

void ValueLine::wheelEvent(QWheelEvent* event) {
    if (!m_step || !hasFocus())
        return event->ignore();
    const int steps = event->angleDelta().y() / kWheelStep;
    if (steps != 0)
        stepBy(steps);
    event->accept();
}

void ValueLine::placeUnit() {
    const int width = m_unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_unit) + kMarginPx;
    m_isUnitShown = width > 0 && width < this->width() / 2;
    setTextMargins(0, 0, m_isUnitShown ? width : 0, 0);
    update();
}

void ValueLine::resizeEvent(QResizeEvent* event) {
    QLineEdit::resizeEvent(event);
    placeUnit();
}

void ValueLine::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!m_isUnitShown)
        return;
    QPainter painter(this);
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setPen(isEnabled() ? tokens.secondary : tokens.disabled);
    painter.drawText(rect().adjusted(0, 0, -kMarginPx, 0), Qt::AlignRight | Qt::AlignVCenter,
                     m_unit);
}

QString wholeStep(const QString& text, int steps) {
    bool isNumber = false;
    const qlonglong number = text.toLongLong(&isNumber);
    if (!isNumber || std::abs(static_cast<double>(number)) > kLargest)
        return {};
    const double size = std::abs(static_cast<double>(number));
    const auto unit = size < 100 ? 1 : static_cast<qlonglong>(decadeOf(size) / 10);
    return QString::number(number + steps * unit);
}

QString numberStep(const QString& text, int steps) {
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    if (!isNumber || std::abs(number) > kLargest)
        return {};
    const double unit = number == 0 ? 0.1 : decadeOf(std::abs(number)) / 10;
    return toQString(config::numberText(rounded(number + steps * unit, unit)));
}

QString logarithmicStep(const QString& text, int steps) {
    bool isNumber = false;
    double number = text.toDouble(&isNumber);
    if (!isNumber || number <= 0 || number > kLargest)
        return {};
    for (int i = 0; i < std::abs(steps); ++i) {
        double unit = decadeOf(number);
        const bool isFirst = number <= unit * (1 + 1e-9);
        if (steps < 0 && isFirst)
            unit /= 10; // 1e-4 is followed by 9e-5
        number = rounded(number + (steps > 0 ? unit : -unit), unit);
    }
    return toQString(config::numberText(number));
}

} // namespace unlit::ui
