// Numbers in files are written alike on every desktop.
#pragma once

namespace unlit::ui {

/// Qt brings in the number format of the desktop's language for the functions of C, in which half
/// is "0,5" in German: files and what is read from them would follow it. What people see is
/// formatted by Qt itself. Call once the application is there.
void keepNumbersPlain();

} // namespace unlit::ui
