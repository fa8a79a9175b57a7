// An OpenEXR file into another one with everything that it holds.
#pragma once

#include "core/image/image_file.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace unlit {

struct ExrCopyOptions {
    /// 32-bit floats of colour layers become 16-bit ones; depth, normals, ids and cryptomattes keep
    /// their type, whose digits matter.
    bool half = false;
    std::optional<ExrCompression> compression = {};    ///< unset: each part keeps its own
    bool overwrite = false;                            ///< without it an existing file is an error
    std::shared_ptr<const LayerTable> layerTable = {}; ///< null = LayerTable::ofUser()
};

/// Keeps all parts, their names, windows, tiles and levels, all channels and all attributes, also
/// those that this program does not know. Parts whose types and compression stay are copied bit for
/// bit, after their pixels were decoded once to see that they are whole. Memory does not grow with
/// the picture. Through an AtomicFile. Throws Error: as readImage for the input, Unsupported for
/// deep parts; as writeImage for the output.
void copyExr(const std::filesystem::path& from, const std::filesystem::path& to,
             const ExrCopyOptions& options = {});

} // namespace unlit
