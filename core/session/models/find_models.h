// Which model folders there are: in the places where models usually lie, and below folders that a
// person names. Nothing of a model is read yet.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

enum class ModelPlace {
    Bundled, ///< comes with the program
    Own,     ///< below a folder of the user's
    Hub,     ///< in the cache of the Hugging Face hub's own client
};

/// "bundled", "own", "hub".
std::string_view toString(ModelPlace place);

/// A folder to look through. A hub has repositories as models--ORGANISATION--NAME/snapshots/HASH.
struct ModelRoot {
    std::filesystem::path folder;
    ModelPlace place = ModelPlace::Own;
    bool isOptional = false; ///< that it is not there need not be said
    bool operator==(const ModelRoot&) const = default;
};

/// The places that need no telling and exist: the models beside the running program,
/// $XDG_DATA_HOME/unlit/models, and the hub's cache ($HF_HUB_CACHE, $HF_HOME/hub,
/// $XDG_CACHE_HOME/huggingface/hub).
std::vector<ModelRoot> standardModelRoots();

struct FoundModel {
    std::filesystem::path folder; ///< absolute, as it was found
    std::string name; ///< path below its root; "organisation/name" of a hub, with " @abcdef12" for
                      ///< any but the newest of several revisions
    ModelPlace place = ModelPlace::Own;
    bool operator==(const FoundModel&) const = default;
};

struct FoundModels {
    std::vector<FoundModel> models;    ///< bundled first, then own, then the hub's; by name
    std::vector<std::string> problems; ///< of folders that cannot be looked through, a thought each
};

/// Looks a few levels deep into each root, which may itself be a model. What has a model_index.json
/// is one; so is what has lost it but has unet and vae. Links are followed, every folder is seen
/// once, hidden ones are not. A folder with more inside than any collection of models has is given
/// up, and said. Throws nothing but bad_alloc; a stop ends it with what was found. Thread: any.
FoundModels findModels(const std::vector<ModelRoot>& roots, const std::stop_token& stop = {});

} // namespace unlit
