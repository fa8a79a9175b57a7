// What a drop, a paste or a command line means: a model folder, pictures, or nothing of use.
#pragma once

#include "core/data/pairing/picture_use.h"
#include "core/session/infer/earlier_results.h"

#include <QImage>
#include <QString>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

class QMimeData;

namespace unlit::ui {

struct DroppedFiles {
    std::filesystem::path modelFolder; ///< the last folder with a model_index.json; empty = none
    std::vector<std::filesystem::path> images;
    std::vector<std::filesystem::path> loras; ///< files that are weights by their suffix
    /// Files that were named one by one and are no pictures by their suffix, or are not there.
    std::vector<std::filesystem::path> ignored;
    /// Pictures that go with one of `images`, or with one beside them, and earlier results,
    /// wherever their inputs are; they are no inputs.
    std::vector<data::SortedPicture> companions;
    /// Of `images`, those that have a result already, with its files (see resultsOf); none of a
    /// picture that was dropped alone.
    std::map<std::filesystem::path, ResultFiles> made;
    int baseColors = 0;     ///< of `images`, those of texture sets
    bool hasFolder = false; ///< at least one path was a folder of pictures
    /// Of `companions`: texture sets of which no base colour was found.
    std::vector<std::string> colorlessSets;
};

/// Of a search: files that lie in the folders, and how many of them were looked into.
struct SearchCount {
    std::size_t found = 0;
    std::size_t examined = 0;
};

/// Called for each file on the thread that searches; false = nothing more is searched for.
using SearchGoesOn = std::function<bool(const SearchCount&)>;

/// Folders are searched for image files, with the folders in them unless `isRecursive` is off, in
/// natural name order ("frame 2" before "frame 10"); hidden files and folders are left out; links
/// to folders are not followed. Files that are named directly are taken if their suffix is that of
/// an image, or of weights. Of several, those that go with another one are set apart (see
/// sortPictures), and results of this program (see earlierResults); `outputFolder` is where results
/// may lie that are not beside their pictures. A search that `goesOn` has ended finds nothing of
/// use. May take long: not for the GUI thread where folders are concerned.
DroppedFiles sortDropped(const std::vector<std::filesystem::path>& paths, bool isRecursive = true,
                         const std::filesystem::path& outputFolder = {},
                         const SearchGoesOn& goesOn = {});

/// What mime data offers, in the order of preference: files, then a picture, then text that names
/// files.
struct OfferedData {
    std::vector<std::filesystem::path> paths;
    QImage image;    ///< pixels without a file; else null
    QString problem; ///< why there is nothing to take, as a sentence; empty otherwise
    QString hint;    ///< what to do instead
};

/// File URLs; pixels; text whose lines are paths that exist, with "~", quotes and file:// allowed.
/// Web addresses, other text and empty data are a problem that says so.
OfferedData offeredData(const QMimeData& data);

/// Cheap: whether a drag should be let in, so that a drop can at least be answered.
bool offersAnything(const QMimeData& data);

} // namespace unlit::ui
