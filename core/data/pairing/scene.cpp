#include "core/data/pairing/scene.h"

#include "core/data/pairing/file_key.h"

#include <map>
#include <set>

namespace unlit::data {

namespace {

std::string folderOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::string withoutFolder(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::vector<std::string> byName(const std::vector<ListedPair>& pairs) {
    std::vector<std::string> keys;
    std::set<std::string> folders;
    for (const ListedPair& pair : pairs) {
        keys.push_back(fileKey(pair.beauty.path).key);
        folders.insert(folderOf(keys.back()));
    }
    std::vector<std::string> scenes;
    for (const std::string& key : keys) {
        const std::string name = sceneOfKey(withoutFolder(key));
        const std::string folder = folderOf(key);
        if (!name.empty())
            scenes.push_back(folder.empty() ? name : folder + "/" + name);
        else
            scenes.push_back(folders.size() > 1 && !folder.empty() ? folder : key);
    }
    return scenes;
}

/// Pairs with the same albedo, or with the same files in other layers, get one name.
void joinShared(const std::vector<ListedPair>& pairs, std::vector<std::string>& scenes) {
    std::map<std::string, std::string> leader; // scene -> scene that it became part of
    const auto root = [&](std::string scene) {
        for (auto found = leader.find(scene); found != leader.end(); found = leader.find(scene))
            scene = found->second;
        return scene;
    };
    std::map<std::string, std::string> sceneOfAlbedo;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto [known, isNew] = sceneOfAlbedo.emplace(pairs[i].albedo.path, scenes[i]);
        const std::string a = root(known->second);
        const std::string b = root(scenes[i]);
        if (!isNew && a != b)
            leader[b] = a;
    }
    for (std::string& scene : scenes)
        scene = root(scene);
}

} // namespace

std::string_view toString(SceneRule rule) {
    switch (rule) {
    case SceneRule::Scene:
        return "scene";
    case SceneRule::Folder:
        return "folder";
    case SceneRule::Pair:
        return "pair";
    }
    return "scene";
}

std::vector<std::string> scenesOf(const std::vector<ListedPair>& pairs, SceneRule rule) {
    std::vector<std::string> scenes;
    if (rule == SceneRule::Scene)
        scenes = byName(pairs);
    for (const ListedPair& pair : pairs) {
        if (rule == SceneRule::Folder)
            scenes.push_back(folderOf(pair.beauty.path));
        if (rule == SceneRule::Pair)
            scenes.push_back(toText(pair.beauty));
    }
    joinShared(pairs, scenes);
    return scenes;
}

} // namespace unlit::data
