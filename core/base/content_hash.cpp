#include "core/base/content_hash.h"

#include "core/base/error.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <vector>

#define XXH_INLINE_ALL // a header is all that is needed, wherever the engine is built
#include <xxhash.h>

namespace unlit {

struct ContentHash::State {
    XXH64_state_t lanes;
};

ContentHash::ContentHash() : m_state(std::make_unique<State>()) {
    XXH64_reset(&m_state->lanes, 0);
}

ContentHash::ContentHash(ContentHash&&) noexcept = default;
ContentHash& ContentHash::operator=(ContentHash&&) noexcept = default;
ContentHash::~ContentHash() = default;

void ContentHash::add(std::span<const std::byte> bytes) {
    if (!bytes.empty()) // an empty span may point nowhere
        XXH64_update(&m_state->lanes, bytes.data(), bytes.size());
}

std::uint64_t ContentHash::digest() const {
    return XXH64_digest(&m_state->lanes);
}

std::string hashText(std::uint64_t digest) {
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(digest));
    return text.data();
}

std::uint64_t hashFile(const std::filesystem::path& file) {
    const auto close = [](std::FILE* stream) { std::fclose(stream); };
    const std::unique_ptr<std::FILE, decltype(close)> stream(std::fopen(file.c_str(), "rb"), close);
    if (!stream)
        throw Error::system(errno, "read", file);
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    std::vector<std::byte> chunk(kChunk);
    ContentHash hash;
    while (const std::size_t read = std::fread(chunk.data(), 1, chunk.size(), stream.get()))
        hash.add(std::span(chunk).first(read));
    if (std::ferror(stream.get()) != 0)
        throw Error::system(errno, "read", file);
    return hash.digest();
}

} // namespace unlit
