#include "core/train/distributed/sign_file.h"

#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <unistd.h>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

/// A sign and zeros; three numbers of 64 bits and a word have room.
using SignPlace = std::array<char, 128>;

class SignFile {
public:
    SignFile(fs::path file, int size)
        : m_file(std::move(file)),
          m_descriptor(::open(m_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (m_descriptor < 0)
            throw Error::system(errno, "open", m_file);
        const auto bytes = static_cast<off_t>(sizeof(SignPlace)) * size;
        int failed = EINTR;
        while (failed == EINTR)
            failed = ::posix_fallocate(m_descriptor, 0, bytes);
        if (failed == 0)
            return;
        ::close(m_descriptor);
        throw Error::system(failed, "write", m_file);
    }

    ~SignFile() { ::close(m_descriptor); }

    SignFile(const SignFile&) = delete;
    SignFile& operator=(const SignFile&) = delete;

    void put(int rank, const std::string& sign) const {
        SignPlace place{};
        sign.copy(place.data(), place.size());
        transfer(rank, place, "write", [](int file, char* at, std::size_t count, off_t offset) {
            return ::pwrite(file, at, count, offset);
        });
    }

    std::string at(int rank) const {
        SignPlace place{};
        transfer(rank, place, "read", [](int file, char* at, std::size_t count, off_t offset) {
            return ::pread(file, at, count, offset);
        });
        return {place.data(), ::strnlen(place.data(), place.size())};
    }

private:
    template <class Move>
    void transfer(int rank, SignPlace& place, const char* doing, const Move& move) const {
        const auto begin = static_cast<off_t>(sizeof(SignPlace)) * rank;
        for (std::size_t done = 0; done < place.size();) {
            const ssize_t count = move(m_descriptor, place.data() + done, place.size() - done,
                                       begin + static_cast<off_t>(done));
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                throw Error::system(count < 0 ? errno : EIO, doing, m_file);
            done += static_cast<std::size_t>(count);
        }
    }

    fs::path m_file;
    int m_descriptor;
};

} // namespace

SignBoard signFile(const fs::path& file, int size) {
    const auto signs = std::make_shared<const SignFile>(file, size);
    return {.put = [signs](int rank, const std::string& sign) { signs->put(rank, sign); },
            .at = [signs](int rank) { return signs->at(rank); }};
}

} // namespace unlit::train
