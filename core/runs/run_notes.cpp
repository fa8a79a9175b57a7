#include "core/runs/run_notes.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <utility>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

fs::path notesFile(const fs::path& run) {
    return run / "notes.txt";
}

constexpr std::string_view kStepWords[] = {"step", "schritt"};
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// "step 120: it becomes grey".
std::optional<StepNote> stepNoteIn(std::string_view line) {
    line = trimmed(line);
    const std::size_t word = line.find(' ');
    const std::size_t colon = line.find(':');
    if (word == std::string_view::npos || colon == std::string_view::npos || colon < word)
        return std::nullopt;
    if (std::ranges::find(kStepWords, toLower(line.substr(0, word))) == std::end(kStepWords))
        return std::nullopt;
    const std::string_view number = trimmed(line.substr(word, colon - word));
    StepNote note{0, std::string(trimmed(line.substr(colon + 1)))};
    const auto [end, fault] =
        std::from_chars(number.data(), number.data() + number.size(), note.step);
    const bool isNumber = fault == std::errc() && end == number.data() + number.size();
    return isNumber && note.step >= 0 ? std::optional(note) : std::nullopt;
}

} // namespace

std::vector<StepNote> stepNotesIn(std::string_view notes) {
    std::vector<StepNote> found;
    while (!notes.empty()) {
        const std::size_t end = std::min(notes.find('\n'), notes.size());
        if (auto note = stepNoteIn(notes.substr(0, end)))
            found.push_back(std::move(*note));
        notes.remove_prefix(std::min(end + 1, notes.size()));
    }
    return found;
}

bool StepNotes::poll() {
    std::error_code missing;
    const auto seen = fs::last_write_time(notesFile(m_run), missing);
    const auto time = missing ? fs::file_time_type() : seen;
    if (time == m_time)
        return false;
    m_time = time;
    std::vector<StepNote> notes;
    try {
        notes = stepNotesIn(readNotes(m_run));
    } catch (const Error&) {
        logSwallowed("reading the notes of a run", LogLevel::Debug);
    }
    return std::exchange(m_notes, notes) != m_notes;
}

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
