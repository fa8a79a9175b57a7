#include "ui/screenshot/wait_until.h"

#include "core/base/error.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

namespace unlit::ui {

namespace {

constexpr int kPatienceMs = 30'000;

} // namespace

void waitUntil(const std::function<bool()>& isTrue) {
    QElapsedTimer clock;
    clock.start();
    while (!isTrue()) {
        if (clock.elapsed() > kPatienceMs)
            throw Error::internal("the samples did not load in half a minute");
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QThread::msleep(2);
    }
}

} // namespace unlit::ui
