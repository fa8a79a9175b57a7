// What the recipe editor remembers.
#pragma once

#include <QString>
#include <QStringList>

namespace unlit::ui {

struct RecipeSettings {
    QString last;       ///< file that was open; empty = none
    QStringList recent; ///< files, the last one first
    QString folder;     ///< where a setting's file or folder was chosen last
    bool showsText = false;
    bool operator==(const RecipeSettings&) const = default;
};

} // namespace unlit::ui
