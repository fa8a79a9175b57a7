#include "core/runs/growing_file.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::runs {

namespace {

constexpr std::size_t kTailBytes = 64;

class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& path)
        : m_value(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

    ~Descriptor() {
        if (m_value >= 0)
            ::close(m_value);
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int value() const { return m_value; }

private:
    int m_value;
};

std::string readAt(int descriptor, std::uint64_t offset, std::size_t most) {
    std::string bytes(most, '\0');
    std::size_t have = 0;
    while (have < most) {
        const ssize_t got = ::pread(descriptor, bytes.data() + have, most - have,
                                    static_cast<off_t>(offset + have));
        if (got <= 0)
            break;
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    return bytes;
}

} // namespace

bool GrowingFile::isSameBefore(int descriptor) const {
    return readAt(descriptor, m_consumed - m_tail.size(), m_tail.size()) == m_tail;
}

Growth GrowingFile::look() {
    struct stat status {};

    // By name first: a watched file that has not changed need not be opened.
    if (::stat(m_path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return Growth::Missing;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const bool isSameFile = m_inode == status.st_ino;
    if (isSameFile && size == m_size && size == m_consumed)
        return Growth::Same;
    const bool isFirst = m_inode == 0;
    m_inode = status.st_ino;
    m_size = size;
    const Descriptor file(m_path);
    if (file.value() < 0)
        return Growth::Missing;
    if (!isFirst && (!isSameFile || size < m_consumed || !isSameBefore(file.value()))) {
        m_consumed = 0;
        m_tail.clear();
        return Growth::Restarted;
    }
    return size > m_consumed ? Growth::Grew : Growth::Same;
}

std::string GrowingFile::next(std::size_t most) const {
    if (m_size <= m_consumed)
        return {};
    const Descriptor file(m_path);
    if (file.value() < 0)
        return {};
    return readAt(file.value(), m_consumed,
                  static_cast<std::size_t>(std::min<std::uint64_t>(most, m_size - m_consumed)));
}

void GrowingFile::consume(std::string_view bytes) {
    m_consumed += bytes.size();
    m_tail.append(bytes.substr(bytes.size() - std::min(bytes.size(), kTailBytes)));
    if (m_tail.size() > kTailBytes)
        m_tail.erase(0, m_tail.size() - kTailBytes);
}

} // namespace unlit::runs
