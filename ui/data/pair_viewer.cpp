#include "ui/data/pair_viewer.h"

#include "core/data/doctor/finding.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

PairViewer::PairViewer(QWidget* parent)
    : QWidget(parent), m_viewer(new Viewer(this)), m_notice(new NoticeCard(&m_viewer->view())),
      m_name(makeLabel({}, "plotTitle", this)), m_place(makeLabel({}, "hint", this)),
      m_leftOut(makeLabel({}, "hint", this)) {
    m_viewer->setHistogramShown(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_viewer, 1);
}

QWidget* PairViewer::makeBar() {
    auto* bar = new QFrame(this);
    bar->setObjectName(QStringLiteral("viewerBar"));
    auto* back = new QPushButton(tr("← All pairs"), bar);
    back->setToolTip(tr("Back to the small pictures (Esc)"));
    auto* previous = new QPushButton(tr("Previous"), bar);
    previous->setToolTip(tr("The pair before (Ctrl+PgUp)"));
    auto* next = new QPushButton(tr("Next"), bar);
    next->setToolTip(tr("The pair behind (Ctrl+PgDown)"));
    for (QPushButton* button : {back, previous, next})
        button->setFocusPolicy(Qt::TabFocus);
    connect(back, &QPushButton::clicked, this, &PairViewer::backAsked);
    connect(previous, &QPushButton::clicked, this, [this] { emit stepAsked(-1); });
    connect(next, &QPushButton::clicked, this, [this] { emit stepAsked(1); });
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    row->addWidget(back);
    row->addWidget(m_name);
    row->addWidget(m_place);
    row->addStretch(1);
    row->addWidget(m_leftOut);
    row->addWidget(previous);
    row->addWidget(next);
    return bar;
}

void PairViewer::showWaiting(const QString& name, const QString& place) {
    constexpr int mostCharacters = 40;
    m_name->setText(name.size() <= mostCharacters ? name : u'…' + name.right(mostCharacters - 1));
    m_name->setToolTip(name);
    m_place->setText(place);
    m_leftOut->clear();
    m_notice->hide();
}

std::vector<ViewerLayer> PairViewer::layersOf(const PairPreview& preview) {
    const auto layer = [this](const QString& name, const std::shared_ptr<const Image>& image) {
        const auto source = m_viewer->pyramid(image);
        return ViewerLayer{
            .name = name, .source = source, .tone = {.isRaw = image->space == ColorSpace::Raw}};
    };
    std::vector<ViewerLayer> layers{layer(tr("Beauty"), preview.beauty),
                                    layer(tr("Albedo"), preview.albedo)};
    // Scene-linear light is shown as bright as a network would see it; albedos are never exposed.
    layers[0].tone.ownEv = m_viewer->pyramid(preview.beauty)->suggestedEv();
    if (preview.leftOut) {
        const PixelSourcePtr marks = m_viewer->pyramid(preview.leftOut);
        layers.push_back({.name = tr("Left out"),
                          .source = overlayOf(m_viewer->pyramid(preview.albedo), marks, 1,
                                              ColorMapKind::Turbo)});
        layers.push_back(
            {.name = tr("Mask"),
             .source = marks,
             .tone = {.kind = LayerKind::Scalar, .isRaw = true, .map = ColorMapKind::Grey}});
    }
    if (preview.beauty->space != ColorSpace::Raw && preview.albedo->space != ColorSpace::Raw)
        layers.push_back({.name = tr("Shading"),
                          .source = shadingOf(layers[0].source, layers[1].source),
                          .tone = {.ownEv = layers[0].tone.ownEv}});
    return layers;
}

void PairViewer::showPair(const PairPreview& preview) {
    m_notice->hide();
    m_leftOut->setText(
        !preview.maskProblem.empty() ? sentence(preview.maskProblem)
        : preview.leftOut
            ? tr("left out of training: %1").arg(toQString(data::percentText(preview.leftOutShare)))
            : tr("different sizes"));
    const auto& before = m_viewer->layers();
    const auto nameAt = [&before](int layer) {
        return before.empty() ? QString() : before[static_cast<std::size_t>(layer)].name;
    };
    const QString base = nameAt(m_viewer->baseLayer());
    const QString current = nameAt(m_viewer->currentLayer());
    std::vector<ViewerLayer> layers = layersOf(preview);
    const auto indexOf = [&layers](const QString& name, int otherwise) {
        const auto found = std::ranges::find(layers, name, &ViewerLayer::name);
        return found == layers.end() ? otherwise : static_cast<int>(found - layers.begin());
    };
    const int baseIndex = indexOf(base, 0);
    const int currentIndex = indexOf(current, 1);
    m_viewer->setLayers(std::move(layers), baseIndex, currentIndex);
}

void PairViewer::showProblem(const QString& title, const QString& text) {
    m_viewer->clear();
    m_leftOut->clear();
    m_notice->show(
        {.icon = QStringLiteral("warning"), .title = title, .text = text, .isBad = true});
}

void PairViewer::clear() {
    m_viewer->clear();
    m_notice->hide();
}

} // namespace unlit::ui
