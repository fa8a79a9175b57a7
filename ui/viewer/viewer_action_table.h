// Everything that can be done in the viewer, by name and key: actions, the key help and
// docs/viewer.md read this one table.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <vector>

namespace unlit::ui {

enum class ViewerVerb {
    Fit,
    ActualSize,
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanDown,
    PanUp,
    PanRight,
    Brighten,
    Darken,
    RaiseOffset,
    LowerOffset,
    RaiseGamma,
    LowerGamma,
    ResetLight,
    Normalize,
    Wipe,
    SideBySide,
    Flip,
    Difference,
    NextDifference,
    PreviousDifference,
    WipeLeft,
    WipeRight,
    TurnWipeLeft,
    TurnWipeRight,
    ResetWipe,
    ShowLayer,
    CompareLayer,
    NextLayer,
    PreviousLayer,
    NextChannel,
    PreviousChannel,
    NextFalseColor,
    PreviousFalseColor,
    MarkClipping,
    MarkLightless,
    MarkPaint,
    ToggleHistogram,
    ToggleLogarithm,
    ChangeReadout,
    ToggleOptions,
    ShowKeys,
};

/// A verb, or a row of them with a number each.
struct ViewerActionInfo {
    ViewerVerb verb;
    QString group;
    QString text;
    QList<QKeySequence> keys; ///< the first is the one that is shown
    int count = 1;            ///< 9: numbered; keys are for number 1
};

/// Translated.
std::vector<ViewerActionInfo> viewerActionTable();

/// What the mouse does: gesture, effect.
struct ViewerGesture {
    QString gesture;
    QString effect;
};

std::vector<ViewerGesture> viewerGestures();

/// "E", "Ctrl+0", "1 … 9": the keys of an entry as words.
QString keyText(const ViewerActionInfo& info);

/// The tables above in Markdown, as they stand in docs/viewer.md.
QString viewerKeysAsMarkdown();

} // namespace unlit::ui
