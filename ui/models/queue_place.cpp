#include "ui/models/queue_place.h"

#include <cerrno>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kMostStudios = 99;
constexpr int kNoLock = -1; ///< none can be had here

fs::path queueFileOf(const fs::path& folder, int number) {
    return folder /
           (number == 1 ? std::string("queue.json") : "queue-" + std::to_string(number) + ".json");
}

/// Nothing where another program holds it. The file of a lock stays: one that was removed could be
/// locked twice.
std::optional<int> lockOf(const fs::path& queue) {
    const fs::path file = queue.parent_path() / ("." + queue.filename().string() + ".lock");
    const int lock = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0)
        return kNoLock;
    if (::flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    const bool isTaken = errno == EWOULDBLOCK;
    ::close(lock);
    return isTaken ? std::nullopt : std::optional(kNoLock);
}

void release(int lock) {
    if (lock != kNoLock)
        ::close(lock);
}

} // namespace

QueuePlace::QueuePlace(const fs::path& stateFolder) {
    std::error_code ignored; // who writes the queue says what is wrong
    fs::create_directories(stateFolder, ignored);
    for (m_number = 1; m_number < kMostStudios; ++m_number) {
        m_file = queueFileOf(stateFolder, m_number);
        if (const auto lock = lockOf(m_file)) {
            m_lock = *lock;
            break;
        }
    }
    if (!isFirst() || m_lock == kNoLock)
        return;
    for (int number = 2; number <= kMostStudios; ++number) {
        const fs::path file = queueFileOf(stateFolder, number);
        if (!fs::exists(file, ignored))
            continue;
        if (const auto lock = lockOf(file)) {
            m_left.push_back(file);
            m_leftLocks.push_back(*lock);
        }
    }
}

QueuePlace::~QueuePlace() {
    release(m_lock);
    for (const int lock : m_leftLocks)
        release(lock);
}

void QueuePlace::forgetLeft() noexcept {
    std::error_code ignored; // read once more then: twice is better than never
    for (const fs::path& file : m_left)
        fs::remove(file, ignored);
    for (const int lock : m_leftLocks)
        release(lock);
    m_left.clear();
    m_leftLocks.clear();
}

} // namespace unlit::ui
