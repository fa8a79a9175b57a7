// What happens when the window is on the screen.
#pragma once

#include <QObject>
#include <QWidget>

#include <functional>

namespace unlit {

/// Calls `then` once, when `window` has been painted for the first time with all that lies in it.
/// The window owns it. GUI thread.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    FirstPaint(QWidget& window, std::function<void()> then);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void()> m_then;
};

/// Milliseconds of the processor so far, of all threads.
double processorMs();

/// What the splash of unlit-studio (app/start) waits for, if there is one: to be called at the
/// beginning of main, before another program could be started that inherits it. The splash goes
/// when what comes back is called, or with this process.
std::function<void()> takeSplash();

} // namespace unlit
