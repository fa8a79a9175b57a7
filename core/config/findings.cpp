#include "core/config/findings.h"

#include <algorithm>

namespace unlit::config {

namespace {

/// The nearest place above a key that the document has: who forgets a key sees its section.
SourceMark placeOf(const Node& document, std::string key) {
    while (!key.empty()) {
        if (const Node* node = document.at(key); node != nullptr && !node->mark.file.empty())
            return node->mark;
        const std::size_t dot = key.rfind('.');
        key = dot == std::string::npos ? "" : key.substr(0, dot);
    }
    return {};
}

} // namespace

void addFindings(std::vector<Diagnostic> findings, const Node& document,
                 const std::filesystem::path& file, std::vector<Diagnostic>& diagnostics) {
    for (Diagnostic& found : findings) {
        const bool isKnown = std::ranges::any_of(diagnostics, [&](const Diagnostic& told) {
            return told.severity == Diagnostic::Severity::Error && !told.key.empty() &&
                   told.key == found.key;
        });
        if (isKnown)
            continue;
        found.mark = placeOf(document, found.key);
        if (found.mark.file.empty())
            found.mark.file = file;
        diagnostics.push_back(std::move(found));
    }
}

void requireNoErrors(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Error)
            text += (text.empty() ? "" : "\n") + diagnostic.text();
    if (!text.empty())
        throw Error::invalidInput(text);
}

} // namespace unlit::config
