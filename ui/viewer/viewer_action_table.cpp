#include "ui/viewer/viewer_action_table.h"

#include <QCoreApplication>
#include <QStringList>

namespace unlit::ui {

namespace {

constexpr int kNumbered = 9;

QString word(const char* text) {
    return QCoreApplication::translate("ViewerActions", text);
}

std::vector<ViewerActionInfo> placeActions() {
    const QString group = word("Zoom and pan");
    return {
        {ViewerVerb::Fit, group, word("Fit the picture"), {Qt::Key_F, Qt::CTRL | Qt::Key_9}},
        {ViewerVerb::ActualSize, group, word("Show at 100 %"), {Qt::CTRL | Qt::Key_0}},
        {ViewerVerb::ZoomIn,
         group,
         word("Zoom in"),
         {Qt::Key_Plus, Qt::Key_Equal, Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}},
        {ViewerVerb::ZoomOut, group, word("Zoom out"), {Qt::Key_Minus, Qt::CTRL | Qt::Key_Minus}},
        {ViewerVerb::PanLeft, group, word("Look further left"), {Qt::Key_H}},
        {ViewerVerb::PanDown, group, word("Look further down"), {Qt::Key_J}},
        {ViewerVerb::PanUp, group, word("Look further up"), {Qt::Key_K}},
        {ViewerVerb::PanRight, group, word("Look further right"), {Qt::Key_L}},
    };
}

std::vector<ViewerActionInfo> lightActions() {
    const QString group = word("Light of the view");
    return {
        {ViewerVerb::Brighten, group, word("Brighten the view by half a stop"), {Qt::Key_E}},
        {ViewerVerb::Darken,
         group,
         word("Darken the view by half a stop"),
         {Qt::SHIFT | Qt::Key_E}},
        {ViewerVerb::RaiseOffset, group, word("Raise the offset by 0.1"), {Qt::Key_O}},
        {ViewerVerb::LowerOffset, group, word("Lower the offset by 0.1"), {Qt::SHIFT | Qt::Key_O}},
        {ViewerVerb::RaiseGamma, group, word("Raise the gamma by 0.1"), {Qt::Key_G}},
        {ViewerVerb::LowerGamma, group, word("Lower the gamma by 0.1"), {Qt::SHIFT | Qt::Key_G}},
        {ViewerVerb::ResetLight, group, word("Reset exposure, offset and gamma"), {Qt::Key_R}},
        {ViewerVerb::Normalize,
         group,
         word("Spread the layer's numbers from black to white"),
         {Qt::Key_N}},
    };
}

std::vector<ViewerActionInfo> compareActions() {
    const QString group = word("Compare");
    return {
        {ViewerVerb::Wipe, group, word("Compare by wipe"), {Qt::Key_W}},
        {ViewerVerb::SideBySide, group, word("Compare side by side"), {Qt::Key_B}},
        {ViewerVerb::Flip, group, word("Flip between the two pictures"), {Qt::Key_X}},
        {ViewerVerb::Difference, group, word("Show the difference"), {Qt::Key_D}},
        {ViewerVerb::NextDifference,
         group,
         word("Next kind of difference"),
         {Qt::CTRL | Qt::Key_Right}},
        {ViewerVerb::PreviousDifference,
         group,
         word("Previous kind of difference"),
         {Qt::CTRL | Qt::Key_Left}},
        {ViewerVerb::WipeLeft, group, word("Move the wipe left"), {Qt::ALT | Qt::Key_Left}},
        {ViewerVerb::WipeRight, group, word("Move the wipe right"), {Qt::ALT | Qt::Key_Right}},
        {ViewerVerb::TurnWipeLeft,
         group,
         word("Turn the wipe anticlockwise by 15°"),
         {Qt::ALT | Qt::Key_Up}},
        {ViewerVerb::TurnWipeRight,
         group,
         word("Turn the wipe clockwise by 15°"),
         {Qt::ALT | Qt::Key_Down}},
        {ViewerVerb::ResetWipe,
         group,
         word("Put the wipe upright into the middle"),
         {Qt::ALT | Qt::Key_W}},
    };
}

std::vector<ViewerActionInfo> layerActions() {
    const QString group = word("Layers and colours");
    return {
        {ViewerVerb::ShowLayer, group, word("Show layer %1"), {Qt::Key_1}, kNumbered},
        {ViewerVerb::CompareLayer,
         group,
         word("Compare with layer %1"),
         {Qt::SHIFT | Qt::Key_1},
         kNumbered},
        {ViewerVerb::NextLayer, group, word("Next layer"), {Qt::Key_BracketRight}},
        {ViewerVerb::PreviousLayer, group, word("Previous layer"), {Qt::Key_BracketLeft}},
        {ViewerVerb::NextChannel,
         group,
         word("Next channel: RGB, red, green, blue, alpha, luminance"),
         {Qt::Key_C}},
        {ViewerVerb::PreviousChannel, group, word("Previous channel"), {Qt::SHIFT | Qt::Key_C}},
        {ViewerVerb::NextFalseColor,
         group,
         word("Next false colours: none, grey, viridis, inferno, turbo, cool-warm"),
         {Qt::SHIFT | Qt::Key_Right}},
        {ViewerVerb::PreviousFalseColor,
         group,
         word("Previous false colours"),
         {Qt::SHIFT | Qt::Key_Left}},
        {ViewerVerb::MarkClipping,
         group,
         word("Mark what the view clips: above white red, below black blue"),
         {Qt::Key_U}},
    };
}

std::vector<ViewerActionInfo> panelActions() {
    const QString group = word("Panels");
    return {
        {ViewerVerb::ToggleHistogram,
         group,
         word("Show or hide the histogram"),
         {Qt::CTRL | Qt::Key_H}},
        {ViewerVerb::ToggleLogarithm,
         group,
         word("Histogram with linear or logarithmic heights"),
         {Qt::CTRL | Qt::SHIFT | Qt::Key_H}},
        {ViewerVerb::ChangeReadout,
         group,
         word("Values under the pointer: all, linear only, none"),
         {Qt::Key_I}},
        {ViewerVerb::ToggleOptions, group, word("Show or hide the view options"), {Qt::Key_V}},
        {ViewerVerb::ShowKeys,
         group,
         word("Show all keys of the viewer"),
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
    return {{word("Wheel"), word("Zoom at the pointer")},
            {word("Drag, middle drag, Space and drag"), word("Pan")},
            {word("Arrow keys, with the view in focus"), word("Pan")},
            {word("Double click"), word("100 % there, or fit again")},
            {word("Drag the line"), word("Move the wipe")},
            {word("Ctrl and drag"), word("Turn the wipe; it catches at 45° steps")},
            {word("Tap Space"), word("Flip between the two pictures")},
            {word("Shift and drag"), word("Measure a region: mean, least, most; a click or Esc "
                                          "ends it")},
            {word("Hold Shift and Ctrl, zoomed in"), word("8-bit values on the screen instead of "
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
    text +=
        QStringLiteral("\n### %1\n\n| Gesture | What it does |\n|---|---|\n").arg(word("Mouse"));
    for (const ViewerGesture& gesture : viewerGestures())
        text += QStringLiteral("| %1 | %2 |\n").arg(gesture.gesture, gesture.effect);
    return text;
}

} // namespace unlit::ui
