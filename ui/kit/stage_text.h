// What a job is at, in the language of the window.
#pragma once

#include "core/events/work_stage.h"

#include <QString>

namespace unlit::ui {

/// "Mitglied 2 von 5 · Schritt 3 von 4"; begins with a small letter where the language lets it.
QString stageText(const WorkStage& stage);

} // namespace unlit::ui
