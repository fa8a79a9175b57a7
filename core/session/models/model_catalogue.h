// What each model folder that was found is, or why it cannot be told; and the words that came with
// it.
#pragma once

#include "core/base/failure.h"
#include "core/session/models/find_models.h"
#include "core/session/models/model_commands.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

/// README.md of a model folder.
struct ModelCard {
    std::string license; ///< "apache-2.0"; empty = it does not say
    std::string text;    ///< Markdown without the header for machines; empty = there is no card
};

/// One of `summary` and `failure` is set.
struct ModelRow {
    FoundModel found;
    std::optional<ModelSummary> summary;
    std::optional<Failure> failure;
    bool seesImage =
        false; ///< false: its UNet makes pictures from text; it can be trained, not used
    std::uint64_t diskBytes = 0; ///< of all files in the folder, links followed
    ModelCard card;

    /// It can take the light out of a picture.
    bool isUsable() const { return summary.has_value() && seesImage; }

    /// Of all parts.
    std::uint64_t parameters() const;
    /// "float16", "float32", or "mixed": of UNet and VAE.
    std::string dtype() const;
};

/// Reads headers only. Whatever goes wrong, a drive that is gone since the folder was found
/// included, becomes the row's failure. Thread: any.
ModelRow readModelRow(const FoundModel& found);

/// Finds models and reads them, one after the other. `onRow` hears of each as soon as it is known.
/// Returns what findModels says of folders that cannot be looked through. A stop ends it early.
std::vector<std::string> catalogueModels(const std::vector<ModelRoot>& roots,
                                         const std::stop_token& stop,
                                         const std::function<void(const ModelRow& row)>& onRow);

/// No card where there is none, or none that can be read; the first 512 KiB of a longer one.
ModelCard readModelCard(const std::filesystem::path& folder);

} // namespace unlit
