#include "app/studio/first_paint.h"

#include "app/start/splash_request.h"

#include <QEvent>
#include <QTimer>

#include <ctime>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace unlit {

FirstPaint::FirstPaint(QWidget& window, std::function<void()> then)
    : QObject(&window), m_then(std::move(then)) {
    window.installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint && m_then) {
        // Back in the event loop the whole frame is drawn: what lies in the window, too.
        QTimer::singleShot(0, this, std::exchange(m_then, {}));
    }
    return QObject::eventFilter(watched, event);
}

double processorMs() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

std::function<void()> takeSplash() {
    bool isNumber = false;
    const int pipe = qEnvironmentVariableIntValue(kSplashVariable, &isNumber);
    qunsetenv(kSplashVariable);
    if (!isNumber || pipe <= STDERR_FILENO || fcntl(pipe, F_SETFD, FD_CLOEXEC) != 0)
        return [] {};
    return [pipe] { close(pipe); };
}

} // namespace unlit
