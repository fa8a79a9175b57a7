// What benches with windows begin with.
#pragma once

#include <QByteArray>
#include <QtGlobal>

namespace unlit::bench {

/// Without a screen windows are drawn into memory. Before the QApplication.
inline void drawWithoutScreen() {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace unlit::bench
