// What is asked when the albedo of a place is known: its value, or the surface that is there.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QLabel>
#include <QPoint>
#include <QPushButton>

namespace unlit::ui {

/// A place of a picture whose albedo is about to be named.
struct AnchorPlace {
    QPoint pixel;
    double albedo = 0; ///< luminance that is shown there now, linear
    double scale = 1;  ///< that it has been multiplied by
    int images = 1;    ///< in the queue
};

/// Goes by itself when something else is clicked, and on Esc. GUI thread.
class AnchorPopup : public QFrame {
    Q_OBJECT

public:
    explicit AnchorPopup(QWidget* parent = nullptr);

    void showAt(const QPoint& globalPlace, const AnchorPlace& place);

    QDoubleSpinBox& value() { return *m_value; }

    QComboBox& surfaces() { return *m_surface; }

    QCheckBox& forAll() { return *m_forAll; }

signals:
    /// The place shall have this albedo (linear, above 0, at most 1).
    void anchored(double albedo, bool forAll);
    /// The model's own brightness.
    void resetAsked(bool forAll);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fillSurfaces();
    void accept();
    void showSurfaceOfValue();

    QLabel* m_title;
    QLabel* m_now;
    QDoubleSpinBox* m_value;
    QComboBox* m_surface;
    QCheckBox* m_forAll;
    QPushButton* m_reset;
    QPushButton* m_anchor;
};

} // namespace unlit::ui
