// What is said in the middle of the Infer page where there is no picture to show.
#pragma once

#include "ui/models/queue_item.h"
#include "ui/widgets/notice_card.h"

namespace unlit::ui {

/// No item is chosen. `hasModel`: a model is, and it is understood.
Notice noticeWithoutItem(bool hasModel);

/// Precondition: the item has failed.
Notice noticeOfFailed(const QueueItem& item);

} // namespace unlit::ui
