#include "ui/pages/infer/stroke_desk.h"

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

constexpr QPoint kPanelPlace(12, 44); // under the name of the picture
constexpr int kLeastUnfoldedHeightPx = 600;
constexpr double kUsualRadiusShare = 0.01; // of the longer side
constexpr std::size_t kMostUndo = 200;
constexpr float kLeastContradiction = 0.15F; // natural logarithms: less is not worth a colour
constexpr float kFullContradiction = 0.7F;
constexpr float kSpreadAlpha = 120;
constexpr float kContradictionAlpha = 170;

/// `color`, as dense as `map` is between `from` and `to`.
QImage tintOf(const Image& map, const QColor& color, float from, float to, float alpha) {
    if (map.samples.empty())
        return {};
    QImage tint(map.width, map.height, QImage::Format_ARGB32);
    for (int y = 0; y < map.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(tint.scanLine(y));
        for (int x = 0; x < map.width; ++x) {
            const float value =
                map.samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(map.width) +
                            static_cast<std::size_t>(x)];
            const float share = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
            line[x] =
                qRgba(color.red(), color.green(), color.blue(), static_cast<int>(share * alpha));
        }
    }
    return tint;
}

} // namespace

StrokeDesk::StrokeDesk(ImageView& view, QObject* parent)
    : QObject(parent), m_view(view), m_panel(new StrokesPanel(&view)) {
    m_panel->setAttribute(Qt::WA_NoMousePropagation); // beside its buttons nothing is drawn
    m_panel->hide();
    m_panel->move(kPanelPlace);
    connectPanel();
    connect(&m_brush, &StrokeBrush::edited, this, [this] { edit(m_brush.strokes()); });
    connect(&m_brush, &StrokeBrush::drawing, this, [this] {
        m_view.update();
        if (m_brush.current())
            askSpread();
    });
}

StrokeDesk::~StrokeDesk() {
    if (m_view.tool() == &m_brush)
        m_view.setTool(nullptr);
}

void StrokeDesk::connectPanel() {
    connect(m_panel, &StrokesPanel::brushChanged, this, &StrokeDesk::takeBrush);
    connect(m_panel, &StrokesPanel::undoAsked, this, &StrokeDesk::undo);
    connect(m_panel, &StrokesPanel::redoAsked, this, &StrokeDesk::redo);
    connect(m_panel, &StrokesPanel::othersAsked, this, &StrokeDesk::othersAsked);
    connect(m_panel, &StrokesPanel::clearAsked, this, [this] {
        StrokeSet set = m_set;
        set.strokes.clear();
        edit(set);
    });
    connect(m_panel, &StrokesPanel::allSwitched, this, [this](bool isOn) {
        StrokeSet set = m_set;
        for (Stroke& stroke : set.strokes)
            stroke.isOn = isOn;
        edit(set);
    });
    connect(m_panel, &StrokesPanel::switched, this, [this](int index, bool isOn) {
        StrokeSet set = m_set;
        set.strokes[static_cast<std::size_t>(index)].isOn = isOn;
        // The list is made anew, which its own signal must not find out.
        QMetaObject::invokeMethod(
            this, [this, set] { edit(set); }, Qt::QueuedConnection);
    });
    connect(m_panel, &StrokesPanel::removeAsked, this, [this](int index) {
        StrokeSet set = m_set;
        set.strokes.erase(set.strokes.begin() + index);
        edit(set);
    });
}

void StrokeDesk::takeBrush() {
    m_brush.setKind(m_panel->brush());
    m_brush.setErasing(m_panel->isErasing());
    m_view.update();
}

void StrokeDesk::begin(QueueItemId id, const std::shared_ptr<const InferenceResult>& result,
                       const std::shared_ptr<const StrokeSet>& strokes) {
    const double longer = std::max(result->input->width, result->input->height);
    if (m_longerSide == 0)
        m_panel->setRadius(std::max(1.0, longer * kUsualRadiusShare));
    else if (longer != m_longerSide) // it looks as large as before
        m_panel->setRadius(m_panel->radius().value() * longer / m_longerSide);
    if (!m_panel->isVisible()) // it must not hide a third of a small picture
        m_panel->setFolded(m_view.height() < kLeastUnfoldedHeightPx);
    m_longerSide = longer;
    m_id = id;
    m_panel->setNote({});
    takeBrush();
    prepare(result);
    show(strokes ? *strokes
                 : StrokeSet{result->input->width, result->input->height, result->inputHash, {}});
    m_view.setTool(&m_brush);
    m_panel->show();
    m_panel->raise();
    if (m_correction && m_set.isActive())
        askPreview();
}

void StrokeDesk::end() {
    if (!isActive())
        return;
    m_id = 0;
    m_view.setTool(nullptr);
    if (m_panel->isAncestorOf(m_panel->window()->focusWidget()))
        m_view.setFocus();
    m_panel->hide();
    m_making.forget();
    m_previewing.forget();
    m_spreading.forget();
    m_correction.reset(); // holds pictures
    m_bare.reset();
    m_brush.setStrokes({});
    m_brush.setContradiction({});
    emit historyChanged();
}

void StrokeDesk::prepare(const std::shared_ptr<const InferenceResult>& result) {
    const auto bare = uncorrected(result);
    if (bare == m_bare)
        return;
    m_bare = bare;
    m_correction.reset();
    m_making.ask(
        [bare](const std::stop_token&) { return std::make_shared<const HandCorrection>(bare); },
        [this](const std::shared_ptr<const HandCorrection>& made) {
            m_correction = made;
            if (m_set.isActive())
                askPreview();
        },
        [this](const Failure& failure) { emit failed(failure); });
}

void StrokeDesk::update(const std::shared_ptr<const InferenceResult>& result,
                        const std::shared_ptr<const StrokeSet>& strokes) {
    prepare(result);
    const StrokeSet now = strokes ? *strokes : StrokeSet{m_set.width, m_set.height, m_set.hash, {}};
    if (now.strokes != m_set.strokes)
        show(now);
}

void StrokeDesk::edit(const StrokeSet& set) {
    if (set == m_set)
        return;
    History& history = m_histories[m_id];
    history.undo.push_back(m_set);
    if (history.undo.size() > kMostUndo)
        history.undo.erase(history.undo.begin());
    history.redo.clear();
    show(set);
    tell(set);
}

void StrokeDesk::show(const StrokeSet& set) {
    m_set = set;
    m_brush.setStrokes(set);
    m_panel->setStrokes(set, {});
    m_panel->setUndoable(canUndo(), canRedo());
    m_view.update();
    emit historyChanged();
}

void StrokeDesk::tell(const StrokeSet& set) {
    emit strokesEdited(m_id,
                       set.strokes.empty() ? nullptr : std::make_shared<const StrokeSet>(set));
    askPreview();
}

bool StrokeDesk::canUndo() const {
    const auto history = m_histories.find(m_id);
    return isActive() && history != m_histories.end() && !history->second.undo.empty();
}

bool StrokeDesk::canRedo() const {
    const auto history = m_histories.find(m_id);
    return isActive() && history != m_histories.end() && !history->second.redo.empty();
}

void StrokeDesk::undo() {
    if (!canUndo())
        return;
    History& history = m_histories[m_id];
    history.redo.push_back(m_set);
    const StrokeSet set = std::move(history.undo.back());
    history.undo.pop_back();
    show(set);
    tell(set);
}

void StrokeDesk::redo() {
    if (!canRedo())
        return;
    History& history = m_histories[m_id];
    history.undo.push_back(m_set);
    const StrokeSet set = std::move(history.redo.back());
    history.redo.pop_back();
    show(set);
    tell(set);
}

bool StrokeDesk::takesKey(int key, Qt::KeyboardModifiers keys) const {
    return isActive() && (keys & ~Qt::KeypadModifier) == Qt::NoModifier &&
           (key == Qt::Key_BracketLeft || key == Qt::Key_BracketRight || key == Qt::Key_Escape);
}

void StrokeDesk::pressKey(int key) {
    if (key != Qt::Key_Escape)
        m_panel->stepRadius(key == Qt::Key_BracketRight ? 1 : -1);
}

void StrokeDesk::askPreview() {
    if (!m_correction)
        return;
    m_previewing.ask([correction = m_correction,
                      set = m_set](const std::stop_token&) { return correction->preview(set); },
                     [this](const StrokePreview& preview) { takePreview(preview); },
                     [this](const Failure& failure) { emit failed(failure); });
}

void StrokeDesk::takePreview(const StrokePreview& preview) {
    m_brush.setContradiction(tintOf(preview.contradiction, QColor(255, 40, 40), kLeastContradiction,
                                    kFullContradiction, kContradictionAlpha));
    m_panel->setStrokes(m_set, preview.residuals);
    const bool isContradicted = std::ranges::any_of(
        preview.contradiction.samples, [](float missed) { return missed > kLeastContradiction; });
    m_panel->setNote(isContradicted
                         ? tr("Strokes contradict each other, or one stroke itself, where it is "
                              "red; the albedo lies between what they say.")
                         : QString());
    m_view.update();
    emit previewReady(m_id, std::make_shared<const Image>(preview.albedo));
}

/// One at a time, and the newest when that is done: each would stop the one before otherwise, and
/// nothing would be seen of a long stroke.
void StrokeDesk::askSpread() {
    m_isSpreadLate = m_spreading.isBusy();
    if (!m_correction || m_isSpreadLate || !m_brush.current())
        return;
    StrokeSet set = m_brush.strokes();
    set.strokes.push_back(*m_brush.current());
    m_spreading.ask(
        [correction = m_correction, set](const std::stop_token&) {
            return correction->spread(set, set.strokes.size() - 1);
        },
        [this](const Image& spread) {
            if (!m_brush.current())
                return;
            m_brush.setSpread(
                tintOf(spread, strokeColor(m_brush.current()->kind), 0, 1, kSpreadAlpha));
            m_view.update();
            if (std::exchange(m_isSpreadLate, false))
                QMetaObject::invokeMethod(this, &StrokeDesk::askSpread, Qt::QueuedConnection);
        });
}

} // namespace unlit::ui
