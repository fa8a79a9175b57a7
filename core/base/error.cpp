#include "core/base/error.h"

#include "core/base/disk_full.h"
#include "core/base/file_sync.h"

#include <cerrno>
#include <cstring>

namespace unlit {

std::string_view toString(ErrorKind kind) {
    switch (kind) {
    case ErrorKind::InvalidInput:
        return "invalid input";
    case ErrorKind::NotFound:
        return "not found";
    case ErrorKind::Unsupported:
        return "unsupported";
    case ErrorKind::Corrupt:
        return "corrupt";
    case ErrorKind::OutOfMemory:
        return "out of memory";
    case ErrorKind::Io:
        return "input or output";
    case ErrorKind::Internal:
        return "internal";
    }
    return "internal";
}

Error::Error(ErrorKind kind, std::string message, std::string hint, std::optional<SourceMark> mark)
    : std::runtime_error(std::move(message)), m_kind(kind), m_hint(std::move(hint)),
      m_mark(std::move(mark)) {}

Error Error::invalidInput(std::string message, std::string hint) {
    return {ErrorKind::InvalidInput, std::move(message), std::move(hint)};
}

Error Error::notFound(std::string message, std::string hint) {
    return {ErrorKind::NotFound, std::move(message), std::move(hint)};
}

Error Error::unsupported(std::string message, std::string hint) {
    return {ErrorKind::Unsupported, std::move(message), std::move(hint)};
}

Error Error::corrupt(const std::filesystem::path& file, std::string what, std::string hint) {
    return {ErrorKind::Corrupt, file.string() + ": " + what, std::move(hint)};
}

Error Error::internal(std::string message) {
    return {ErrorKind::Internal, std::move(message), "please report this"};
}

Error Error::system(int errnoValue, std::string doing, const std::filesystem::path& file) {
    std::string message = "cannot " + doing + " " + withoutHiddenNames(file).string() + ": " +
                          std::strerror(errnoValue);
    switch (errnoValue) {
    case ENOENT:
        return {ErrorKind::NotFound, std::move(message), "check the path"};
    case ENOSPC:
    case EDQUOT:
    case EFBIG: // a quota, or a limit of the process
        return {ErrorKind::Io, std::move(message), kFreeSomeSpace};
    case EACCES:
    case EPERM:
    case EROFS:
        return {ErrorKind::Io, std::move(message),
                "check the permissions, or choose another folder"};
    case ENOMEM:
        return {ErrorKind::OutOfMemory, std::move(message), "close other programs"};
    default:
        return {ErrorKind::Io, std::move(message)};
    }
}

} // namespace unlit
