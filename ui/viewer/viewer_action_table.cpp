#include "ui/viewer/viewer_action_table.h"

#include <QCoreApplication>
#include <QStringList>

namespace unlit::ui {

namespace {

constexpr int kNumbered = 9;

struct ViewerActionsWords {
    Q_DECLARE_TR_FUNCTIONS(ViewerActions)
};

std::vector<ViewerActionInfo> placeActions() {
    const QString group = ViewerActionsWords::tr("Zoom and pan");
    return {
        {ViewerVerb::Fit,
         group,
         ViewerActionsWords::tr("Fit the picture"),
         {Qt::Key_F, Qt::CTRL | Qt::Key_9}},
        {ViewerVerb::ActualSize,
         group,
         ViewerActionsWords::tr("Show at 100 %"),
         {Qt::CTRL | Qt::Key_0}},
        {ViewerVerb::ZoomIn,
         group,
         ViewerActionsWords::tr("Zoom in"),
         {Qt::Key_Plus, Qt::Key_Equal, Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}},
        {ViewerVerb::ZoomOut,
         group,
         ViewerActionsWords::tr("Zoom out"),
         {Qt::Key_Minus, Qt::CTRL | Qt::Key_Minus}},
        {ViewerVerb::PanLeft, group, ViewerActionsWords::tr("Look further left"), {Qt::Key_H}},
        {ViewerVerb::PanDown, group, ViewerActionsWords::tr("Look further down"), {Qt::Key_J}},
        {ViewerVerb::PanUp, group, ViewerActionsWords::tr("Look further up"), {Qt::Key_K}},
        {ViewerVerb::PanRight, group, ViewerActionsWords::tr("Look further right"), {Qt::Key_L}},
    };
}

std::vector<ViewerActionInfo> lightActions() {
    const QString group = ViewerActionsWords::tr("Light of the view");
    return {
        {ViewerVerb::Brighten,
         group,
         ViewerActionsWords::tr("Brighten the view by half a stop"),
         {Qt::Key_E}},
        {ViewerVerb::Darken,
         group,
         ViewerActionsWords::tr("Darken the view by half a stop"),
         {Qt::SHIFT | Qt::Key_E}},
        {ViewerVerb::RaiseOffset,
         group,
         ViewerActionsWords::tr("Raise the offset by 0.1"),
         {Qt::Key_O}},
        {ViewerVerb::LowerOffset,
         group,
         ViewerActionsWords::tr("Lower the offset by 0.1"),
         {Qt::SHIFT | Qt::Key_O}},
        {ViewerVerb::RaiseGamma,
         group,
         ViewerActionsWords::tr("Raise the gamma by 0.1"),
         {Qt::Key_G}},
        {ViewerVerb::LowerGamma,
         group,
         ViewerActionsWords::tr("Lower the gamma by 0.1"),
         {Qt::SHIFT | Qt::Key_G}},
        {ViewerVerb::ResetLight,
         group,
         ViewerActionsWords::tr("Reset exposure, offset and gamma"),
         {Qt::Key_R}},
        {ViewerVerb::Normalize,
         group,
         ViewerActionsWords::tr("Spread the layer's numbers from black to white"),
         {Qt::Key_N}},
    };
}

std::vector<ViewerActionInfo> compareActions() {
    const QString group = ViewerActionsWords::tr("Compare");
    return {
        {ViewerVerb::Wipe, group, ViewerActionsWords::tr("Compare by wipe"), {Qt::Key_W}},
        {ViewerVerb::SideBySide,
         group,
         ViewerActionsWords::tr("Compare side by side"),
         {Qt::Key_B}},
        {ViewerVerb::Flip,
         group,
         ViewerActionsWords::tr("Flip between the two pictures"),
         {Qt::Key_X}},
        {ViewerVerb::Difference, group, ViewerActionsWords::tr("Show the difference"), {Qt::Key_D}},
        {ViewerVerb::NextDifference,
         group,
         ViewerActionsWords::tr("Next kind of difference"),
         {Qt::CTRL | Qt::Key_Right}},
        {ViewerVerb::PreviousDifference,
         group,
         ViewerActionsWords::tr("Previous kind of difference"),
         {Qt::CTRL | Qt::Key_Left}},
        {ViewerVerb::WipeLeft,
         group,
         ViewerActionsWords::tr("Move the wipe left"),
         {Qt::ALT | Qt::Key_Left}},
        {ViewerVerb::WipeRight,
         group,
         ViewerActionsWords::tr("Move the wipe right"),
         {Qt::ALT | Qt::Key_Right}},
        {ViewerVerb::TurnWipeLeft,
         group,
         ViewerActionsWords::tr("Turn the wipe anticlockwise by 15°"),
         {Qt::ALT | Qt::Key_Up}},
        {ViewerVerb::TurnWipeRight,
         group,
         ViewerActionsWords::tr("Turn the wipe clockwise by 15°"),
         {Qt::ALT | Qt::Key_Down}},
        {ViewerVerb::ResetWipe,
         group,
         ViewerActionsWords::tr("Put the wipe upright into the middle"),
         {Qt::ALT | Qt::Key_W}},
    };
}

std::vector<ViewerActionInfo> layerActions() {
    const QString group = ViewerActionsWords::tr("Layers and colours");
    return {
        {ViewerVerb::ShowLayer,
         group,
         ViewerActionsWords::tr("Show layer %1"),
         {Qt::Key_1},
         kNumbered},
        {ViewerVerb::CompareLayer,
         group,
         ViewerActionsWords::tr("Compare with layer %1"),
         {Qt::SHIFT | Qt::Key_1},
         kNumbered},
        {ViewerVerb::NextLayer,
         group,
         ViewerActionsWords::tr("Next layer"),
         {Qt::Key_BracketRight}},
        {ViewerVerb::PreviousLayer,
         group,
         ViewerActionsWords::tr("Previous layer"),
         {Qt::Key_BracketLeft}},
        {ViewerVerb::NextChannel,
         group,
         ViewerActionsWords::tr("Next channel: RGB, red, green, blue, alpha, luminance"),
         {Qt::Key_C}},
        {ViewerVerb::PreviousChannel,
         group,
         ViewerActionsWords::tr("Previous channel"),
         {Qt::SHIFT | Qt::Key_C}},
        {ViewerVerb::NextFalseColor,
         group,
         ViewerActionsWords::tr(
             "Next false colours: none, grey, viridis, inferno, turbo, cool-warm"),
         {Qt::SHIFT | Qt::Key_Right}},
        {ViewerVerb::PreviousFalseColor,
         group,
         ViewerActionsWords::tr("Previous false colours"),
         {Qt::SHIFT | Qt::Key_Left}},
        {ViewerVerb::MarkClipping,
         group,
         ViewerActionsWords::tr("Mark what the view clips: above white red, below black blue"),
         {Qt::Key_U}},
        {ViewerVerb::MarkLightless,
         group,
         ViewerActionsWords::tr("Without light: mark pixels whose paint nobody can know"),
         {Qt::SHIFT | Qt::Key_U}},
        {ViewerVerb::MarkPaint,
         group,
         ViewerActionsWords::tr(
             "Outside paint: mark albedos too dark or too bright for real surfaces"),
         {Qt::Key_P}},
    };
}

std::vector<ViewerActionInfo> panelActions() {
    const QString group = ViewerActionsWords::tr("Panels");
    return {
        {ViewerVerb::ToggleHistogram,
         group,
         ViewerActionsWords::tr("Show or hide the histogram"),
         {Qt::CTRL | Qt::Key_H}},
        {ViewerVerb::ToggleLogarithm,
         group,
         ViewerActionsWords::tr("Histogram with linear or logarithmic heights"),
         {Qt::CTRL | Qt::SHIFT | Qt::Key_H}},
        {ViewerVerb::ChangeReadout,
         group,
         ViewerActionsWords::tr("Values under the pointer: all, linear only, none"),
         {Qt::Key_I}},
        {ViewerVerb::ToggleOptions,
         group,
         ViewerActionsWords::tr("Show or hide the view options"),
         {Qt::Key_V}},
        {ViewerVerb::ShowKeys,
         group,
         ViewerActionsWords::tr("Show all keys of the viewer"),
         {Qt::Key_Question}},
    };
}

} // namespace

std::vector<ViewerActionInfo> viewerActionTable() {
    std::vector<ViewerActionInfo> all;
    for (const auto& part :
         {placeActions(), lightActions(), compareActions(), layerActions(), panelActions()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

std::vector<ViewerGesture> viewerGestures() {
    return {{ViewerActionsWords::tr("Wheel"), ViewerActionsWords::tr("Zoom at the pointer")},
            {ViewerActionsWords::tr("Drag, middle drag, Space and drag"),
             ViewerActionsWords::tr("Pan")},
            {ViewerActionsWords::tr("Arrow keys, with the view in focus"),
             ViewerActionsWords::tr("Pan")},
            {ViewerActionsWords::tr("Double click"),
             ViewerActionsWords::tr("100 % there, or fit again")},
            {ViewerActionsWords::tr("Drag the line"), ViewerActionsWords::tr("Move the wipe")},
            {ViewerActionsWords::tr("Ctrl and drag"),
             ViewerActionsWords::tr("Turn the wipe; it catches at 45° steps")},
            {ViewerActionsWords::tr("Tap Space"),
             ViewerActionsWords::tr("Flip between the two pictures")},
            {ViewerActionsWords::tr("Shift and drag"),
             ViewerActionsWords::tr("Measure a region: mean, least, most; a click or Esc "
                                    "ends it")},
            {ViewerActionsWords::tr("Hold Shift and Ctrl, zoomed in"),
             ViewerActionsWords::tr("8-bit values on the screen instead of "
                                    "linear ones")}};
}

QString keyText(const ViewerActionInfo& info) {
    QStringList keys;
    for (const QKeySequence& key : info.keys)
        keys += key.toString(QKeySequence::NativeText);
    if (info.count > 1)
        return keys[0] + QStringLiteral(" … ") + QString::number(info.count);
    return keys.join(QStringLiteral(", "));
}

QString viewerKeysAsMarkdown() {
    QString text;
    QString group;
    for (const ViewerActionInfo& info : viewerActionTable()) {
        if (info.group != group) {
            group = info.group;
            text += QStringLiteral("\n### %1\n\n| Keys | What they do |\n|---|---|\n").arg(group);
        }
        const QString what = info.count > 1 ? info.text.arg(QStringLiteral("1 … 9")) : info.text;
        text += QStringLiteral("| %1 | %2 |\n").arg(keyText(info), what);
    }
    text += QStringLiteral("\n### %1\n\n| Gesture | What it does |\n|---|---|\n")
                .arg(ViewerActionsWords::tr("Mouse"));
    for (const ViewerGesture& gesture : viewerGestures())
        text += QStringLiteral("| %1 | %2 |\n").arg(gesture.gesture, gesture.effect);
    return text;
}

} // namespace unlit::ui
