#include "core/image/tiff/tiff_handle.h"

#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
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

// libtiff's own write takes an interrupted call for a failure.

thandle_t handleOf(int descriptor) {
    return reinterpret_cast<thandle_t>(static_cast<std::intptr_t>(descriptor));
}

int descriptorOf(thandle_t handle) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
}

template <class Move>
tmsize_t moveAll(thandle_t handle, void* bytes, tmsize_t count, const Move& move) {
    tmsize_t done = 0;
    while (done < count) {
        const ssize_t now = move(descriptorOf(handle), static_cast<char*>(bytes) + done,
                                 static_cast<std::size_t>(count - done));
        if (now < 0 && errno == EINTR)
            continue;
        if (now < 0)
            return -1;
        if (now == 0)
            break;
        done += now;
    }
    return done;
}

tmsize_t readSome(thandle_t handle, void* bytes, tmsize_t count) {
    return moveAll(handle, bytes, count,
                   [](int file, char* at, std::size_t most) { return ::read(file, at, most); });
}

tmsize_t writeAll(thandle_t handle, void* bytes, tmsize_t count) {
    return moveAll(handle, bytes, count, [](int file, const char* at, std::size_t most) {
        return ::write(file, at, most);
    });
}

toff_t seekTo(thandle_t handle, toff_t offset, int from) {
    return static_cast<toff_t>(::lseek(descriptorOf(handle), static_cast<off_t>(offset), from));
}

int closeFile(thandle_t handle) {
    return ::close(descriptorOf(handle));
}

toff_t sizeOf(thandle_t handle) {
    struct stat status {};

    return ::fstat(descriptorOf(handle), &status) == 0 ? static_cast<toff_t>(status.st_size) : 0;
}

int mapNothing(thandle_t, void**, toff_t*) {
    return 0;
}

void unmapNothing(thandle_t, void*, toff_t) {}

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

TiffHandle makeTiff(const std::filesystem::path& path, const char* mode, TiffMessages& messages) {
    const Options options = makeOptions(messages);
    errno = 0;
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        messages.keep("cannot be opened");
        return nullptr;
    }
    TIFF* tiff =
        TIFFClientOpenExt(path.c_str(), mode, handleOf(descriptor), readSome, writeAll, seekTo,
                          closeFile, sizeOf, mapNothing, unmapNothing, options.get());
    if (tiff == nullptr)
        ::close(descriptor);
    return TiffHandle(tiff);
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
