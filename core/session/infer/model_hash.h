// One number for a model folder: tells whether two folders give the same pictures.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace unlit {

struct InferenceResult;

/// Changes whenever a file of the folder is replaced. Cheap: sizes and times only. Throws the
/// system's error for a folder that cannot be listed.
std::string modelStamp(const std::filesystem::path& folder);

/// XXH64 (16 hexadecimal digits) over names and bytes of all .json and .safetensors files of the
/// folder and the folders in it, in the order of their names; hidden ones and everything else
/// (pictures, notes) are left out. Reads the weights: some seconds for several gigabytes. Throws
/// Error.
std::string hashModel(const std::filesystem::path& folder);

/// Hashes that are known, so that a thousand pictures read the weights once. Thread: any.
class ModelHashes {
public:
    /// The hash of the folder as `stamp` names it; "" when it has changed since.
    std::string of(const std::filesystem::path& folder, const std::string& stamp);

private:
    std::mutex m_mutex;
    std::map<std::string, std::string> m_known; ///< by path and stamp
};

/// Hashes the model where a side-car will want it. `stamp`s of another state of the folder than
/// the result's give none.
void fillModelHash(InferenceResult& result, ModelHashes& hashes);

} // namespace unlit
