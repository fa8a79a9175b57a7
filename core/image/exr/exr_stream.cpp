#include "core/image/exr/exr_stream.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include <unistd.h>

namespace unlit {

ExrStream::ExrStream(const ReadableFile& file)
    : Imf::IStream(file.path().c_str()), m_file(file), m_descriptor(::fileno(file.stream())) {}

bool ExrStream::read(char bytes[], int count) {
    const auto wanted = static_cast<std::uint64_t>(count < 0 ? 0 : count);
    if (m_position > m_file.size() || wanted > m_file.size() - m_position)
        throw std::runtime_error("the file ends too early");
    std::uint64_t got = 0;
    while (got < wanted) {
        const ssize_t some =
            ::pread(m_descriptor, bytes + got, wanted - got, static_cast<off_t>(m_position + got));
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            throw std::runtime_error(some == 0 ? "the file has become shorter"
                                               : "the system cannot read it");
        got += static_cast<std::uint64_t>(some);
    }
    m_position += wanted;
    return m_position < m_file.size();
}

} // namespace unlit
