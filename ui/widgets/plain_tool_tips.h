// Tool tips show names, metadata and errors as they are.
#pragma once

class QApplication;

namespace unlit::ui {

/// Qt takes a tip that looks like HTML for HTML, and reads the files that it names. No tip of ours
/// is HTML.
void keepToolTipsPlain(QApplication& application);

} // namespace unlit::ui
