// Which file keeps the queue, where several studios are open at once.
#pragma once

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// The first studio has queue.json of a state folder, the second queue-2.json, and so on: each the
/// first that no other has taken. A file is taken as long as this lives, however the program ends.
/// Where no lock can be had (a folder that cannot be written) queue.json is nobody's, and is used.
class QueuePlace {
public:
    explicit QueuePlace(const std::filesystem::path& stateFolder);
    ~QueuePlace();
    QueuePlace(const QueuePlace&) = delete;
    QueuePlace& operator=(const QueuePlace&) = delete;

    const std::filesystem::path& file() const { return m_file; }

    /// No other studio was there.
    bool isFirst() const { return m_number == 1; }

    /// Of the first one: queues that others have left, which are nobody's any more. They are taken
    /// as well; whoever has read them and written queue.json removes them with forgetLeft().
    const std::vector<std::filesystem::path>& left() const { return m_left; }

    void forgetLeft() noexcept;

private:
    std::filesystem::path m_file;
    int m_number = 1;
    int m_lock = -1;
    std::vector<std::filesystem::path> m_left;
    std::vector<int> m_leftLocks;
};

} // namespace unlit::ui
