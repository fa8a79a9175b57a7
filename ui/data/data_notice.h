// What is said in the middle of the Data page where there is nothing to show.
#pragma once

#include "core/base/failure.h"
#include "ui/data/data_view.h"
#include "ui/data/set_reader.h"
#include "ui/widgets/notice_card.h"

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// What is open, and what of it is on show.
struct DataShown {
    DataView view = DataView::Pairs;
    std::filesystem::path source;   ///< that is open or being opened
    const OpenedSet* set = nullptr; ///< null: none is open
    std::optional<Failure> failure; ///< of opening it
    bool isPairing = false;         ///< pairs are being looked for
    int pairs = 0;
    int filtered = 0;  ///< pairs that fit the filter
    int leftOvers = 0; ///< files in no pair
    bool isGrid = false;
    QString recent; ///< the set before; empty = none
};

/// What is open holds materials and no picture of light.
bool isLibrary(const DataShown& shown);

/// Nothing where there is something to show.
std::optional<Notice> noticeOf(const DataShown& shown);

} // namespace unlit::ui
