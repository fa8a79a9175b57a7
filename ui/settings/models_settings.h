// What the Models page remembers.
#pragma once

#include <QByteArray>
#include <QStringList>

namespace unlit::ui {

struct ModelsSettings {
    QStringList roots;       ///< folders of the user's that are looked through
    int view = 0;            ///< overview, card, check, convert, compare, guide, evaluate
    QByteArray columns;      ///< widths of table and views
    QByteArray tableColumns; ///< widths and order of the table's columns
    bool operator==(const ModelsSettings&) const = default;
};

} // namespace unlit::ui
