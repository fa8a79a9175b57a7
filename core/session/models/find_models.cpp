#include "core/session/models/find_models.h"

#include "core/base/natural_order.h"
#include "core/base/user_folder.h"
#include "core/session/models/bundled_model.h"
#include "core/session/models/model_name.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <tuple>
#include <utility>

#include <sys/stat.h>

namespace unlit {

namespace fs = std::filesystem;

namespace {

/// Enough for OUTPUT/RUN/checkpoint/iter_001000.
constexpr int kMostLevels = 4;
/// Of one root: a hundred times what a large collection has, and looked through in seconds.
constexpr int kMostFolders = 20'000;

fs::path fromEnvironment(const char* name) {
    const char* value = std::getenv(name);
    const fs::path path = value == nullptr ? "" : value;
    return path.is_absolute() ? path : fs::path(); // the specification: others are to be ignored
}

bool isThere(const fs::path& path) {
    std::error_code unreadable;
    return fs::exists(path, unreadable);
}

bool isFolder(const fs::path& path) {
    std::error_code unreadable;
    return fs::is_directory(path, unreadable);
}

bool isModel(const fs::path& folder) {
    return isThere(folder / "model_index.json") ||
           (isFolder(folder / "unet") &&
            (isFolder(folder / "vae") || isFolder(folder / "vae_albedo")));
}

std::string firstLine(const fs::path& file) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    return line;
}

class Finder {
public:
    explicit Finder(const std::stop_token& stop) : m_stop(stop) {}

    void lookThrough(const ModelRoot& root);
    FoundModels take();

private:
    std::vector<fs::path> foldersIn(const fs::path& folder);
    bool isNew(const fs::path& folder);
    bool addIfModel(const fs::path& folder, const std::string& name, ModelPlace place);
    void lookInto(const fs::path& folder, const ModelRoot& root, int level);
    void lookIntoRepository(const fs::path& repository);

    const std::stop_token& m_stop;
    std::set<std::pair<dev_t, ino_t>> m_seen;
    int m_foldersLeft = 0; ///< of the root at hand
    FoundModels m_found;
};

/// A folder that two links lead to, or that holds itself, is seen once.
bool Finder::isNew(const fs::path& folder) {
    struct stat status {};

    return ::stat(folder.c_str(), &status) == 0 &&
           m_seen.emplace(status.st_dev, status.st_ino).second;
}

bool Finder::addIfModel(const fs::path& folder, const std::string& name, ModelPlace place) {
    if (!isModel(folder))
        return false;
    m_found.models.push_back({folder, name, place});
    return true;
}

/// In order, so that of two ways to a folder the same one is taken each time.
std::vector<fs::path> Finder::foldersIn(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (const fs::directory_iterator end; !failed && entry != end && !m_stop.stop_requested();
         entry.increment(failed)) {
        std::error_code unreadable;
        if (!entry->path().filename().string().starts_with('.') && entry->is_directory(unreadable))
            folders.push_back(entry->path());
    }
    if (failed)
        m_found.problems.push_back("cannot look into " + folder.string() + ": " + failed.message());
    std::ranges::sort(folders);
    return folders;
}

void Finder::lookInto(const fs::path& folder, const ModelRoot& root, int level) {
    for (const fs::path& inner : foldersIn(folder)) {
        if (m_stop.stop_requested() || --m_foldersLeft < 0)
            return;
        if (!isNew(inner) ||
            addIfModel(inner, inner.lexically_relative(root.folder).generic_string(), root.place))
            continue;
        if (level < kMostLevels)
            lookInto(inner, root, level + 1);
    }
}

/// The revision that refs/main names is the newest; others are told apart by their hash.
void Finder::lookIntoRepository(const fs::path& repository) {
    const std::string newest = firstLine(repository / "refs/main");
    const std::vector<fs::path> snapshots = foldersIn(repository / "snapshots");
    for (const fs::path& snapshot : snapshots) {
        const std::string hash = snapshot.filename().string();
        const bool isNewest = hash == newest || snapshots.size() == 1;
        const std::string name = repositoryName(repository);
        if (isNew(snapshot))
            addIfModel(snapshot, isNewest ? name : name + " @" + hash.substr(0, 8),
                       ModelPlace::Hub);
    }
}

void Finder::lookThrough(const ModelRoot& root) {
    if (!isFolder(root.folder)) {
        if (root.isOptional)
            return;
        m_found.problems.push_back(root.folder.string() +
                                   " is not there; if it lies on a drive, connect it");
        return;
    }
    if (root.place == ModelPlace::Hub) {
        for (const fs::path& folder : foldersIn(root.folder))
            if (isHubRepository(folder) && isFolder(folder / "snapshots"))
                lookIntoRepository(folder);
        return;
    }
    m_foldersLeft = kMostFolders;
    if (!isNew(root.folder) || addIfModel(root.folder, root.folder.filename().string(), root.place))
        return;
    lookInto(root.folder, root, 1);
    if (m_foldersLeft < 0)
        m_found.problems.push_back(root.folder.string() + " has more than " +
                                   std::to_string(kMostFolders) +
                                   " folders, and the rest was not looked through; name the "
                                   "folder that holds the models");
}

FoundModels Finder::take() {
    std::ranges::stable_sort(m_found.models, [](const FoundModel& a, const FoundModel& b) {
        return a.place != b.place ? a.place < b.place : comesBefore(a.name, b.name);
    });
    return std::move(m_found);
}

/// Absolute and without a slash at the end.
ModelRoot plain(const ModelRoot& root) {
    const fs::path folder = fs::absolute(root.folder).lexically_normal();
    return {folder.has_filename() ? folder : folder.parent_path(), root.place, root.isOptional};
}

} // namespace

std::string_view toString(ModelPlace place) {
    switch (place) {
    case ModelPlace::Bundled:
        return "bundled";
    case ModelPlace::Own:
        return "own";
    case ModelPlace::Hub:
        break;
    }
    return "hub";
}

std::vector<ModelRoot> standardModelRoots() {
    std::vector<ModelRoot> roots;
    if (const fs::path bundled = bundledModel(); !bundled.empty())
        roots.push_back({bundled.parent_path(), ModelPlace::Bundled});
    const fs::path data = userFolder("XDG_DATA_HOME", ".local/share");
    if (isFolder(data / "unlit/models"))
        roots.push_back({data / "unlit/models", ModelPlace::Own});
    fs::path hub = fromEnvironment("HF_HUB_CACHE");
    if (hub.empty())
        if (const fs::path home = fromEnvironment("HF_HOME"); !home.empty())
            hub = home / "hub";
    if (hub.empty())
        hub = userFolder("XDG_CACHE_HOME", ".cache") / "huggingface/hub";
    if (isFolder(hub))
        roots.push_back({hub, ModelPlace::Hub});
    return roots;
}

FoundModels findModels(const std::vector<ModelRoot>& roots, const std::stop_token& stop) {
    Finder finder(stop);
    for (const ModelRoot& root : roots)
        if (!stop.stop_requested())
            finder.lookThrough(plain(root));
    return finder.take();
}

} // namespace unlit
