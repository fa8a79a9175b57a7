#include "core/weights/files/split_weights.h"

#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "core/weights/files/tensor_type.h"
#include "core/weights/json_file.h"

#include <cstdio>

namespace unlit::weights {

namespace fs = std::filesystem;

namespace {

/// By name, each as full as it gets.
std::vector<std::vector<TensorSpec>> shardsOf(const SafetensorsFile& file,
                                              std::uint64_t mostBytes) {
    std::vector<std::vector<TensorSpec>> shards(1);
    std::uint64_t bytes = 0;
    for (const auto& [name, info] : file.tensors()) {
        if (!shards.back().empty() && bytes + info.bytes() > mostBytes) {
            shards.emplace_back();
            bytes = 0;
        }
        bytes += info.bytes();
        shards.back().push_back({name, torchType(info.dtype), info.shape});
    }
    return shards;
}

/// "model-00002-of-00003.safetensors".
std::string shardName(const fs::path& file, std::size_t number, std::size_t count) {
    char ending[64]; // as long as two numbers of 64 bits make it
    std::snprintf(ending, sizeof ending, "-%05zu-of-%05zu.safetensors", number, count);
    return file.stem().string() + ending;
}

std::uint64_t bytesOf(const SafetensorsFile& file) {
    std::uint64_t bytes = 0;
    for (const auto& [name, info] : file.tensors())
        bytes += info.bytes();
    return bytes;
}

} // namespace

void splitWeightFile(const fs::path& file, std::uint64_t mostBytes,
                     const std::function<void(double)>& progress) {
    const SafetensorsFile whole(file);
    const std::uint64_t total = bytesOf(whole);
    if (total <= mostBytes)
        return;
    const auto shards = shardsOf(whole, mostBytes);
    nlohmann::json places = nlohmann::json::object();
    std::uint64_t written = 0;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        const std::string name = shardName(file, i + 1, shards.size());
        SafetensorsWriter writer(file.parent_path() / name, shards[i], whole.metadata());
        for (const TensorSpec& spec : writer.order()) {
            const torch::Tensor tensor = whole.tensor(spec.name);
            writer.write(tensor);
            places[spec.name] = name;
            written += tensor.nbytes();
            if (progress)
                progress(static_cast<double>(written) / static_cast<double>(total));
        }
        writer.commit();
    }
    fs::path index = file;
    index += ".index.json";
    writeJson(index, {{"metadata", {{"total_size", total}}}, {"weight_map", places}});
    fs::remove(file);
}

} // namespace unlit::weights
