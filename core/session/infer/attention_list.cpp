#include "core/session/infer/attention_list.h"

#include "core/base/error.h"
#include "core/weights/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace unlit {

namespace fs = std::filesystem;

namespace {

bool staysInside(const fs::path& file) {
    return !file.empty() && file.is_relative() &&
           std::ranges::find(file, fs::path("..")) == file.end();
}

} // namespace

std::vector<AttentionMapFile> readAttentionList(const fs::path& folder) {
    const fs::path list = folder / "attention.json";
    std::vector<AttentionMapFile> maps;
    try {
        const nlohmann::json content = weights::readJsonObject(list);
        for (const auto& map : content.at("maps")) {
            const fs::path file = map.at("file").get<std::string>();
            if (!staysInside(file))
                throw Error::corrupt(list.string(), "it names a file outside of its folder",
                                     "make the maps again");
            AttentionMapFile found;
            found.file = folder / file;
            found.step = map.at("step").get<std::int64_t>();
            found.layer = map.at("layer").get<std::string>();
            found.head = map.value("head", std::int64_t{0});
            found.token = map.value("token", std::int64_t{0});
            found.word = map.value("word", std::string());
            found.width = map.at("width").get<int>();
            found.height = map.at("height").get<int>();
            found.largest = map.at("largest").get<double>();
            maps.push_back(std::move(found));
        }
    } catch (const nlohmann::json::exception&) {
        throw Error::corrupt(list.string(), "it is no list of attention maps",
                             "make the maps again");
    }
    return maps;
}

} // namespace unlit
