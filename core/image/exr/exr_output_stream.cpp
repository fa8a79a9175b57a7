#include "core/image/exr/exr_output_stream.h"

#include "core/base/error.h"
#include "core/image/exr/exr_threads.h"

#include <cerrno>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

/// A stream that remembers its first failure: the library swallows the ones of its last writes,
/// which happen in a destructor.
class CheckedStream : public Imf::OStream {
public:
    explicit CheckedStream(const std::filesystem::path& path)
        : Imf::OStream(path.c_str()), m_descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
        if (m_descriptor < 0)
            m_failure = errno;
    }

    ~CheckedStream() override {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    void write(const char bytes[], int count) override {
        auto left = static_cast<std::size_t>(count);
        while (left > 0 && m_failure == 0) {
            const ssize_t written =
                ::pwrite(m_descriptor, bytes, left, static_cast<off_t>(m_position));
            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0) {
                m_failure = errno;
                break;
            }
            bytes += written;
            left -= static_cast<std::size_t>(written);
            m_position += static_cast<std::uint64_t>(written);
        }
        if (m_failure != 0)
            throw std::runtime_error("write failed");
    }

    std::uint64_t tellp() override { return m_position; }

    void seekp(std::uint64_t position) override { m_position = position; }

    int failure() const { return m_failure; }

private:
    int m_descriptor = -1;
    int m_failure = 0;
    std::uint64_t m_position = 0;
};

} // namespace

void writeThroughExrStream(AtomicFile& file, const std::function<void(Imf::OStream&)>& write) {
    startExrThreads();
    CheckedStream stream(file.temporaryPath());
    try {
        write(stream);
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (stream.failure() == 0)
            throw Error::internal("cannot write OpenEXR: " + std::string(error.what()));
    }
    if (stream.failure() != 0)
        throw Error::system(stream.failure(), "write", file.target());
}

} // namespace unlit
