// What the Data page remembers.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <cstdint>

namespace unlit::ui {

struct DataSettings {
    QStringList recentSets; ///< folders, archives and lists, the last one first
    int validationPercent = 10;
    std::uint64_t splitSeed = 2024;
    int splitRule = 0; ///< scene, folder, pair
    QByteArray columns;
    QString synthesisFolder;
    QString texturesFolder;
    QStringList heldOut; ///< material families
    int synthesisCount = 500;
    int synthesisSize = 256;
    int synthesisSamples = 4;
    std::uint64_t synthesisSeed = 2024;
    int synthesisRepaintPercent = 0;
    int synthesisSwapPercent = 0; ///< of materials that get the relief of another
    bool synthesisHalf = false;
    bool operator==(const DataSettings&) const = default;
};

} // namespace unlit::ui
