#include "ui/viewer/viewer_actions.h"

#include "ui/viewer/viewer.h"

#include <QAction>

namespace unlit::ui {

namespace {

constexpr auto kLayerProperty = "viewerLayer";
constexpr double kZoomStep = 1.25;
constexpr double kPanStepPx = 64; // logical
constexpr double kWipeStep = 0.02;
constexpr double kTurnDegrees = 15;

QList<QKeySequence> keysOf(const ViewerActionInfo& info, int number) {
    if (info.count == 1)
        return info.keys;
    const QKeyCombination first = info.keys[0][0];
    return {QKeySequence(
        QKeyCombination(first.keyboardModifiers(), static_cast<Qt::Key>(first.key() + number)))};
}

void moveWipe(Viewer& viewer, double step) {
    WipeLine wipe = viewer.state().wipe();
    wipe.position += step;
    viewer.state().setWipe(wipe);
}

void turnWipe(Viewer& viewer, double degrees) {
    viewer.state().setWipe(viewer.view().scene().wipe().turnedBy(degrees));
}

bool doPlaceVerb(ImageView& view, ViewerVerb verb) {
    switch (verb) {
    case ViewerVerb::Fit:
        view.fit();
        return true;
    case ViewerVerb::ActualSize:
        view.setScale(1.0);
        return true;
    case ViewerVerb::ZoomIn:
        view.zoomBy(kZoomStep);
        return true;
    case ViewerVerb::ZoomOut:
        view.zoomBy(1 / kZoomStep);
        return true;
    case ViewerVerb::PanLeft:
        view.panBy({kPanStepPx, 0});
        return true;
    case ViewerVerb::PanDown:
        view.panBy({0, -kPanStepPx});
        return true;
    case ViewerVerb::PanUp:
        view.panBy({0, kPanStepPx});
        return true;
    case ViewerVerb::PanRight:
        view.panBy({-kPanStepPx, 0});
        return true;
    default:
        return false;
    }
}

bool doLightVerb(Viewer& viewer, ViewerVerb verb) {
    ViewState& state = viewer.state();
    const LightAdjustment light = state.tone().light;
    switch (verb) {
    case ViewerVerb::Brighten:
        state.setExposure(light.exposureEv + ViewState::kExposureStep);
        return true;
    case ViewerVerb::Darken:
        state.setExposure(light.exposureEv - ViewState::kExposureStep);
        return true;
    case ViewerVerb::RaiseOffset:
        state.setOffset(light.offset + ViewState::kOffsetStep);
        return true;
    case ViewerVerb::LowerOffset:
        state.setOffset(light.offset - ViewState::kOffsetStep);
        return true;
    case ViewerVerb::RaiseGamma:
        state.setGamma(light.gamma + ViewState::kGammaStep);
        return true;
    case ViewerVerb::LowerGamma:
        state.setGamma(light.gamma - ViewState::kGammaStep);
        return true;
    case ViewerVerb::ResetLight:
        state.resetLight();
        return true;
    case ViewerVerb::Normalize:
        viewer.normalize();
        return true;
    default:
        return false;
    }
}

bool doCompareVerb(Viewer& viewer, ViewerVerb verb) {
    ViewState& state = viewer.state();
    switch (verb) {
    case ViewerVerb::Wipe:
        state.setMode(CompareMode::Wipe);
        return true;
    case ViewerVerb::SideBySide:
        state.setMode(CompareMode::Side);
        return true;
    case ViewerVerb::Flip:
        state.flip();
        return true;
    case ViewerVerb::Difference:
        state.setMode(CompareMode::Difference);
        return true;
    case ViewerVerb::NextDifference:
    case ViewerVerb::PreviousDifference:
        state.setMode(CompareMode::Difference);
        state.stepDifference(verb == ViewerVerb::NextDifference ? 1 : -1);
        return true;
    case ViewerVerb::WipeLeft:
        moveWipe(viewer, -kWipeStep);
        return true;
    case ViewerVerb::WipeRight:
        moveWipe(viewer, kWipeStep);
        return true;
    case ViewerVerb::TurnWipeLeft:
        turnWipe(viewer, -kTurnDegrees);
        return true;
    case ViewerVerb::TurnWipeRight:
        turnWipe(viewer, kTurnDegrees);
        return true;
    case ViewerVerb::ResetWipe:
        state.setWipe({});
        return true;
    default:
        return false;
    }
}

bool doLayerVerb(Viewer& viewer, ViewerVerb verb, int number) {
    ViewState& state = viewer.state();
    switch (verb) {
    case ViewerVerb::ShowLayer:
        viewer.showLayer(number);
        return true;
    case ViewerVerb::CompareLayer:
        viewer.compareWith(number);
        return true;
    case ViewerVerb::NextLayer:
        viewer.stepLayer(1);
        return true;
    case ViewerVerb::PreviousLayer:
        viewer.stepLayer(-1);
        return true;
    case ViewerVerb::NextChannel:
        state.stepChannel(1);
        return true;
    case ViewerVerb::PreviousChannel:
        state.stepChannel(-1);
        return true;
    case ViewerVerb::NextFalseColor:
        state.stepFalseColor(1);
        return true;
    case ViewerVerb::PreviousFalseColor:
        state.stepFalseColor(-1);
        return true;
    case ViewerVerb::MarkClipping:
        state.setMarksClipping(!state.tone().marksClipping);
        return true;
    case ViewerVerb::MarkLightless:
        state.setMarksLightless(!state.tone().marksLightless);
        return true;
    case ViewerVerb::MarkPaint:
        state.setMarksPaint(!state.tone().marksPaint);
        return true;
    default:
        return false;
    }
}

void doPanelVerb(Viewer& viewer, ViewerVerb verb) {
    switch (verb) {
    case ViewerVerb::ToggleHistogram:
        viewer.setHistogramShown(!viewer.readout().isHistogramShown());
        return;
    case ViewerVerb::ToggleLogarithm:
        viewer.setHistogramLogarithmic(!viewer.readout().histogram().isLogarithmic());
        return;
    case ViewerVerb::ChangeReadout:
        viewer.readout().step();
        return;
    case ViewerVerb::ToggleOptions:
        viewer.setOptionsShown(!viewer.areOptionsShown());
        return;
    case ViewerVerb::ShowKeys:
        viewer.setKeysShown(!viewer.areKeysShown());
        return;
    default:
        return;
    }
}

void doVerb(Viewer& viewer, ViewerVerb verb, int number) {
    if (doPlaceVerb(viewer.view(), verb) || doLightVerb(viewer, verb) ||
        doCompareVerb(viewer, verb) || doLayerVerb(viewer, verb, number))
        return;
    doPanelVerb(viewer, verb);
}

} // namespace

QList<QAction*> makeViewerActions(Viewer& viewer) {
    QList<QAction*> actions;
    for (const ViewerActionInfo& info : viewerActionTable()) {
        for (int number = 0; number < info.count; ++number) {
            const bool isNumbered = info.count > 1;
            auto* action = new QAction(isNumbered ? info.text.arg(number + 1) : info.text, &viewer);
            action->setShortcuts(keysOf(info, number));
            action->setShortcutContext(Qt::WindowShortcut);
            action->setData(static_cast<int>(info.verb));
            action->setProperty(kLayerProperty, isNumbered ? number : -1);
            QObject::connect(action, &QAction::triggered, &viewer,
                             [&viewer, verb = info.verb, number] { doVerb(viewer, verb, number); });
            viewer.addAction(action);
            actions += action;
        }
    }
    return actions;
}

int layerNumber(const QAction& action) {
    return action.property(kLayerProperty).toInt();
}

} // namespace unlit::ui
