// What a person writes about a run: notes.txt in its folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::runs {

/// UTF-8; "" where there are none. At most the first MiB. Throws Error::system.
std::string readNotes(const std::filesystem::path& run);

/// Replaces them; empty notes remove the file. Throws Error::system; the old ones then stay.
void writeNotes(const std::filesystem::path& run, std::string_view text);

/// What was noted at a step.
struct StepNote {
    std::int64_t step = 0;
    std::string text; ///< one line
    bool operator==(const StepNote&) const = default;
};

/// Lines that begin with "step 120:" or, as the German studio writes it, "Schritt 120:"; in their
/// order.
std::vector<StepNote> stepNotesIn(std::string_view notes);

/// Follows RUN/notes.txt. Used by one thread at a time.
class StepNotes {
public:
    explicit StepNotes(std::filesystem::path run) : m_run(std::move(run)) {}

    /// Reads the file where it is another one; returns whether notes have changed. What cannot be
    /// read has none.
    bool poll();

    const std::vector<StepNote>& notes() const { return m_notes; }

private:
    std::filesystem::path m_run;
    std::filesystem::file_time_type m_time{}; // of the file that was read
    std::vector<StepNote> m_notes;
};

} // namespace unlit::runs
