#include "ui/bridge/run_watcher.h"

#include "core/runs/run_catalog.h"
#include "ui/kit/text.h"

#include <chrono>
#include <utility>

namespace unlit::ui {

namespace {

constexpr std::size_t kRowsAtOnce = 500; // told together while many are found
constexpr std::chrono::milliseconds kTellAfter{100};

double nowSeconds() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

RunWatcher::RunWatcher(QObject* parent)
    : QObject(parent), m_thread([this](const std::stop_token& stop) { run(stop); }) {}

RunWatcher::~RunWatcher() {
    const std::scoped_lock lock(m_mutex);
    m_thread.request_stop();
    m_stopLook.request_stop();
    m_wake.notify_all();
}

void RunWatcher::setRoots(std::vector<std::filesystem::path> roots) {
    const std::scoped_lock lock(m_mutex);
    m_roots = std::move(roots);
    ++m_generation;
    m_isAsked = true;
    m_stopLook.request_stop();
    m_wake.notify_all();
}

void RunWatcher::setPeriod(int milliseconds) {
    const std::scoped_lock lock(m_mutex);
    m_periodMs = milliseconds;
    m_isAsked = true;
    m_wake.notify_all();
}

void RunWatcher::lookNow() {
    const std::scoped_lock lock(m_mutex);
    m_isAsked = true;
    m_wake.notify_all();
}

void RunWatcher::lookAgainAt(const std::filesystem::path& run) {
    const std::scoped_lock lock(m_mutex);
    m_toTellAgain.push_back(run);
    m_isAsked = true;
    m_wake.notify_all();
}

/// On the GUI thread, unless other roots have been set meanwhile.
template <class Tell>
void RunWatcher::tell(int generation, Tell tell) {
    QMetaObject::invokeMethod(this, [this, generation, tell = std::move(tell)] {
        if (generation == m_generation)
            tell();
    });
}

void RunWatcher::run(const std::stop_token& stop) {
    runs::RunCatalog catalog({});
    int generation = -1;
    while (!stop.stop_requested()) {
        std::stop_token stopLook;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, std::chrono::milliseconds(m_periodMs),
                            [this] { return m_isAsked; });
            m_isAsked = false;
            m_stopLook = {};
            stopLook = m_stopLook.get_token();
            if (generation != m_generation)
                catalog = runs::RunCatalog(m_roots);
            generation = m_generation;
            for (const std::filesystem::path& run : std::exchange(m_toTellAgain, {}))
                catalog.tellAgain(run);
        }
        if (stop.stop_requested())
            return;
        std::vector<runs::RunSummary> rows;
        auto toldAt = std::chrono::steady_clock::now();
        const auto tellRows = [&] {
            if (!rows.empty())
                tell(generation,
                     [this, rows = std::exchange(rows, {})] { emit rowsChanged(rows); });
            toldAt = std::chrono::steady_clock::now();
        };
        const auto problems = catalog.refresh(
            nowSeconds(), stopLook,
            [&](const runs::RunSummary& row) {
                rows.push_back(row);
                if (rows.size() >= kRowsAtOnce ||
                    std::chrono::steady_clock::now() - toldAt > kTellAfter)
                    tellRows();
            },
            [&](const std::filesystem::path& folder) {
                tell(generation, [this, folder] { emit rowGone(folder); });
            });
        tellRows();
        QStringList words;
        for (const std::string& problem : problems)
            words += toQString(problem);
        if (!stopLook.stop_requested())
            tell(generation, [this, words] { emit looked(words); });
    }
}

} // namespace unlit::ui
