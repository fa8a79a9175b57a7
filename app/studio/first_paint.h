// How long the window takes from the start of the program until it is on the screen.
#pragma once

#include <QObject>
#include <QWidget>

namespace unlit {

/// When `window` has been painted for the first time, prints one line to stdout and ends the
/// application: milliseconds of processor time that went by before main (the system loads the
/// libraries then), and from there to the first frame. GUI thread.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    /// At the very beginning of main: milliseconds of the processor so far, of all threads.
    static double processorMs();

    FirstPaint(QWidget& window, double beforeMainMs);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tell() const;

    double m_beforeMainMs;
    bool m_isPainted = false;
};

} // namespace unlit
