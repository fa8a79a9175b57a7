// A field for one value that is typed: its unit stands in it, and arrow keys and wheel move
// numbers.
#pragma once

#include <QLineEdit>

#include <functional>

namespace unlit::ui {

class ValueLine : public QLineEdit {
    Q_OBJECT

public:
    explicit ValueLine(QWidget* parent = nullptr);

    /// Shown at the right, in a softer colour; left out where the field is too narrow for it.
    void setUnit(const QString& unit);

    const QString& unit() const { return m_unit; }

    /// The text that is `steps` above `text`, or empty where there is none. Without one, keys and
    /// wheel move nothing.
    using Step = std::function<QString(const QString& text, int steps)>;

    void setStep(Step step) { m_step = std::move(step); }

    /// What the steps do to the text, the limits included; as a key does it.
    void stepBy(int steps);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeUnit();

    QString m_unit;
    bool m_isUnitShown = false;
    Step m_step;
};

/// Steps of a whole number: by 1, from 100 on by the second digit.
QString wholeStep(const QString& text, int steps);
/// Steps of a number: by a tenth of its size, on round values.
QString numberStep(const QString& text, int steps);
/// From 3e-5 to 4e-5, from 9e-5 to 1e-4.
QString logarithmicStep(const QString& text, int steps);

} // namespace unlit::ui
