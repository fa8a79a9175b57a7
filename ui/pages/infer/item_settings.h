// Which settings an image runs with: those of all, or its own.
#pragma once

#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/result_saver.h"

#include <QObject>

namespace unlit::ui {

/// Shows in the panel what holds for the item on show, and takes from it what is edited there. GUI
/// thread.
class ItemSettings : public QObject {
    Q_OBJECT

public:
    ItemSettings(InferParts& parts, const ResultSaver& saver);

    /// The item on show, or what is known of it, is another one.
    void show();
    /// What the panel shows holds from now on; nothing does under a name that no file can have.
    void take();
    /// Gives the item on show settings of its own, or takes them away.
    void setOwn(bool isOwn);

signals:
    /// The panel is about the item on show as it is now.
    void shown();

private:
    InferParts& m_parts;
    const ResultSaver& m_saver;
};

} // namespace unlit::ui
