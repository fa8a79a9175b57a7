// A number of stops that may also be "Auto".
#pragma once

#include <QDoubleSpinBox>

#include <optional>

namespace unlit::ui {

/// Shows "Auto", "Auto (+0.7 EV)" once the automatic value is known, or "+1.5 EV". The arrows start
/// from the automatic value; "auto" or an empty box goes back to it.
class ExposureBox : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit ExposureBox(QWidget* parent = nullptr);

    /// Unset = automatic.
    std::optional<double> exposure() const;
    void setExposure(std::optional<double> ev);
    /// What automatic comes to for the picture at hand; unset = not known yet.
    void setAutomaticEv(std::optional<double> ev);

    void stepBy(int steps) override;

signals:
    void exposureEdited();

protected:
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;

private:
    void showText();

    mutable bool m_isAuto = true; // Qt asks for the value of a text through const functions
    std::optional<double> m_automatic;
    std::optional<double> m_told; // the last value that exposureEdited stood for
};

} // namespace unlit::ui
