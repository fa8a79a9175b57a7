#include "core/weights/json_file.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/weights/files/mapped_file.h"

#include <algorithm>
#include <string_view>

namespace unlit::weights {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
constexpr int kMaxDepth = 32;
constexpr const char* kHint = "take the file of the original model";

SourceMark markAt(const std::filesystem::path& file, std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const auto line = std::count(before.begin(), before.end(), '\n');
    const std::size_t lineStart = before.rfind('\n') + 1; // npos + 1 = 0
    return {file, static_cast<int>(line) + 1, static_cast<int>(before.size() - lineStart)};
}

template <class Json>
Json readObject(const std::filesystem::path& file) {
    const OpenFile open(file);
    if (open.size() > kMaxBytes)
        throw Error::corrupt(file, "the file is too large to be a configuration", kHint);
    const MappedBytes bytes(open, 0, open.size());
    const std::string_view text(reinterpret_cast<const char*>(bytes.bytes().data()),
                                bytes.bytes().size());
    if (text.empty())
        throw Error::corrupt(file, "the file is empty", kHint);
    const auto bound = [&](int depth, typename Json::parse_event_t, Json&) {
        if (depth > kMaxDepth)
            throw Error::corrupt(file, "the JSON is nested too deeply", kHint);
        return true;
    };
    try {
        Json json = Json::parse(text, bound);
        if (!json.is_object())
            throw Error::corrupt(file, "the file holds no JSON object", kHint);
        return json;
    } catch (const nlohmann::json::parse_error& error) {
        const SourceMark mark = markAt(file, text, error.byte);
        throw Error(ErrorKind::Corrupt,
                    file.string() + ": not valid JSON at line " + std::to_string(mark.line) +
                        ", column " + std::to_string(mark.column),
                    kHint, mark);
    }
}

} // namespace

nlohmann::json readJsonObject(const std::filesystem::path& file) {
    return readObject<nlohmann::json>(file);
}

nlohmann::ordered_json readOrderedJsonObject(const std::filesystem::path& file) {
    return readObject<nlohmann::ordered_json>(file);
}

std::string readText(const std::filesystem::path& file) {
    const OpenFile open(file);
    const MappedBytes bytes(open, 0, open.size());
    return {reinterpret_cast<const char*>(bytes.bytes().data()), bytes.bytes().size()};
}

void writeJson(const std::filesystem::path& file, const nlohmann::json& json) {
    writeAtomically(file, json.dump(2) + "\n");
}

} // namespace unlit::weights
