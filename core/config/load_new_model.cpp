#include "core/config/findings.h"
#include "core/config/new_model.h"
#include "core/config/schema/bind.h"
#include "core/config/yaml/document.h"
#include "core/config/yaml/interpolation.h"

#include <algorithm>
#include <iterator>

namespace unlit::config {

LoadedNewModel loadNewModel(const std::filesystem::path& file,
                            const std::vector<std::string>& overrides) {
    LoadedNewModel loaded;
    Node document = loadDocument(file, loaded.diagnostics);
    if (document.entries.empty() && hasErrors(loaded.diagnostics))
        return loaded; // without a file, everything else would be wrong, too
    for (const std::string& text : overrides)
        applyOverride(document, text, loaded.diagnostics);
    resolveInterpolations(document, loaded.diagnostics);
    BindResult bound = bind(document, schemaOf(loaded.config));
    std::ranges::move(bound.diagnostics, std::back_inserter(loaded.diagnostics));
    addFindings(validate(loaded.config), document, file, loaded.diagnostics);
    return loaded;
}

} // namespace unlit::config
