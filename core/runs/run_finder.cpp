#include "core/runs/run_finder.h"

#include "core/base/natural_order.h"

#include <algorithm>
#include <set>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr int kMostDepth = 4;

struct FolderContent {
    bool isRun = false;
    std::vector<fs::path> folders;
};

/// One pass over the folder's entries.
FolderContent contentOf(const fs::path& folder, std::error_code& failed) {
    FolderContent content;
    bool hasConfig = false;
    bool hasParts = false;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        if (name == "metrics.jsonl" || name.starts_with("events.out.tfevents."))
            content.isRun = true;
        else if (name == "config.yaml")
            hasConfig = true;
        else if (name == "checkpoint" || name == "tensorboard")
            hasParts = true;
        if (!name.starts_with('.') && !entry->is_symlink(unknown) && entry->is_directory(unknown))
            content.folders.push_back(entry->path());
    }
    content.isRun = content.isRun || (hasConfig && hasParts);
    return content;
}

class Walk {
public:
    explicit Walk(const std::stop_token& stop) : m_stop(stop) {}

    void look(const fs::path& root, const fs::path& folder, int depth) {
        if (m_stop.stop_requested())
            return;
        std::error_code failed;
        const FolderContent content = contentOf(folder, failed);
        if (depth == 0 && failed) {
            found.problems.push_back(root.string() + ": " + failed.message());
            return;
        }
        if (content.isRun) {
            if (m_seen.insert(folder).second)
                found.runs.push_back({folder, depth == 0
                                                  ? folder.filename().string()
                                                  : folder.lexically_relative(root).string()});
            return;
        }
        if (depth == kMostDepth)
            return;
        for (const fs::path& next : content.folders)
            look(root, next, depth + 1);
    }

    FoundRuns found;

private:
    const std::stop_token& m_stop;
    std::set<fs::path> m_seen; // roots may lie in each other
};

fs::path plain(const fs::path& root) {
    const fs::path path = fs::path(root).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

} // namespace

FoundRuns findRuns(const std::vector<fs::path>& roots, const std::stop_token& stop) {
    Walk walk(stop);
    for (const fs::path& root : roots)
        walk.look(plain(root), plain(root), 0);
    std::ranges::sort(walk.found.runs, [](const FoundRun& a, const FoundRun& b) {
        return comesBefore(a.name, b.name) || (!comesBefore(b.name, a.name) && a.folder < b.folder);
    });
    return std::move(walk.found);
}

bool isRunFolder(const fs::path& folder) {
    std::error_code failed;
    return contentOf(folder, failed).isRun;
}

} // namespace unlit::runs
