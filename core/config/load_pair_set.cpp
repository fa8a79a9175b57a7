#include "core/config/pair_set.h"
#include "core/config/schema/bind.h"
#include "core/config/yaml/interpolation.h"
#include "core/config/yaml/yaml_reader.h"

namespace unlit::config {

namespace {

using Diagnostics = std::vector<Diagnostic>;

/// Keys that the kind has no use for would make a reader believe in something that never happens.
void checkKeys(const Node& document, const PairSet& set, const std::filesystem::path& file,
               Diagnostics& diagnostics) {
    const auto refuse = [&](const char* key, const char* why) {
        if (const Entry* entry = document.find(key))
            diagnostics.push_back({Diagnostic::Severity::Error, entry->mark, key,
                                   std::string(key) + " " + why, "take it out"});
    };
    const auto need = [&](bool isThere, const char* key) {
        if (!isThere)
            diagnostics.push_back({Diagnostic::Severity::Error,
                                   {file, 0, 0},
                                   key,
                                   std::string(key) + " is missing",
                                   ""});
    };
    need(document.find("kind") != nullptr, "kind");
    if (set.kind == PairSetKind::Pictures) {
        need(!set.list.empty(), "list");
        for (const char* key : {"seed", "size", "samples", "repaint", "swap_relief", "half",
                                "block", "scenes", "materials", "textures"})
            refuse(key, "means nothing for pictures that are there");
        return;
    }
    refuse("list", "means nothing for a set that is rendered");
    for (const char* key : {"seed", "count", "size", "samples"})
        need(document.find(key) != nullptr, key);
    need(!set.materials.empty() || !set.textures.empty(), "materials");
    if (set.kind == PairSetKind::Cycles) {
        refuse("repaint", "means nothing for Blender's script, which always moves hues");
        refuse("swap_relief", "means nothing for Blender's script");
        return need(!set.scenes.empty(), "scenes");
    }
    refuse("scenes", "means nothing for our own renderer");
    refuse("block", "means nothing for our own renderer");
}

} // namespace

PairSet loadPairSet(const std::filesystem::path& file) {
    Diagnostics diagnostics;
    Node document = parseYaml(readConfigText(file), file, diagnostics);
    resolveInterpolations(document, diagnostics);
    PairSet set;
    BindResult bound = bind(document, schemaOf(set));
    diagnostics.insert(diagnostics.end(), bound.diagnostics.begin(), bound.diagnostics.end());
    if (!hasErrors(diagnostics))
        checkKeys(document, set, file, diagnostics);
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        text += (text.empty() ? "" : "\n") + diagnostic.text();
    if (hasErrors(diagnostics))
        throw Error::invalidInput(text);
    return set;
}

} // namespace unlit::config
