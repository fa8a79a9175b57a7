// What the GUI thread is busy with: the processor's time for each thing that its event loop
// handles, whatever else runs on the machine, beside the clock's.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace unlit::bench {

struct Handled {
    std::string what; ///< receiver and kind of event
    double ms = 0;    ///< of the GUI thread's processor time, with all that it led to
    double wallMs = 0;
};

/// Counts from the first event on. GUI thread.
class BusyApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        // Either may be gone afterwards.
        const char* name = receiver->metaObject()->className();
        const QEvent::Type type = event->type();
        ++m_depth;
        const double before = nowMs(CLOCK_THREAD_CPUTIME_ID);
        const double wallBefore = nowMs(CLOCK_MONOTONIC);
        const bool isDone = QApplication::notify(receiver, event);
        const double ms = nowMs(CLOCK_THREAD_CPUTIME_ID) - before;
        const double wallMs = nowMs(CLOCK_MONOTONIC) - wallBefore;
        --m_depth;
        m_handled.push_back({std::string(name) + " " + nameOf(type), ms, wallMs});
        return isDone;
    }

    std::vector<Handled> take() { return std::exchange(m_handled, {}); }

private:
    static double nowMs(clockid_t clock) {
        timespec time{};
        clock_gettime(clock, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    }

    static std::string nameOf(QEvent::Type type) {
        const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
        return name != nullptr ? name : "event";
    }

    int m_depth = 0;
    std::vector<Handled> m_handled;
};

/// The longest ones first.
inline void tellBusiest(std::vector<Handled> handled, std::size_t count) {
    std::ranges::sort(handled, std::ranges::greater{}, &Handled::ms);
    for (std::size_t i = 0; i < std::min(count, handled.size()); ++i)
        std::printf("    GUI thread %7.2f ms of processor, %8.2f of clock: %s\n", handled[i].ms,
                    handled[i].wallMs, handled[i].what.c_str());
    std::fflush(stdout);
}

} // namespace unlit::bench
