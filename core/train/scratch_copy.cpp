#include "core/train/scratch_copy.h"

#include "core/base/atomic_folder.h"
#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/base/file_path.h"
#include "core/base/log.h"
#include "core/base/text.h"
#include "core/data/source/picture_source.h"

#include <map>
#include <span>
#include <vector>

namespace unlit::train {

namespace fs = std::filesystem;

namespace {

/// A set's folder or archive, as it is now.
struct Original {
    fs::path root;
    std::vector<std::string> files; ///< relative; empty for an archive
    std::uint64_t bytes = 0;
    ContentHash fingerprint;

    void add(const std::string& name, const data::FileStamp& stamp) {
        const std::string text =
            name + '\n' + std::to_string(stamp.size) + '\n' + std::to_string(stamp.time) + '\n';
        fingerprint.add(std::as_bytes(std::span(text)));
        bytes += stamp.size;
    }
};

Original examine(const fs::path& root) {
    Original original;
    original.root = root;
    if (!fs::is_directory(root)) { // an archive; its members need no look
        std::error_code failed;
        const std::uint64_t size = fs::file_size(root, failed);
        if (failed)
            throw Error::system(failed.value(), "read", root);
        const auto time = fs::last_write_time(root).time_since_epoch().count();
        original.add(root.filename().string(), {static_cast<std::int64_t>(time), size});
        return original;
    }
    const auto source = data::PictureSource::open(root);
    original.files = source->list().files;
    for (const std::string& file : original.files)
        original.add(file, source->stamp(file));
    return original;
}

void copyFile(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::create_directories(to.parent_path(), failed);
    if (!failed)
        fs::copy_file(from, to, failed);
    if (failed)
        throw Error::system(failed.value(), "copy to scratch", from);
}

class ScratchCopy {
public:
    ScratchCopy(const fs::path& scratch, const OnScratchCopy& onCopy)
        : m_scratch(scratch / "unlit-sets"), m_onCopy(onCopy) {}

    void plan(const fs::path& root) {
        if (!m_originals.contains(root))
            m_originals.emplace(root, examine(root));
    }

    void requireSpace() const {
        std::uint64_t wanted = 0;
        for (const auto& [root, original] : m_originals)
            if (!fs::exists(targetOf(original)))
                wanted += original.bytes;
        std::error_code failed;
        const fs::space_info space = fs::space(m_scratch.parent_path(), failed);
        if (failed || space.available >= wanted)
            return;
        throw Error(ErrorKind::Io,
                    "the sets take " + formatBytes(wanted) + ", and " +
                        m_scratch.parent_path().string() + " has " + formatBytes(space.available) +
                        " left",
                    "set dataloader.copy_to_scratch to false");
    }

    fs::path copyOf(const fs::path& root) {
        const Original& original = m_originals.at(root);
        const fs::path target = targetOf(original);
        const fs::path copied = target / root.filename();
        if (fs::exists(target))
            return copied;
        m_onCopy(root, copied, original.bytes);
        AtomicFolder whole(target);
        const fs::path inside = whole.temporaryPath() / root.filename();
        if (!fs::is_directory(root))
            copyFile(root, inside);
        else
            fs::create_directories(inside);
        for (const std::string& file : original.files)
            copyFile(root / file, inside / file);
        try {
            whole.commit();
        } catch (const Error&) { // another process of the node may have been faster
            if (!fs::exists(target))
                throw;
            logSwallowed("putting a copied set into its place", LogLevel::Debug);
        }
        return copied;
    }

private:
    fs::path targetOf(const Original& original) const {
        return m_scratch / hashText(original.fingerprint.digest());
    }

    fs::path m_scratch;
    const OnScratchCopy& m_onCopy;
    std::map<fs::path, Original> m_originals;
};

} // namespace

config::TrainConfig copySetsToScratch(config::TrainConfig config, const fs::path& scratch,
                                      const OnScratchCopy& onCopy) {
    std::vector<config::DatasetConfig*> sets;
    if (config.dataset.train.isMixed())
        for (config::DatasetConfig& set : config.dataset.train.datasetList)
            sets.push_back(&set);
    else
        sets.push_back(&config.dataset.train);
    for (std::vector<config::DatasetConfig>* list : {&config.dataset.val, &config.dataset.vis})
        for (config::DatasetConfig& set : *list)
            sets.push_back(&set);
    const auto rootOf = [&](const config::DatasetConfig& set) {
        return withoutSlash(fs::absolute(config.run.baseDataDir / set.dir));
    };
    ScratchCopy copy(scratch, onCopy);
    for (const config::DatasetConfig* set : sets)
        copy.plan(rootOf(*set));
    copy.requireSpace();
    for (config::DatasetConfig* set : sets) {
        const fs::path root = rootOf(*set);
        if (!fs::exists(root / set->filenames))
            set->filenames = fs::absolute(config.run.baseDataDir / set->filenames);
        set->dir = copy.copyOf(root);
    }
    return config;
}

} // namespace unlit::train
