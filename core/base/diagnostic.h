// What is wrong with a text that a person wrote, as a value: many are found in one reading.
#pragma once

#include "core/base/error.h"

#include <string>
#include <vector>

namespace unlit {

struct Diagnostic {
    enum class Severity { Error, Warning };
    Severity severity = Severity::Error;
    SourceMark mark;     ///< where; an empty file = nowhere in particular
    std::string key;     ///< "trainer.save_period"; may be empty
    std::string message; ///< a full thought, lower case, no full stop
    std::string hint;    ///< what to do; may be empty

    /// "file:12:3: warning: message; hint", one line.
    std::string text() const;
};

std::string_view toString(Diagnostic::Severity severity);

/// "file:12:3"; without what is unknown.
std::string textOf(const SourceMark& mark);

bool hasErrors(const std::vector<Diagnostic>& diagnostics);

} // namespace unlit
