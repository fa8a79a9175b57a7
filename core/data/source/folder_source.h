// Pictures in a folder and the folders below it.
#pragma once

#include "core/data/source/picture_source.h"

namespace unlit::data {

class FolderSource : public PictureSource {
public:
    /// Precondition: `root` is a folder.
    explicit FolderSource(std::filesystem::path root) : m_root(std::move(root)) {}

    const std::filesystem::path& root() const override { return m_root; }

    SourceListing list(const ListingProgress& progress = {},
                       const std::stop_token& stop = {}) const override;
    FileStamp stamp(const std::string& name) const override;
    bool has(const std::string& name) const override;

protected:
    std::unique_ptr<OpenFile> openFile(const std::string& name) const override;

    std::string describe(const std::string& name) const override {
        return (m_root / name).string();
    }

private:
    std::filesystem::path m_root;
};

} // namespace unlit::data
