#include "core/session/infer/model_hash.h"

#include "core/base/content_hash.h"
#include "core/base/error.h"
#include "core/session/infer/inference_types.h"

#include <algorithm>
#include <vector>

namespace unlit {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> countedFiles(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, failed);
    for (const fs::recursive_directory_iterator end; !failed && entry != end;
         entry.increment(failed)) {
        const fs::path& path = entry->path();
        if (path.filename().string().starts_with('.')) {
            entry.disable_recursion_pending();
            continue;
        }
        std::error_code unknown;
        const std::string suffix = path.extension().string();
        if ((suffix == ".json" || suffix == ".safetensors") && entry->is_regular_file(unknown))
            names.push_back(path.lexically_relative(folder).generic_string());
    }
    if (failed)
        throw Error::system(failed.value(), "list", folder);
    std::ranges::sort(names);
    return names;
}

} // namespace

std::string modelStamp(const fs::path& folder) {
    fs::file_time_type newest = fs::file_time_type::min();
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file())
            continue;
        newest = std::max(newest, entry.last_write_time());
        bytes += entry.file_size();
    }
    return std::to_string(bytes) + "@" + std::to_string(newest.time_since_epoch().count());
}

std::string hashModel(const fs::path& folder) {
    ContentHash all;
    for (const std::string& name : countedFiles(folder)) {
        // The hash of each file stands for its bytes: names and contents cannot be confused.
        const std::string line = name + "\n" + hashText(hashFile(folder / name)) + "\n";
        all.add(std::as_bytes(std::span(line.data(), line.size())));
    }
    return hashText(all.digest());
}

std::string ModelHashes::of(const fs::path& folder, const std::string& stamp) {
    const std::string key = fs::absolute(folder).lexically_normal().string() + "|" + stamp;
    const std::lock_guard lock(m_mutex); // held while reading: two askers must not both read
    if (const auto known = m_known.find(key); known != m_known.end())
        return known->second;
    std::error_code unknown;
    if (!fs::is_directory(folder, unknown) || modelStamp(folder) != stamp)
        return {};
    return m_known[key] = hashModel(folder);
}

void fillModelHash(InferenceResult& result, ModelHashes& hashes) {
    if (result.request.output && result.request.output->sidecar && result.modelHash.empty())
        result.modelHash = hashes.of(result.request.model, result.modelStamp);
}

} // namespace unlit
