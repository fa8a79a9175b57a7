// Any bytes as a text that people write: a list of pairs, a recipe with references and merge keys.
#include "core/base/error.h"
#include "core/base/text_check.h"
#include "core/config/load_config.h"
#include "core/data/source/filename_list.h"

#include <cstdlib>
#include <string>

using namespace unlit;

namespace {

void readAsList(const std::string& text) {
    const auto pairs = data::parseFilenameList(text, "fuzz.txt");
    const std::string again = data::formatFilenameList(pairs);
    auto second = data::parseFilenameList(again, "again.txt");
    if (second.size() != pairs.size())
        std::abort();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        second[i].line = pairs[i].line; // empty lines and remarks are gone
        if (!(second[i] == pairs[i]))
            std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0)
        return -1;
    const std::string raw(bytes + 1, bytes + size);
    try {
        const std::string text = checkedText(raw, "fuzz.txt");
        if (bytes[0] % 2 == 0)
            readAsList(text);
        else
            (void)config::loadConfigText(text, "/nowhere/fuzz.yaml");
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Internal)
            std::abort();
    }
    return 0;
}
