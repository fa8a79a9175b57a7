// Which of the pictures that somebody hands over are there to be de-lit, and which go with them:
// maps of a texture set, the known albedo of a render, results of an earlier run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::data {

enum class PictureUse {
    Input,  ///< a picture with its light; of a texture set its base colour
    Map,    ///< normals, roughness, masks …: no picture of light
    Albedo, ///< of a render beside it
    Result, ///< written by this program from a picture beside it
};

struct SortedPicture {
    std::filesystem::path path;
    PictureUse use = PictureUse::Input;
    /// An input that its name calls a base colour, with maps beside it: a material's.
    bool isBaseColor = false;
    /// Of a map whose set has no base colour: folder and name of the set; else empty.
    std::string colorlessSet = {};
};

/// In the order given. By names alone, as pairs are found (file_key.h): a map, an albedo or a
/// result is one only where the picture that it goes with is among `files`, or, for maps, where
/// another map of the same set is; else it is an input like any other. Nothing is read.
std::vector<SortedPicture> sortPictures(const std::vector<std::filesystem::path>& files);

} // namespace unlit::data
