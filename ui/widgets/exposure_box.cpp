#include "ui/widgets/exposure_box.h"

#include "core/session/infer/request_schema.h"

#include <QLineEdit>
#include <QSignalBlocker>

namespace unlit::ui {

namespace {

QString stops(double ev) {
    return QStringLiteral("%1%2 EV")
        .arg(ev < 0 ? QString() : QStringLiteral("+"))
        .arg(ev, 0, 'f', 1);
}

/// The number in "+1.5 EV" or "1.5"; unset for words.
std::optional<double> numberIn(const QString& text) {
    QString digits = text;
    digits.remove(QStringLiteral("EV"), Qt::CaseInsensitive).remove(u' ').remove(u'+');
    digits.replace(u',', u'.');
    bool isNumber = false;
    const double value = digits.toDouble(&isNumber);
    return isNumber ? std::optional(value) : std::nullopt;
}

} // namespace

ExposureBox::ExposureBox(QWidget* parent) : QDoubleSpinBox(parent) {
    std::optional<double> any;
    const config::WholeLimits limits = limitsOf(exposureOption(any));
    setRange(limits.least, limits.most);
    setSingleStep(0.5);
    setDecimals(1);
    showText();
    connect(this, &QDoubleSpinBox::editingFinished, this, [this] {
        const auto now = exposure();
        if (now == m_told)
            return;
        m_told = now;
        showText();
        emit exposureEdited();
    });
}

std::optional<double> ExposureBox::exposure() const {
    return m_isAuto ? std::nullopt : std::optional(value());
}

void ExposureBox::setExposure(std::optional<double> ev) {
    const QSignalBlocker quiet(this);
    m_isAuto = !ev.has_value();
    m_told = ev;
    if (ev)
        setValue(*ev);
    m_isAuto = !ev.has_value();
    showText();
}

void ExposureBox::setAutomaticEv(std::optional<double> ev) {
    m_automatic = ev;
    if (m_isAuto)
        showText();
}

void ExposureBox::stepBy(int steps) {
    const double from = m_isAuto ? m_automatic.value_or(0.0) : value();
    m_isAuto = false;
    setValue(from + steps * singleStep());
    m_isAuto = false;
    showText();
    m_told = exposure();
    emit exposureEdited();
}

QString ExposureBox::textFromValue(double value) const {
    if (!m_isAuto)
        return stops(value);
    return m_automatic ? tr("Auto (%1)").arg(stops(*m_automatic)) : tr("Auto");
}

double ExposureBox::valueFromText(const QString& text) const {
    const auto number = numberIn(text);
    m_isAuto = !number;
    return number.value_or(value());
}

QValidator::State ExposureBox::validate(QString& text, int&) const {
    const bool isWord = text.isEmpty() || text.startsWith(u'a', Qt::CaseInsensitive);
    return isWord || numberIn(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

void ExposureBox::showText() {
    lineEdit()->setText(textFromValue(value()));
}

} // namespace unlit::ui
