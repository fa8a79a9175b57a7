#include "ui/pages/infer/strokes_panel.h"

#include "core/image/measured_albedos.h"
#include "ui/pages/infer/stroke_brush.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPixmap>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kPanelWidthPx = 236;
constexpr int kMostRows = 3; ///< of the list; the rest scrolls
constexpr int kSwatchPx = 12;
constexpr double kMostRadius = 4096;
constexpr double kRadiusStep = 1.25;
constexpr double kLargeResidual = 0.2; // a fifth brighter or darker than was said
constexpr std::array kKinds{StrokeKind::SamePaint, StrokeKind::SameLight, StrokeKind::ThisBright,
                            StrokeKind::Keep, StrokeKind::Unknown};

QString nameOf(StrokeKind kind) {
    switch (kind) {
    case StrokeKind::SamePaint:
        return StrokesPanel::tr("Same paint");
    case StrokeKind::SameLight:
        return StrokesPanel::tr("Same light");
    case StrokeKind::Keep:
        return StrokesPanel::tr("Keep as it is");
    case StrokeKind::Unknown:
        return StrokesPanel::tr("Unknown");
    case StrokeKind::ThisBright:
        return StrokesPanel::tr("This bright");
    }
    return {};
}

QString meaningOf(StrokeKind kind) {
    switch (kind) {
    case StrokeKind::SamePaint:
        return StrokesPanel::tr("One albedo: what differs under the stroke is light. Draw from lit "
                                "paint into a shadow that was left in the albedo.");
    case StrokeKind::SameLight:
        return StrokesPanel::tr("One light: what differs under the stroke is paint. Draw over a "
                                "stripe or a stain that went into the shading.");
    case StrokeKind::Keep:
        return StrokesPanel::tr("The albedo is right here: no other stroke changes it.");
    case StrokeKind::Unknown:
        return StrokesPanel::tr("Nobody knows: mirrors, glass, flames. It counts as uncertain.");
    case StrokeKind::ThisBright:
        return StrokesPanel::tr("The albedo has this value here. Draw it on one paint.");
    }
    return {};
}

QIcon swatchIcon(StrokeKind kind) {
    QPixmap swatch(kSwatchPx, kSwatchPx);
    swatch.fill(strokeColor(kind));
    return swatch;
}

QPushButton* smallButton(const QString& text, const QString& toolTip, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they are
    return button;
}

} // namespace

StrokesPanel::StrokesPanel(QWidget* parent)
    : QFrame(parent), m_kind(new QComboBox(this)), m_value(new QDoubleSpinBox(this)),
      m_surface(new QComboBox(this)), m_radius(new QDoubleSpinBox(this)),
      m_erase(new QCheckBox(tr("Erase"), this)), m_all(new QCheckBox(tr("Apply"), this)),
      m_list(new QListWidget(this)), m_note(makeLabel({}, "hint", this)),
      m_undo(smallButton(tr("Undo"), tr("Take the last change of strokes back (Ctrl+Z)"), this)),
      m_redo(smallButton(tr("Redo"), tr("Do it again (Ctrl+Shift+Z)"), this)),
      m_remove(smallButton(tr("Remove"), tr("Remove the chosen stroke (Delete)"), this)),
      m_clear(smallButton(tr("Clear"), tr("Remove all strokes of this image"), this)),
      m_others(smallButton(tr("Use on other frames…"),
                           tr("Carry these strokes over to other images of the queue that have the "
                              "same size: frames in which nothing moves, or other lights of one "
                              "view"),
                           this)),
      m_fold(new QToolButton(this)) {
    setObjectName(QStringLiteral("viewOptions"));
    setAccessibleName(tr("Strokes"));
    setFixedWidth(kPanelWidthPx);
    fillKinds();
    fillSurfaces();
    layOut();
    connectRows();
    showKind();
    showRows();
}

void StrokesPanel::fillKinds() {
    for (const StrokeKind kind : kKinds) {
        m_kind->addItem(swatchIcon(kind), nameOf(kind), static_cast<int>(kind));
        m_kind->setItemData(m_kind->count() - 1, meaningOf(kind), Qt::ToolTipRole);
    }
}

void StrokesPanel::fillSurfaces() {
    const auto textOfView = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    m_surface->addItem(tr("Own value"));
    for (const MeasuredAlbedo& measured : measuredAlbedos()) {
        m_surface->addItem(
            tr("%1 · %2").arg(textOfView(measured.name)).arg(measured.value, 0, 'g', 3),
            measured.value);
        m_surface->setItemData(m_surface->count() - 1, textOfView(measured.source),
                               Qt::ToolTipRole);
    }
    m_surface->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_surface->setMinimumContentsLength(8);
}

void StrokesPanel::layOut() {
    m_value->setRange(0.001, 1);
    m_value->setDecimals(3);
    m_value->setSingleStep(0.01);
    m_value->setValue(0.04);
    m_value->setAccessibleName(tr("Albedo"));
    m_value->setToolTip(tr("Albedo of what is under the stroke, linear, above 0, at most 1"));
    m_surface->setAccessibleName(tr("Surface"));
    m_surface->setToolTip(
        tr("Albedos of known surfaces, as measured; each has its source as a tool tip"));
    m_radius->setRange(0, kMostRadius);
    m_radius->setDecimals(1);
    m_radius->setSuffix(tr(" px"));
    m_kind->setAccessibleName(tr("Kind of stroke"));
    m_radius->setAccessibleName(tr("Radius of the brush"));
    m_radius->setToolTip(tr("Radius of the brush in pixels of the picture ([ and ])"));
    m_erase->setToolTip(tr("Drawing erases, as the right button and Alt do"));
    m_all->setToolTip(tr("Off: the albedo is as the model made it; the strokes stay"));
    m_list->setAccessibleName(tr("Strokes of this image"));
    m_list->installEventFilter(this);
    m_note->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(6);
    const auto addRow = [column](std::initializer_list<QWidget*> widgets) {
        auto* row = new QHBoxLayout;
        row->setSpacing(6);
        for (QWidget* widget : widgets)
            row->addWidget(widget);
        column->addLayout(row);
    };
    m_fold->setAccessibleName(tr("Fold the panel"));
    m_fold->setFocusPolicy(Qt::TabFocus);
    m_fold->setAutoRaise(true);
    addRow({m_kind, m_fold});
    addRow({m_value, m_surface});
    addRow({m_radius, m_erase, m_all});
    column->addWidget(m_list);
    column->addWidget(m_note);
    addRow({m_undo, m_redo});
    addRow({m_remove, m_clear});
    column->addWidget(m_others);
}

void StrokesPanel::connectRows() {
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        showKind();
        emit brushChanged();
    });
    connect(m_value, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        const QVariant surface = m_surface->currentData();
        if (surface.isValid() && surface.toDouble() != value)
            m_surface->setCurrentIndex(0);
        emit brushChanged();
    });
    connect(m_surface, &QComboBox::activated, this, [this](int index) {
        if (index > 0)
            m_value->setValue(m_surface->itemData(index).toDouble());
    });
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!m_isFolded); });
    connect(m_radius, &QDoubleSpinBox::valueChanged, this, &StrokesPanel::brushChanged);
    connect(m_erase, &QCheckBox::toggled, this, &StrokesPanel::brushChanged);
    connect(m_all, &QCheckBox::clicked, this, &StrokesPanel::allSwitched);
    connect(m_undo, &QPushButton::clicked, this, &StrokesPanel::undoAsked);
    connect(m_redo, &QPushButton::clicked, this, &StrokesPanel::redoAsked);
    connect(m_clear, &QPushButton::clicked, this, &StrokesPanel::clearAsked);
    connect(m_others, &QPushButton::clicked, this, &StrokesPanel::othersAsked);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        if (m_list->currentRow() >= 0)
            emit removeAsked(m_list->currentRow());
    });
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (!m_isFilling)
            emit switched(m_list->row(item), item->checkState() == Qt::Checked);
    });
    connect(m_list, &QListWidget::currentRowChanged, this,
            [this](int row) { m_remove->setEnabled(row >= 0); });
}

/// No layout holds the panel: rows that come and go change its own size.
bool StrokesPanel::event(QEvent* event) {
    const bool isTaken = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest)
        adjustSize();
    return isTaken;
}

bool StrokesPanel::eventFilter(QObject* watched, QEvent* event) {
    const bool isKey =
        event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_list || !isKey)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key != Qt::Key_Delete && key != Qt::Key_Backspace) || m_list->currentRow() < 0)
        return QFrame::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        emit removeAsked(m_list->currentRow());
    return true;
}

void StrokesPanel::showKind() {
    const auto kind = static_cast<StrokeKind>(m_kind->currentData().toInt());
    m_kind->setToolTip(meaningOf(kind));
    m_value->setVisible(kind == StrokeKind::ThisBright);
    m_surface->setVisible(kind == StrokeKind::ThisBright);
    adjustSize();
}

Stroke StrokesPanel::brush() const {
    Stroke stroke;
    stroke.kind = static_cast<StrokeKind>(m_kind->currentData().toInt());
    stroke.radius = static_cast<float>(m_radius->value());
    if (stroke.kind == StrokeKind::ThisBright)
        stroke.value = {m_value->value()};
    return stroke;
}

void StrokesPanel::stepRadius(int steps) {
    const double now = std::max(m_radius->value(), 1.0);
    m_radius->setValue(now * std::pow(kRadiusStep, steps));
}

void StrokesPanel::setStrokes(const StrokeSet& set, const std::vector<float>& residuals) {
    m_isFilling = true;
    const int row = m_list->currentRow();
    const int before = m_list->count();
    const int scrolled = m_list->verticalScrollBar()->value();
    m_list->clear();
    int on = 0;
    for (std::size_t i = 0; i < set.strokes.size(); ++i) {
        const Stroke& stroke = set.strokes[i];
        QString text = tr("%1 · %2").arg(i + 1).arg(nameOf(stroke.kind));
        if (!stroke.value.empty())
            text += QStringLiteral(" · %1").arg(stroke.value.front(), 0, 'g', 3);
        const bool isMissed = stroke.isOn && i < residuals.size() && residuals[i] > kLargeResidual;
        if (isMissed)
            text += QStringLiteral(" · ") +
                    tr("missed by %1 %").arg(std::lround(100 * std::expm1(residuals[i])));
        auto* item = new QListWidgetItem(swatchIcon(stroke.kind), text, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(stroke.isOn ? Qt::Checked : Qt::Unchecked);
        on += stroke.isOn ? 1 : 0;
    }
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    m_isFilling = false;
    const bool hasAny = m_list->count() > 0;
    m_all->setChecked(on > 0);
    m_remove->setEnabled(m_list->currentRow() >= 0);
    showRows();
    if (hasAny)
        m_list->setFixedHeight(std::min(m_list->count(), kMostRows) * m_list->sizeHintForRow(0) +
                               2 * m_list->frameWidth());
    adjustSize();
    if (m_list->count() > before)
        m_list->scrollToBottom(); // to the stroke that was just drawn
    else
        m_list->verticalScrollBar()->setValue(scrolled);
}

/// The panel lies on the picture: it is no larger than what it has to say.
void StrokesPanel::showRows() {
    const bool hasAny = m_list->count() > 0;
    m_all->setVisible(hasAny);
    for (QWidget* widget : {static_cast<QWidget*>(m_list), static_cast<QWidget*>(m_remove),
                            static_cast<QWidget*>(m_clear), static_cast<QWidget*>(m_others)})
        widget->setVisible(hasAny && !m_isFolded);
    m_undo->setVisible(!m_isFolded);
    m_redo->setVisible(!m_isFolded);
    // What is red in the picture is explained, folded or not.
    m_note->setVisible(!m_note->text().isEmpty());
    m_fold->setArrowType(m_isFolded ? Qt::DownArrow : Qt::UpArrow);
    m_fold->setToolTip(m_isFolded ? tr("Show the list of strokes")
                                  : tr("Hide the list of strokes"));
}

void StrokesPanel::setFolded(bool isFolded) {
    m_isFolded = isFolded;
    showRows();
    adjustSize();
}

void StrokesPanel::setNote(const QString& note) {
    m_note->setText(note);
    showRows();
    adjustSize();
}

void StrokesPanel::setUndoable(bool canUndo, bool canRedo) {
    m_undo->setEnabled(canUndo);
    m_redo->setEnabled(canRedo);
}

} // namespace unlit::ui
