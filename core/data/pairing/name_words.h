// Splits the name of a file into its words: "Rock_4K_BaseColor.0012" -> Rock, 4K, BaseColor, 0012.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unlit::data {

struct NameWord {
    std::string text;  ///< as written
    std::string lower; ///< lower case

    bool isNumber() const;       ///< "0012"
    bool isSize() const;         ///< "2k", "4096", "1024x1024", "lod0"
    bool isViewpoint() const;    ///< "cam01", "view3", "light", "frame0001"
    bool isGeneric() const;      ///< "render", "image", "img": says nothing about the scene
    bool isCountedThing() const; ///< "scene", "asset": the number behind it is part of the name
};

/// Words end at '_', '-', '.', blanks, and where letters of more than two meet final digits
/// ("albedo0001"). Sizes such as "4K" and ids such as "tjnwfdq2" stay whole.
std::vector<NameWord> nameWords(std::string_view name);

} // namespace unlit::data
