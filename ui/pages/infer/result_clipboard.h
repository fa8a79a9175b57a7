// What is carried out of the Infer page by the clipboard: a picture, or the command that makes it.
#pragma once

#include "ui/bridge/background.h"
#include "ui/pages/infer/infer_parts.h"
#include "ui/pages/infer/strokes_mode.h"

#include <QImage>
#include <QObject>

namespace unlit::ui {

/// GUI thread; pictures are made in the background.
class ResultClipboard : public QObject {
    Q_OBJECT

public:
    ResultClipboard(InferParts& parts, const StrokesMode& strokes);

    /// The first target of the item on show, 16 bits a sample, and its files if it is saved; the
    /// clipboard has it as soon as it is made.
    void copyResult();
    /// What `unlit infer` is asked for the same pixels of the item on show.
    void copyCommand();

private:
    InferParts& m_parts;
    const StrokesMode& m_strokes;
    Background<QImage> m_copy; // last; seconds for 8K
};

} // namespace unlit::ui
