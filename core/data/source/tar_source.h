// Pictures in a tar archive: members are unpacked into memory, one at a time, when they are read.
#pragma once

#include "core/data/source/picture_source.h"
#include "core/data/source/tar_index.h"

namespace unlit::data {

class TarSource : public PictureSource {
public:
    /// Throws as TarIndex.
    explicit TarSource(const std::filesystem::path& path) : m_index(path) {}

    const std::filesystem::path& root() const override { return m_index.path(); }

    SourceListing list(const ListingProgress& progress = {},
                       const std::stop_token& stop = {}) const override;
    FileStamp stamp(const std::string& name) const override;

    bool has(const std::string& name) const override { return m_index.find(name) != nullptr; }

protected:
    std::unique_ptr<OpenFile> openFile(const std::string& name) const override;
    std::string describe(const std::string& name) const override;

private:
    const TarMember& member(const std::string& name) const;

    TarIndex m_index;
};

} // namespace unlit::data
