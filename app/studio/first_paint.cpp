#include "app/studio/first_paint.h"

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>

#include <cstdio>
#include <ctime>

namespace unlit {

double FirstPaint::processorMs() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

FirstPaint::FirstPaint(QWidget& window, double beforeMainMs)
    : QObject(&window), m_beforeMainMs(beforeMainMs) {
    window.installEventFilter(this);
}

bool FirstPaint::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Paint && !m_isPainted) {
        m_isPainted = true;
        // Back in the event loop the whole frame is drawn: what lies in the window, too.
        QTimer::singleShot(0, this, [this] {
            tell();
            QCoreApplication::quit();
        });
    }
    return QObject::eventFilter(watched, event);
}

void FirstPaint::tell() const {
    std::printf("%.1f %.1f\n", m_beforeMainMs, processorMs() - m_beforeMainMs);
    std::fflush(stdout);
}

} // namespace unlit
