#include "core/image/tiff/tiff_handle.h"

#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

constexpr tmsize_t kMostBytesAtOnce = tmsize_t{1} << 30;

int onError(TIFF*, void* user, const char*, const char* format, va_list arguments) {
    const int reason = errno;
    std::array<char, 512> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    errno = reason;
    static_cast<TiffMessages*>(user)->keep(text.data());
    return 1; // handled: nothing goes to stderr
}

int onWarning(TIFF*, void*, const char*, const char*, va_list) {
    return 1;
}

using Options = std::unique_ptr<TIFFOpenOptions, decltype(&TIFFOpenOptionsFree)>;

Options makeOptions(TiffMessages& messages) {
    Options options(TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kMostBytesAtOnce);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), onError, &messages);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), onWarning, nullptr);
    return options;
}

} // namespace

int TiffMessages::errnoValue() const {
    return m_errno != 0 ? m_errno : EIO;
}

void TiffMessages::keep(std::string error) {
    if (m_hasError)
        return;
    m_hasError = true;
    m_errno = errno;
    m_error = std::move(error);
}

TiffHandle openTiff(const std::filesystem::path& path, const char* mode, TiffMessages& messages) {
    const Options options = makeOptions(messages);
    errno = 0;
    return TiffHandle(TIFFOpenExt(path.c_str(), mode, options.get()));
}

TiffHandle openTiff(const ReadableFile& file, TiffMessages& messages) {
    const Options options = makeOptions(messages);
    const int descriptor = ::fcntl(::fileno(file.stream()), F_DUPFD_CLOEXEC, 0);
    if (descriptor < 0)
        throw Error::system(errno, "read", file.path());
    errno = 0;
    // The library reads the header where the descriptor stands.
    ::lseek(descriptor, 0, SEEK_SET);
    TIFF* tiff = TIFFFdOpenExt(descriptor, file.path().c_str(), "rm", options.get());
    if (tiff == nullptr)
        ::close(descriptor);
    return TiffHandle(tiff);
}

} // namespace unlit
