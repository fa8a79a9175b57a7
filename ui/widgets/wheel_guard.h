// Keeps the wheel from changing values that pass under the pointer while a column is scrolled.
#pragma once

#include <QObject>

class QWidget;

namespace unlit::ui {

class WheelGuard : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The control takes the wheel only while it has the focus, which the wheel does not give.
    void watch(QWidget* control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace unlit::ui
