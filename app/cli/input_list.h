// From the words on the command line to image files: files, folders, patterns.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::cli {

struct InputFile {
    std::filesystem::path path;
    bool isNamed = false; ///< given itself, not found in a folder or by a pattern
};

/// A word that led to nothing.
struct InputProblem {
    std::string input;
    std::string error; ///< what, where, what to do
};

struct InputList {
    std::vector<InputFile> files;
    /// Of folders: maps of materials (see data::sortPictures), which are not taken.
    std::vector<std::filesystem::path> maps;
    std::vector<InputProblem> problems;
};

/// A file is taken as it is, whatever its name. Folders (not the folders in them) and patterns
/// (*, ?, […]; for shells that did not expand them) give the files with an image suffix in natural
/// order, folders without the maps of materials. A file that is met twice counts once. Nothing is
/// opened. Never throws for a bad word.
InputList expandInputs(const std::vector<std::string>& words);

} // namespace unlit::cli
