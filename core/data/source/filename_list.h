// The text file that names the pairs of a set: one pair a line, beauty, albedo and, where there is
// one, a mask; for models of several targets all of them stand in the albedo's place.
#pragma once

#include "core/data/source/picture_ref.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::data {

/// What the columns of a list are, behind the beauty.
struct ListColumns {
    std::size_t targets = 1; ///< at least 1
    /// The last column of every line is a class or a text, "" for none.
    bool hasCondition = false;
    /// Whether it is one is found out: in every line the column behind the targets, or behind the
    /// mask, is there and has no suffix of a picture.
    bool findsCondition = false;
};

struct ListedPair {
    PictureRef beauty;
    PictureRef albedo; ///< the first target, whatever its name is
    std::optional<PictureRef> mask;
    int line = 0;                                ///< in its list, from 1; 0 = from no list
    std::vector<PictureRef> furtherTargets = {}; ///< the second and those after it
    std::string condition = {};                  ///< class or text, in lists that have them

    /// All targets in their order.
    std::vector<PictureRef> targets() const;

    bool operator==(const ListedPair&) const = default;
};

/// Names are separated by blanks or tabs and relative to the set's folder or archive. A name with
/// blanks stands between double quotes, in which \" and \\ mean " and \. "file.exr#Layer" names a
/// layer. Empty lines and lines that begin with # are passed over; a byte order mark and Windows
/// line ends are understood. A line has 1 + targetCount names, and one more where there is a mask:
/// the number of targets alone tells a mask from a target. With conditions there is one column
/// more, behind all others. Throws Error::invalidInput with "list:line: …" for any other number of
/// names, an unclosed quote, a name that is absolute or leads out of the set, and for a list
/// without pairs; NotFound or Io for the list itself.
std::vector<ListedPair> readFilenameList(const std::filesystem::path& path,
                                         const ListColumns& columns = {});

/// The same from text; `name` is what errors call it.
std::vector<ListedPair> parseFilenameList(std::string_view text, const std::string& name,
                                          const ListColumns& columns = {});

/// One line for each pair, quoted where needed; with "" for none where others have a condition.
/// Throws InvalidInput for a name with a line break.
std::string formatFilenameList(const std::vector<ListedPair>& pairs);

/// Atomic. Throws Error; an existing file is an error unless `overwrite`.
void writeFilenameList(const std::filesystem::path& path, const std::vector<ListedPair>& pairs,
                       bool overwrite);

} // namespace unlit::data
