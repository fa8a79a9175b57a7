// Longer texts of the Models page: a model's card, and where models come from.
#pragma once

#include "core/session/models/model_catalogue.h"

#include <QTextBrowser>

namespace unlit::ui {

/// Reads nothing but its text, neither from the net nor from files; web addresses open in the
/// browser.
QTextBrowser* makeTextView(QWidget* parent);

/// Words in Markdown, with room between paragraphs.
void showMarkdown(QTextBrowser& view, const QString& text);

/// Markdown.
QString guideText();

/// The card of a model, or what is to say where there is none. nullptr = none is chosen. Markdown.
QString cardText(const ModelRow* row);

} // namespace unlit::ui
