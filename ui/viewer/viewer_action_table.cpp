#include "ui/viewer/viewer_action_table.h"

#include <QCoreApplication>
#include <QStringList>

namespace unlit::ui {

namespace {

constexpr int kNumbered = 9;

QString actionWord(const char* text) {
    return QCoreApplication::translate("ViewerActions", text);
}

std::vector<ViewerActionInfo> placeActions() {
    const QString group = actionWord("Zoom and pan");
    return {
        {ViewerVerb::Fit, group, actionWord("Fit the picture"), {Qt::Key_F, Qt::CTRL | Qt::Key_9}},
        {ViewerVerb::ActualSize, group, actionWord("Show at 100 %"), {Qt::CTRL | Qt::Key_0}},
        {ViewerVerb::ZoomIn,
         group,
         actionWord("Zoom in"),
         {Qt::Key_Plus, Qt::Key_Equal, Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}},
        {ViewerVerb::ZoomOut,
         group,
         actionWord("Zoom out"),
         {Qt::Key_Minus, Qt::CTRL | Qt::Key_Minus}},
        {ViewerVerb::PanLeft, group, actionWord("Look further left"), {Qt::Key_H}},
        {ViewerVerb::PanDown, group, actionWord("Look further down"), {Qt::Key_J}},
        {ViewerVerb::PanUp, group, actionWord("Look further up"), {Qt::Key_K}},
        {ViewerVerb::PanRight, group, actionWord("Look further right"), {Qt::Key_L}},
    };
}

std::vector<ViewerActionInfo> lightActions() {
    const QString group = actionWord("Light of the view");
    return {
        {ViewerVerb::Brighten, group, actionWord("Brighten the view by half a stop"), {Qt::Key_E}},
        {ViewerVerb::Darken,
         group,
         actionWord("Darken the view by half a stop"),
         {Qt::SHIFT | Qt::Key_E}},
        {ViewerVerb::RaiseOffset, group, actionWord("Raise the offset by 0.1"), {Qt::Key_O}},
        {ViewerVerb::LowerOffset,
         group,
         actionWord("Lower the offset by 0.1"),
         {Qt::SHIFT | Qt::Key_O}},
        {ViewerVerb::RaiseGamma, group, actionWord("Raise the gamma by 0.1"), {Qt::Key_G}},
        {ViewerVerb::LowerGamma,
         group,
         actionWord("Lower the gamma by 0.1"),
         {Qt::SHIFT | Qt::Key_G}},
        {ViewerVerb::ResetLight,
         group,
         actionWord("Reset exposure, offset and gamma"),
         {Qt::Key_R}},
        {ViewerVerb::Normalize,
         group,
         actionWord("Spread the layer's numbers from black to white"),
         {Qt::Key_N}},
    };
}

std::vector<ViewerActionInfo> compareActions() {
    const QString group = actionWord("Compare");
    return {
        {ViewerVerb::Wipe, group, actionWord("Compare by wipe"), {Qt::Key_W}},
        {ViewerVerb::SideBySide, group, actionWord("Compare side by side"), {Qt::Key_B}},
        {ViewerVerb::Flip, group, actionWord("Flip between the two pictures"), {Qt::Key_X}},
        {ViewerVerb::Difference, group, actionWord("Show the difference"), {Qt::Key_D}},
        {ViewerVerb::NextDifference,
         group,
         actionWord("Next kind of difference"),
         {Qt::CTRL | Qt::Key_Right}},
        {ViewerVerb::PreviousDifference,
         group,
         actionWord("Previous kind of difference"),
         {Qt::CTRL | Qt::Key_Left}},
        {ViewerVerb::WipeLeft, group, actionWord("Move the wipe left"), {Qt::ALT | Qt::Key_Left}},
        {ViewerVerb::WipeRight,
         group,
         actionWord("Move the wipe right"),
         {Qt::ALT | Qt::Key_Right}},
        {ViewerVerb::TurnWipeLeft,
         group,
         actionWord("Turn the wipe anticlockwise by 15°"),
         {Qt::ALT | Qt::Key_Up}},
        {ViewerVerb::TurnWipeRight,
         group,
         actionWord("Turn the wipe clockwise by 15°"),
         {Qt::ALT | Qt::Key_Down}},
        {ViewerVerb::ResetWipe,
         group,
         actionWord("Put the wipe upright into the middle"),
         {Qt::ALT | Qt::Key_W}},
    };
}

std::vector<ViewerActionInfo> layerActions() {
    const QString group = actionWord("Layers and colours");
    return {
        {ViewerVerb::ShowLayer, group, actionWord("Show layer %1"), {Qt::Key_1}, kNumbered},
        {ViewerVerb::CompareLayer,
         group,
         actionWord("Compare with layer %1"),
         {Qt::SHIFT | Qt::Key_1},
         kNumbered},
        {ViewerVerb::NextLayer, group, actionWord("Next layer"), {Qt::Key_BracketRight}},
        {ViewerVerb::PreviousLayer, group, actionWord("Previous layer"), {Qt::Key_BracketLeft}},
        {ViewerVerb::NextChannel,
         group,
         actionWord("Next channel: RGB, red, green, blue, alpha, luminance"),
         {Qt::Key_C}},
        {ViewerVerb::PreviousChannel,
         group,
         actionWord("Previous channel"),
         {Qt::SHIFT | Qt::Key_C}},
        {ViewerVerb::NextFalseColor,
         group,
         actionWord("Next false colours: none, grey, viridis, inferno, turbo, cool-warm"),
         {Qt::SHIFT | Qt::Key_Right}},
        {ViewerVerb::PreviousFalseColor,
         group,
         actionWord("Previous false colours"),
         {Qt::SHIFT | Qt::Key_Left}},
        {ViewerVerb::MarkClipping,
         group,
         actionWord("Mark what the view clips: above white red, below black blue"),
         {Qt::Key_U}},
        {ViewerVerb::MarkLightless,
         group,
         actionWord("Without light: mark pixels whose paint nobody can know"),
         {Qt::SHIFT | Qt::Key_U}},
        {ViewerVerb::MarkPaint,
         group,
         actionWord("Outside paint: mark albedos too dark or too bright for real surfaces"),
         {Qt::Key_P}},
    };
}

std::vector<ViewerActionInfo> panelActions() {
    const QString group = actionWord("Panels");
    return {
        {ViewerVerb::ToggleHistogram,
         group,
         actionWord("Show or hide the histogram"),
         {Qt::CTRL | Qt::Key_H}},
        {ViewerVerb::ToggleLogarithm,
         group,
         actionWord("Histogram with linear or logarithmic heights"),
         {Qt::CTRL | Qt::SHIFT | Qt::Key_H}},
        {ViewerVerb::ChangeReadout,
         group,
         actionWord("Values under the pointer: all, linear only, none"),
         {Qt::Key_I}},
        {ViewerVerb::ToggleOptions,
         group,
         actionWord("Show or hide the view options"),
         {Qt::Key_V}},
        {ViewerVerb::ShowKeys,
         group,
         actionWord("Show all keys of the viewer"),
         {Qt::Key_Question, Qt::Key_F1}},
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
    return {{actionWord("Wheel"), actionWord("Zoom at the pointer")},
            {actionWord("Drag, middle drag, Space and drag"), actionWord("Pan")},
            {actionWord("Arrow keys, with the view in focus"), actionWord("Pan")},
            {actionWord("Double click"), actionWord("100 % there, or fit again")},
            {actionWord("Drag the line"), actionWord("Move the wipe")},
            {actionWord("Ctrl and drag"), actionWord("Turn the wipe; it catches at 45° steps")},
            {actionWord("Tap Space"), actionWord("Flip between the two pictures")},
            {actionWord("Shift and drag"),
             actionWord("Measure a region: mean, least, most; a click or Esc "
                        "ends it")},
            {actionWord("Hold Shift and Ctrl, zoomed in"),
             actionWord("8-bit values on the screen instead of "
                        "linear ones")}};
}

QString keyText(const ViewerActionInfo& info) {
    QStringList keys;
    for (const QKeySequence& key : info.keys)
        keys += key.toString(QKeySequence::PortableText);
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
                .arg(actionWord("Mouse"));
    for (const ViewerGesture& gesture : viewerGestures())
        text += QStringLiteral("| %1 | %2 |\n").arg(gesture.gesture, gesture.effect);
    return text;
}

} // namespace unlit::ui
