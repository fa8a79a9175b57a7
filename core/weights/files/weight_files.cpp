#include "core/weights/files/weight_files.h"

#include "core/base/error.h"
#include "core/weights/json_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace unlit::weights {

namespace fs = std::filesystem;

namespace {

/// diffusers' name first, then that of transformers; plain files before half-precision ones. The
/// libraries have spelt the variant of an index in three ways.
constexpr std::array<std::string_view, 2> kStems = {"diffusion_pytorch_model", "model"};
constexpr std::array<std::string_view, 6> kEndings = {
    ".safetensors",
    ".safetensors.index.json",
    ".fp16.safetensors",
    ".fp16.safetensors.index.json",
    ".safetensors.index.fp16.json",
    ".safetensors.fp16.index.json",
};
constexpr std::array<std::string_view, 5> kPickleEndings = {".bin", ".ckpt", ".pt", ".pth", ".pkl"};

std::optional<fs::path> findWeights(const fs::path& folder) {
    for (const std::string_view ending : kEndings) {
        for (const std::string_view stem : kStems) {
            fs::path file = folder / (std::string(stem) + std::string(ending));
            if (fs::exists(file))
                return file;
        }
    }
    return {};
}

[[noreturn]] void refuse(const fs::path& folder) {
    std::string pickle;
    std::string other;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const auto endsWith = [&](std::string_view ending) { return name.ends_with(ending); };
        std::error_code failed;
        if (entry.is_symlink() && !fs::exists(entry.path(), failed))
            throw Error::notFound(entry.path().string() + " is a link to " +
                                      fs::read_symlink(entry.path(), failed).string() +
                                      ", which is not there",
                                  "finish the download of the model, or copy the file itself");
        if (std::any_of(kPickleEndings.begin(), kPickleEndings.end(), endsWith))
            pickle = std::max(pickle, name);
        else if (name.ends_with(".safetensors"))
            other = std::max(other, name);
    }
    if (!pickle.empty()) {
        throw Error::unsupported(
            folder.string() + " holds its weights only as pickle (" + pickle +
                "), a format that can run any code and is not read",
            "convert it once in Python: load the model with diffusers and call "
            "save_pretrained(\"new-folder\", safe_serialization=True)");
    }
    if (other.find("-of-") != std::string::npos)
        throw Error::notFound("no index of the parts of the weights in " + folder.string() +
                                  ", as of " + other,
                              "download or copy the file whose name ends with .index.json, too");
    throw Error::notFound("no weights in " + folder.string(),
                          other.empty()
                              ? "a diffusion_pytorch_model.safetensors or model.safetensors is "
                                "expected there"
                              : "rename " + other +
                                    " to diffusion_pytorch_model.safetensors (unet, vae) or "
                                    "model.safetensors (text_encoder) if it is the right one");
}

/// Tensor name -> shard file name. Only plain names are taken: an index from a stranger must not
/// make the program open files elsewhere. (Links in the folder are the user's own, and are
/// followed.)
std::map<std::string, std::string> readIndex(const fs::path& index) {
    constexpr const char* kIndexHint = "take the index file of the original model";
    const nlohmann::json json = readJsonObject(index);
    const auto weightMap = json.find("weight_map");
    if (weightMap == json.end() || !weightMap->is_object() || weightMap->empty())
        throw Error::corrupt(index, "the index has no weight_map", kIndexHint);
    std::map<std::string, std::string> shards;
    for (const auto& [tensor, shard] : weightMap->items()) {
        if (!shard.is_string())
            throw Error::corrupt(index, "the shard of '" + tensor + "' is not a text", kIndexHint);
        const auto name = shard.get<std::string>();
        if (name.find('/') != std::string::npos || name.find('\\') != std::string::npos ||
            name.find('\0') != std::string::npos || !name.ends_with(".safetensors")) {
            throw Error::corrupt(index,
                                 "the index places '" + tensor + "' in '" + name +
                                     "', which is no safetensors file of this folder",
                                 kIndexHint);
        }
        shards.emplace(tensor, name);
    }
    return shards;
}

std::vector<SafetensorsFile> openShards(const fs::path& index) {
    const std::map<std::string, std::string> shards = readIndex(index);
    std::map<std::string, SafetensorsFile> files;
    for (const auto& [tensor, shard] : shards) {
        const fs::path path = index.parent_path() / shard;
        if (!files.contains(shard)) {
            if (!fs::exists(path)) {
                throw Error::notFound("the shard " + path.string() + " is missing, which " +
                                          index.filename().string() + " names",
                                      "download or copy the missing file");
            }
            files.emplace(shard, SafetensorsFile(path));
        }
        if (!files.at(shard).has(tensor)) {
            throw Error::corrupt(path,
                                 "the tensor '" + tensor + "' is missing, which " +
                                     index.filename().string() + " places here",
                                 "download the model again");
        }
    }
    std::set<std::string> seen;
    std::vector<SafetensorsFile> opened;
    for (auto& [shard, file] : files) {
        for (const std::string& name : file.names()) {
            if (!seen.insert(name).second) {
                throw Error::corrupt(file.path(),
                                     "the tensor '" + name + "' lies in another shard too",
                                     "download the model again");
            }
        }
        opened.push_back(std::move(file));
    }
    return opened;
}

} // namespace

std::vector<SafetensorsFile> openWeightFiles(const fs::path& componentFolder) {
    if (!fs::is_directory(componentFolder)) {
        throw Error::notFound("no folder " + componentFolder.string(),
                              "check the path of the model");
    }
    const std::optional<fs::path> found = findWeights(componentFolder);
    if (!found)
        refuse(componentFolder);
    if (found->extension() == ".json")
        return openShards(*found);
    return {SafetensorsFile(*found)};
}

} // namespace unlit::weights
