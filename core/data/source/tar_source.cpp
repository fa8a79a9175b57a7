#include "core/data/source/tar_source.h"

#include "core/base/error.h"
#include "core/base/natural_order.h"

#include <algorithm>
#include <cerrno>

#include <sys/mman.h>
#include <unistd.h>

namespace unlit::data {

namespace {

/// A nameless file that lives in memory; readers open it through /proc.
class MemoryFile {
public:
    explicit MemoryFile(const std::filesystem::path& archive)
        : m_descriptor(::memfd_create("unlit", MFD_CLOEXEC)) {
        if (m_descriptor < 0)
            throw Error::system(errno, "unpack from", archive);
    }

    ~MemoryFile() { ::close(m_descriptor); }

    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    int descriptor() const { return m_descriptor; }

    std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

bool isHidden(const std::string& name) {
    return name.starts_with('.') || name.find("/.") != std::string::npos;
}

} // namespace

/// The index is in memory: there is nothing to wait for.
SourceListing TarSource::list(const ListingProgress& /*progress*/,
                              const std::stop_token& /*stop*/) const {
    SourceListing listing;
    for (const auto& [name, member] : m_index.members())
        if (!isHidden(name))
            listing.files.push_back(name);
    std::sort(listing.files.begin(), listing.files.end(),
              [](const std::string& a, const std::string& b) { return comesBefore(a, b); });
    return listing;
}

FileStamp TarSource::stamp(const std::string& name) const {
    return {member(name).time, member(name).size};
}

std::unique_ptr<PictureSource::OpenFile> TarSource::openFile(const std::string& name) const {
    class UnpackedFile : public OpenFile {
    public:
        UnpackedFile(const TarIndex& index, const TarMember& member) : m_file(index.path()) {
            index.copyTo(member, m_file.descriptor());
        }

        std::filesystem::path path() const override { return m_file.path(); }

    private:
        MemoryFile m_file;
    };

    return std::make_unique<UnpackedFile>(m_index, member(name));
}

std::string TarSource::describe(const std::string& name) const {
    return m_index.path().string() + ": " + name;
}

const TarMember& TarSource::member(const std::string& name) const {
    const TarMember* found = m_index.find(name);
    if (found == nullptr)
        throw Error::notFound(m_index.path().string() + " has no member '" + name + "'",
                              "make the list again from this archive");
    return *found;
}

} // namespace unlit::data
