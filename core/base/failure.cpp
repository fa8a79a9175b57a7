#include "core/base/failure.h"

#include "core/base/text.h"

#include <exception>
#include <filesystem>
#include <new>

namespace unlit {

namespace {

bool soundsLikeMemory(const std::string& text) {
    return text.find("can't allocate memory") != std::string::npos ||
           text.find("not enough memory") != std::string::npos ||
           text.find("out of memory") != std::string::npos;
}

constexpr const char* kMemoryHint =
    "use a smaller processing size or batch, bfloat16, or close other programs";

} // namespace

std::string Failure::text() const {
    return hint.empty() ? message : message + "; " + hint;
}

Failure translateCurrentException() noexcept {
    try {
        try {
            throw;
        } catch (const Error& error) {
            return {error.kind(), error.what(), error.hint(), error.mark()};
        } catch (const std::bad_alloc&) {
            return {ErrorKind::OutOfMemory, "not enough memory", kMemoryHint, {}};
        } catch (const std::filesystem::filesystem_error& error) {
            const Error named = Error::system(error.code().value(), "use", error.path1());
            return {named.kind(), named.what(), named.hint(), {}};
        } catch (const std::exception& error) {
            // LibTorch appends its stack trace; a user has no use for it.
            std::string text = firstLine(error.what());
            if (text.find("deterministic implementation") != std::string::npos)
                return {ErrorKind::Unsupported,
                        std::move(text),
                        "set run.cudnn_deterministic to false",
                        {}};
            if (soundsLikeMemory(text))
                return {ErrorKind::OutOfMemory, std::move(text), kMemoryHint, {}};
            return {ErrorKind::Internal, std::move(text), {}, {}};
        }
    } catch (...) {
        return {ErrorKind::Internal, "an unknown error", {}, {}};
    }
}

} // namespace unlit
