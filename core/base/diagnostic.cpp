#include "core/base/diagnostic.h"

#include <algorithm>

namespace unlit {

std::string_view toString(Diagnostic::Severity severity) {
    return severity == Diagnostic::Severity::Error ? "error" : "warning";
}

std::string textOf(const SourceMark& mark) {
    std::string text = mark.file.string();
    if (mark.line > 0)
        text += ":" + std::to_string(mark.line);
    if (mark.line > 0 && mark.column > 0)
        text += ":" + std::to_string(mark.column);
    return text;
}

std::string Diagnostic::text() const {
    std::string text = textOf(mark);
    if (!text.empty())
        text += ": ";
    if (severity == Severity::Warning)
        text += "warning: ";
    text += message;
    return hint.empty() ? text : text + "; " + hint;
}

bool hasErrors(const std::vector<Diagnostic>& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Diagnostic::Severity::Error;
    });
}

} // namespace unlit
