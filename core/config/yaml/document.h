// A file of settings with everything that it is based on, as one document.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/schema/node.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::config {

/// A file as it was read.
struct GivenText {
    std::filesystem::path file;
    std::string text;
};

/// Reads `file` and its `base_config` files: depth first, later ones over earlier ones, the file's
/// own keys last. Each value keeps the place that it comes from. A base is looked for beside the
/// file that names it, then one folder up, then in the current folder; references in its name
/// are resolved, others are not yet (interpolation.h). All faults are diagnostics,
/// also a missing file or bases that name each other. `read` is given every file that was read, the
/// first one first; may be null.
Node loadDocument(const std::filesystem::path& file, std::vector<Diagnostic>& diagnostics,
                  std::vector<GivenText>* read = nullptr);

/// The same for a text that is not on disk, as if it stood in the file `shownAs`.
Node loadDocumentText(const std::string& text, const std::filesystem::path& shownAs,
                      std::vector<Diagnostic>& diagnostics, std::vector<GivenText>* read = nullptr);

/// As mergeInto; a seed_everything of `over` takes the place of the seeds below it, too.
void layOver(Node& below, const Node& over);

/// The base that a file calls `name`; "" when there is none.
std::filesystem::path findBase(const std::filesystem::path& file, const std::string& name);

/// "trainer.save_period=10" into the document, as if it stood there last. Elements of lists that
/// are there already go by their index: "dataset.val.0.dir=x". Their mark is "KEY=VALUE", or
/// `place` where that is not empty.
void applyOverride(Node& document, const std::string& text, std::vector<Diagnostic>& diagnostics,
                   const std::string& place = {});

/// The key of the list of bases.
inline constexpr const char* kBaseConfig = "base_config";

} // namespace unlit::config
