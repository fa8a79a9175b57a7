// Which files are frames of one sequence: the same name but for the number at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// Frames of one folder, one name and one suffix.
struct FrameSequence {
    std::string pattern;               ///< "shots/hall.*.exr"; of a file alone: its path
    std::vector<std::size_t> files;    ///< which of the files, by their numbers
    std::vector<std::int64_t> numbers; ///< of those, ascending; of a file without one: 0
};

/// Every file is in one sequence; sequences stand in the order of their first files. The number is
/// that at the end of the stem, of 18 digits at most: "hall.0007.exr" and "hall7.exr" have one,
/// "hall_7b.exr" has none and is alone. Opens nothing. Throws Error::invalidInput naming two files
/// of one sequence whose numbers are the same ("7" and "07").
std::vector<FrameSequence> findSequences(const std::vector<std::filesystem::path>& files);

/// When each frame comes, from 0, in units of the sequence's step: the largest number that divides
/// all distances, so that frames 1, 3, 5 are neighbours.
std::vector<std::int64_t> frameTimes(const std::vector<std::int64_t>& numbers);

/// "frames 3 and 7 to 9 are missing", or "" where none is.
std::string missingNumbersText(const FrameSequence& sequence);

/// "shots/hall.*.exr: frames 3 and 7 to 9 are missing; …", or "" where none is.
std::string missingFramesText(const FrameSequence& sequence);

/// Whether files that nobody called a sequence are taken for one: three at least, with numbers of
/// three digits or more of which most are there. Not JPEG: cameras number pictures that have
/// nothing to do with each other. `files`: those that the sequence was found in.
bool looksLikeFrames(const FrameSequence& sequence,
                     const std::vector<std::filesystem::path>& files);

} // namespace unlit
