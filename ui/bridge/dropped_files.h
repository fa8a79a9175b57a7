// What a drop or a command line means: a model folder, or pictures.
#pragma once

#include <filesystem>
#include <vector>

class QMimeData;

namespace unlit::ui {

struct DroppedFiles {
    std::filesystem::path modelFolder; ///< the last folder with a model_index.json; empty = none
    std::vector<std::filesystem::path> images;
    /// Files that were named one by one and are no pictures by their suffix.
    std::vector<std::filesystem::path> ignored;
};

/// Folders are searched for image files, sub-folders included, in natural name order ("frame 2"
/// before "frame 10"); hidden files and folders are left out; links to folders are not followed.
/// Files that are named directly are taken if their suffix is that of an image.
DroppedFiles sortDropped(const std::vector<std::filesystem::path>& paths);

/// Local files of a drag; other URLs are left out.
std::vector<std::filesystem::path> localFiles(const QMimeData& data);

} // namespace unlit::ui
