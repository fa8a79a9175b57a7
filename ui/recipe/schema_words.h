// What the schema says in few words, in the window's language: units, and what an empty field
// means.
#pragma once

#include <QString>

#include <string>

namespace unlit::ui {

/// `english` is a setting's unit or nullMeaning; as it is where no words are known for it.
QString schemaWords(const std::string& english);

} // namespace unlit::ui
