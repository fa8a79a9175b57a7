// Settings that describe themselves as a JSON object of Qt's.
#pragma once

#include "core/config/schema/option.h"

#include <QJsonObject>

namespace unlit::ui {

/// What is set, under its key. Seeds are texts, because numbers of JSON lose digits here; so are
/// paths, with what is no text in them as in a URL.
QJsonObject optionsJson(const config::Options& options);

/// As readStored().
void readOptions(const QJsonObject& json, const config::Options& options);

} // namespace unlit::ui
