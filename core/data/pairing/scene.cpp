#include "core/data/pairing/scene.h"

#include "core/base/frame_sequence.h"
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

/// Scenes of pairs that have a mark in common get one name. `marks`: one for each pair.
void joinShared(const std::vector<std::string>& marks, std::vector<std::string>& scenes) {
    std::map<std::string, std::string> leader; // scene -> scene that it became part of
    const auto root = [&](std::string scene) {
        for (auto found = leader.find(scene); found != leader.end(); found = leader.find(scene))
            scene = found->second;
        return scene;
    };
    std::map<std::string, std::string> sceneOfMark;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto [known, isNew] = sceneOfMark.emplace(marks[i], scenes[i]);
        const std::string a = root(known->second);
        const std::string b = root(scenes[i]);
        if (!isNew && a != b)
            leader[b] = a;
    }
    for (std::string& scene : scenes)
        scene = root(scene);
}

/// The same for pairs with one albedo, or with the same files in other layers.
std::vector<std::string> albedosOf(const std::vector<ListedPair>& pairs) {
    std::vector<std::string> albedos;
    for (const ListedPair& pair : pairs)
        albedos.push_back(pair.albedo.path);
    return albedos;
}

/// For each pair the sequence that its beauty is a frame of.
std::vector<std::string> sequencesOf(const std::vector<ListedPair>& pairs) {
    std::vector<std::filesystem::path> files;
    for (const ListedPair& pair : pairs)
        files.emplace_back(pair.beauty.path);
    std::vector<std::string> patterns(pairs.size());
    for (const FrameSequence& sequence : findSequences(files))
        for (const std::size_t file : sequence.files)
            patterns[file] = sequence.pattern;
    return patterns;
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
    case SceneRule::Sequence:
        return "sequence";
    }
    return "scene";
}

std::vector<std::string> scenesOf(const std::vector<ListedPair>& pairs, SceneRule rule) {
    std::vector<std::string> scenes;
    if (rule == SceneRule::Scene || rule == SceneRule::Sequence)
        scenes = byName(pairs);
    for (const ListedPair& pair : pairs) {
        if (rule == SceneRule::Folder)
            scenes.push_back(folderOf(pair.beauty.path));
        if (rule == SceneRule::Pair)
            scenes.push_back(toText(pair.beauty));
    }
    joinShared(albedosOf(pairs), scenes);
    if (rule == SceneRule::Sequence)
        joinShared(sequencesOf(pairs), scenes);
    return scenes;
}

} // namespace unlit::data
