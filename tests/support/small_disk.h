// A disk of a few megabytes, where the system lets this process have one.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>

#include <sys/mount.h>

namespace unlit::test {

/// A file system in memory, mounted on the folder (which is made) for as long as this lives.
class SmallDisk {
public:
    SmallDisk(std::filesystem::path folder, std::uint64_t bytes) : m_folder(std::move(folder)) {
        std::filesystem::create_directories(m_folder);
        const std::string options = "size=" + std::to_string(bytes);
        if (::mount("unlit-test", m_folder.c_str(), "tmpfs", 0, options.c_str()) != 0)
            m_problem = std::strerror(errno);
    }

    ~SmallDisk() {
        if (m_problem.empty())
            ::umount2(m_folder.c_str(), MNT_DETACH);
    }

    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// Why there is none: mounting is the superuser's; "" = there is one.
    const std::string& problem() const { return m_problem; }

private:
    std::filesystem::path m_folder;
    std::string m_problem;
};

} // namespace unlit::test
