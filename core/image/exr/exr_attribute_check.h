// Whether an attribute of an OpenEXR header is as long as its type says.
#pragma once

#include "core/image/readable_file.h"

#include <span>
#include <string>

namespace unlit {

/// The library takes what a type needs, however long the header says that the attribute is, and
/// goes on from there: with another length it would read another header than ours, and allocate
/// what that one asks for. Types that the library does not know are as long as they say. `bytes`:
/// the whole value. Throws Error::corrupt naming the file. Source: "OpenEXR File Layout",
/// predefined attribute types.
void checkExrAttribute(const ReadableFile& file, const std::string& name, const std::string& type,
                       std::span<const unsigned char> bytes);

} // namespace unlit
