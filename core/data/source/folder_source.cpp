#include "core/data/source/folder_source.h"

#include "core/base/error.h"
#include "core/base/natural_order.h"
#include "core/base/unicode.h"
#include "core/data/source/relative_name.h"

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace unlit::data {

namespace fs = std::filesystem;

namespace {

using FolderIdentity = std::pair<dev_t, ino_t>; // the same for every path that leads there

/// Lists a tree; every folder once, however many links lead to it.
class TreeWalk {
public:
    TreeWalk(const fs::path& root, const ListingProgress& progress, const std::stop_token& stop)
        : m_root(root), m_progress(progress), m_stop(stop) {}

    SourceListing run() {
        visit(m_root, "");
        std::sort(m_listing.files.begin(), m_listing.files.end(),
                  [](const std::string& a, const std::string& b) { return comesBefore(a, b); });
        return std::move(m_listing);
    }

private:
    void visit(const fs::path& folder, const std::string& relative) {
        if (m_stop.stop_requested())
            return;
        if (m_progress)
            m_progress(m_listing.files.size());

        struct stat status {};

        if (::stat(folder.c_str(), &status) != 0)
            return skip(relative, "cannot be looked at: ", errno);
        if (!m_seen.insert({status.st_dev, status.st_ino}).second) {
            m_listing.skipped.push_back({relative, "this folder was listed already: a link leads "
                                                   "back to it"});
            return;
        }
        std::error_code problem;
        std::vector<fs::path> children;
        for (fs::directory_iterator it(folder, problem), end; !problem && it != end;
             it.increment(problem))
            children.push_back(it->path().filename());
        if (problem)
            return skip(relative, "this folder cannot be read: ", problem.value());
        std::sort(children.begin(), children.end()); // which of two links counts must not vary
        for (const fs::path& child : children)
            take(folder / child,
                 relative.empty() ? child.string() : relative + "/" + child.string());
    }

    void take(const fs::path& path, const std::string& relative) {
        if (path.filename().string().starts_with('.'))
            return;
        std::error_code problem;
        const fs::file_status status = fs::status(path, problem);
        if (fs::is_directory(status))
            visit(path, relative);
        else if (fs::is_regular_file(status))
            m_listing.files.push_back(relative);
        else if (problem || status.type() == fs::file_type::not_found)
            skip(relative, "leads nowhere: ", problem ? problem.value() : ENOENT);
    }

    void skip(const std::string& relative, const std::string& what, int errnoValue) {
        m_listing.skipped.push_back(
            {relative.empty() ? "." : relative,
             what + std::error_code(errnoValue, std::generic_category()).message()});
    }

    const fs::path& m_root;
    const ListingProgress& m_progress;
    const std::stop_token& m_stop;
    std::set<FolderIdentity> m_seen;
    SourceListing m_listing;
};

/// Where a name leads. A list may have been written where names are composed of other bytes than
/// here (NFC and NFD), so a part of it that is not there is looked for by its letters.
fs::path placeOf(const fs::path& root, const std::string& name) {
    std::error_code problem;
    const fs::path exact = root / name;
    if (fs::exists(exact, problem))
        return exact;
    fs::path place = root;
    for (const fs::path& part : fs::path(name)) {
        fs::path next = place / part;
        if (!fs::exists(next, problem)) {
            const std::string wanted = composed(part.string());
            for (fs::directory_iterator it(place, problem), end; !problem && it != end;
                 it.increment(problem))
                if (composed(it->path().filename().string()) == wanted) {
                    next = it->path();
                    break;
                }
        }
        place = std::move(next);
    }
    return fs::exists(place, problem) ? place : exact;
}

} // namespace

SourceListing FolderSource::list(const ListingProgress& progress,
                                 const std::stop_token& stop) const {
    std::error_code problem;
    fs::directory_iterator readable(m_root, problem);
    if (problem)
        throw Error::system(problem.value(), "list", m_root);
    return TreeWalk(m_root, progress, stop).run();
}

FileStamp FolderSource::stamp(const std::string& name) const {
    struct stat status {};

    const fs::path path = placeOf(m_root, name);
    if (::stat(path.c_str(), &status) != 0)
        throw Error::notFound(path.string() + " does not exist",
                              "it was moved or deleted: scan the folder again");
    constexpr std::int64_t second = 1'000'000'000;
    return {status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec,
            static_cast<std::uint64_t>(status.st_size)};
}

bool FolderSource::has(const std::string& name) const {
    std::error_code problem;
    return whyUnsafe(name).empty() && fs::is_regular_file(placeOf(m_root, name), problem);
}

std::unique_ptr<PictureSource::OpenFile> FolderSource::openFile(const std::string& name) const {
    class PlainFile : public OpenFile {
    public:
        explicit PlainFile(fs::path path) : m_path(std::move(path)) {}

        fs::path path() const override { return m_path; }

    private:
        fs::path m_path;
    };

    if (const std::string why = whyUnsafe(name); !why.empty())
        throw Error::invalidInput("the name '" + name + "' " + why,
                                  "names in a set are relative to " + m_root.string());
    return std::make_unique<PlainFile>(placeOf(m_root, name));
}

} // namespace unlit::data
