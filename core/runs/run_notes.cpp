#include "core/runs/run_notes.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <cerrno>
#include <fstream>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

fs::path notesFile(const fs::path& run) {
    return run / "notes.txt";
}

} // namespace

std::string readNotes(const fs::path& run) {
    const fs::path file = notesFile(run);
    std::error_code failed;
    if (!fs::is_regular_file(file, failed))
        return {};
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::system(errno, "read", file);
    std::string text(kMostBytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

void writeNotes(const fs::path& run, std::string_view text) {
    const fs::path file = notesFile(run);
    std::error_code failed;
    if (!fs::is_directory(run, failed))
        throw Error::notFound("there is no run " + run.string() + " any more",
                              "it was moved or deleted");
    if (text.empty()) {
        fs::remove(file, failed);
        if (failed)
            throw Error::system(failed.value(), "remove", file);
        return;
    }
    writeAtomically(file, text);
}

} // namespace unlit::runs
