#include "core/data/source/tar_index.h"

#include "core/base/error.h"
#include "core/data/source/relative_name.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace unlit::data {

namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::uint64_t kMaxTextMember = 1 << 20; // long names and pax headers

using Block = std::array<unsigned char, kBlock>;

bool isZero(const Block& block) {
    return std::all_of(block.begin(), block.end(), [](unsigned char byte) { return byte == 0; });
}

std::string textField(const Block& block, std::size_t offset, std::size_t length) {
    const auto* first = reinterpret_cast<const char*>(block.data()) + offset;
    return {first, std::find(first, first + length, '\0')};
}

/// Octal digits, or GNU's base 256 behind a set top bit; nothing for what is neither.
std::optional<std::uint64_t> numberField(const Block& block, std::size_t offset,
                                         std::size_t length) {
    std::uint64_t value = 0;
    if ((block[offset] & 0x80U) != 0) {
        value = block[offset] & 0x3FU;
        for (std::size_t i = 1; i < length; ++i) {
            if (value >> 55U != 0)
                return {};
            value = value << 8U | block[offset + i];
        }
        return value;
    }
    for (std::size_t i = offset; i < offset + length; ++i) {
        const unsigned char byte = block[i];
        if (byte == ' ' || byte == '\0')
            continue;
        if (byte < '0' || byte > '7' || value >> 60U != 0)
            return {};
        value = value << 3U | static_cast<std::uint64_t>(byte - '0');
    }
    return value;
}

bool hasRightChecksum(const Block& block) {
    const auto stored = numberField(block, 148, 8);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i)
        sum += i >= 148 && i < 156 ? static_cast<unsigned char>(' ') : block[i];
    return stored && *stored == sum;
}

std::string headerName(const Block& block) {
    const std::string name = textField(block, 0, 100);
    const bool isUstar = textField(block, 257, 5) == "ustar";
    const bool isGnu = textField(block, 257, 8) == "ustar  ";
    const std::string prefix = isUstar && !isGnu ? textField(block, 345, 155) : "";
    return prefix.empty() ? name : prefix + "/" + name;
}

/// "25 path=long/name.exr\n" again and again.
struct PaxValues {
    std::optional<std::string> path;
    std::optional<std::uint64_t> size;
};

PaxValues parsePax(std::string_view text) {
    PaxValues values;
    while (!text.empty()) {
        const std::size_t space = text.find(' ');
        std::size_t length = 0;
        for (const char digit : text.substr(0, std::min<std::size_t>(space, 8)))
            length = digit >= '0' && digit <= '9'
                         ? length * 10 + static_cast<std::size_t>(digit - '0')
                         : text.size() + 1;
        if (space == std::string_view::npos || length <= space + 1 || length > text.size())
            return values;
        const std::string_view record = text.substr(space + 1, length - space - 2);
        const std::size_t equals = record.find('=');
        const std::string_view key = record.substr(0, equals);
        // Nothing behind the sign takes back what an earlier header said: the member's own counts.
        const bool saysSomething = equals != std::string_view::npos && equals + 1 < record.size();
        if (saysSomething && key == "path")
            values.path = std::string(record.substr(equals + 1));
        if (saysSomething && key == "size")
            values.size =
                std::strtoull(std::string(record.substr(equals + 1)).c_str(), nullptr, 10);
        text.remove_prefix(length);
    }
    return values;
}

/// Walks over the headers of an open archive.
class HeaderWalk {
public:
    HeaderWalk(const std::filesystem::path& path, int descriptor, std::uint64_t size)
        : m_path(path), m_descriptor(descriptor), m_size(size) {}

    std::map<std::string, TarMember> members() {
        std::uint64_t at = 0;
        while (at + kBlock <= m_size) {
            const Block block = blockAt(at);
            if (isZero(block))
                break;
            if (!hasRightChecksum(block))
                throw Error::corrupt(m_path,
                                     at == 0 ? "does not begin as a tar archive does"
                                             : "has a damaged header at byte " + std::to_string(at),
                                     "a compressed archive must be unpacked to plain .tar first");
            at = takeEntry(block, at + kBlock);
        }
        return std::move(m_members);
    }

private:
    /// Returns where the next header stands.
    std::uint64_t takeEntry(const Block& block, std::uint64_t content) {
        const auto size = numberField(block, 124, 12);
        if (!size)
            throw Error::corrupt(m_path, "has a member without a readable size", "pack it again");
        const char type = static_cast<char>(block[156]);
        if (type == 'L' || type == 'x' || type == 'g' || type == 'K') {
            checkInside(content, *size, "a long name");
            if (type == 'L')
                m_longName = textAt(content, *size).c_str(); // ends at its null byte
            if (type == 'x')
                m_pax = parsePax(textAt(content, *size));
            return content + roundedUp(*size);
        }
        const std::string name =
            m_pax.path.value_or(m_longName.empty() ? headerName(block) : m_longName);
        const std::uint64_t bytes = m_pax.size.value_or(*size);
        m_longName.clear();
        m_pax = {};
        checkInside(content, bytes, "'" + name + "'");
        const bool isFile = type == '0' || type == '\0' || type == '7';
        if (isFile || type == '5')
            checkName(name);
        if (isFile && !name.ends_with('/')) // which is how old archives mark a folder
            addFile(name, {content, bytes,
                           static_cast<std::int64_t>(numberField(block, 136, 12).value_or(0))});
        return content + roundedUp(bytes);
    }

    void addFile(const std::string& name, const TarMember& member) {
        const std::string tidy = tidyName(name);
        if (tidy.empty())
            throw Error::corrupt(m_path, "has a file without a name", "pack it again");
        m_members[tidy] = member;
    }

    void checkName(const std::string& name) const {
        if (tidyName(name).empty())
            return; // "./", the folder itself
        if (const std::string why = whyUnsafe(name); !why.empty())
            throw Error::invalidInput(m_path.string() + ": its member '" + name + "' " + why,
                                      "pack the archive with names relative to its own folder");
    }

    void checkInside(std::uint64_t content, std::uint64_t bytes, const std::string& what) const {
        if (bytes > m_size || content > m_size - bytes)
            throw Error::corrupt(m_path, "ends within " + what, "it is cut off: copy it again");
    }

    std::string textAt(std::uint64_t at, std::uint64_t bytes) const {
        if (bytes > kMaxTextMember)
            throw Error::corrupt(m_path, "has a name of " + std::to_string(bytes) + " bytes",
                                 "pack it again");
        std::string text(bytes, '\0');
        readAt(at, text.data(), text.size());
        return text;
    }

    Block blockAt(std::uint64_t at) const {
        Block block{};
        readAt(at, block.data(), block.size());
        return block;
    }

    void readAt(std::uint64_t at, void* target, std::size_t bytes) const {
        if (::pread(m_descriptor, target, bytes, static_cast<off_t>(at)) !=
            static_cast<ssize_t>(bytes))
            throw Error::system(errno, "read", m_path);
    }

    static std::uint64_t roundedUp(std::uint64_t bytes) {
        return (bytes + kBlock - 1) / kBlock * kBlock;
    }

    const std::filesystem::path& m_path;
    int m_descriptor;
    std::uint64_t m_size;
    std::string m_longName;
    PaxValues m_pax;
    std::map<std::string, TarMember> m_members;
};

} // namespace

TarIndex::TarIndex(std::filesystem::path path) : m_path(std::move(path)) {
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
    if (m_descriptor < 0)
        throw Error::system(errno, "read", m_path);
    try {
        index();
    } catch (...) {
        ::close(m_descriptor);
        throw;
    }
}

TarIndex::~TarIndex() {
    ::close(m_descriptor);
}

void TarIndex::index() {
    struct stat status {};

    if (::fstat(m_descriptor, &status) != 0)
        throw Error::system(errno, "read", m_path);
    if (!S_ISREG(status.st_mode))
        throw Error::invalidInput(m_path.string() + " is not a file", "give a .tar archive");
    m_size = static_cast<std::uint64_t>(status.st_size);
    if (m_size < kBlock)
        throw Error::corrupt(m_path, "is too short for a tar archive", "copy it again");
    m_members = HeaderWalk(m_path, m_descriptor, m_size).members();
}

const TarMember* TarIndex::find(const std::string& name) const {
    const auto found = m_members.find(name);
    return found == m_members.end() ? nullptr : &found->second;
}

void TarIndex::copyTo(const TarMember& member, int descriptor) const {
    std::array<char, 1 << 16> buffer{};
    std::uint64_t done = 0;
    while (done < member.size) {
        const auto wanted = std::min<std::uint64_t>(buffer.size(), member.size - done);
        const ssize_t got =
            ::pread(m_descriptor, buffer.data(), wanted, static_cast<off_t>(member.offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throw Error::system(errno, "read", m_path);
        if (got == 0)
            throw Error::corrupt(m_path, "has become shorter", "it was changed while in use");
        for (ssize_t written = 0; written < got;) {
            const ssize_t now = ::write(descriptor, buffer.data() + written,
                                        static_cast<std::size_t>(got - written));
            if (now < 0 && errno != EINTR)
                throw Error::system(errno, "unpack from", m_path);
            written += std::max<ssize_t>(now, 0);
        }
        done += static_cast<std::uint64_t>(got);
    }
}

} // namespace unlit::data
