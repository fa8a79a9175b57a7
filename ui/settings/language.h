// The language that the studio speaks.
#pragma once

#include <QCoreApplication>
#include <QStringList>

#include <optional>

namespace unlit::ui {

enum class Language { System, English, German };

/// "system", "en", "de": as settings and the command line have it.
QString toString(Language language);
std::optional<Language> languageFromString(const QString& text);

/// English or German: what was chosen, else the first of the system's languages (as
/// QLocale::uiLanguages lists them) that the studio speaks, else English.
Language spokenLanguage(Language chosen, const QStringList& systemLanguages);

/// Loads the words of a language, Qt's own too where they are installed; to be called on the GUI
/// thread before widgets are made, which keep the words that they were made with. Once more
/// replaces the language. Numbers have a decimal point in every language (ADR 0027).
void installLanguage(QCoreApplication& application, Language chosen);

} // namespace unlit::ui
