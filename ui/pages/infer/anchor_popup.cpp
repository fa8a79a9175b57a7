#include "ui/pages/infer/anchor_popup.h"

#include "core/image/measured_albedos.h"
#include "ui/viewer/inspector.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kPopupWidthPx = 320;
constexpr int kOwnValue = 0; // first entry of the list of surfaces

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

AnchorPopup::AnchorPopup(QWidget* parent)
    : QFrame(parent, Qt::Popup), m_title(makeLabel({}, "title", this)),
      m_now(makeLabel({}, "hint", this)), m_value(new QDoubleSpinBox(this)),
      m_surface(new QComboBox(this)), m_forAll(new QCheckBox(this)),
      m_reset(new QPushButton(tr("Reset"), this)), m_anchor(new QPushButton(tr("Anchor"), this)) {
    setObjectName(QStringLiteral("viewOptions"));
    setAccessibleName(tr("Anchor brightness"));
    setFixedWidth(kPopupWidthPx);
    m_value->setRange(0.001, 1);
    m_value->setDecimals(3);
    m_value->setSingleStep(0.01);
    fillSurfaces();
    auto* form = new FormColumn(this);
    form->addSection(tr("Anchor brightness"));
    form->addWide(m_title);
    form->addWide(m_now);
    form->addRow(tr("Albedo"), m_value,
                 tr("Albedo of what is there, linear, above 0, at most 1: the luminance that the "
                    "5 × 5 pixels around get"));
    form->addRow(tr("Surface"), m_surface,
                 tr("Albedos of known surfaces, as measured; each has its source as a tool tip"));
    form->addWide(m_forAll);
    m_forAll->hide(); // until there are others
    m_reset->setToolTip(tr("The brightness that the model gave"));
    m_anchor->setToolTip(tr("Multiply the albedo, and divide the shading, so that this place has "
                            "that value (Enter)"));
    m_anchor->setProperty("role", QStringLiteral("primary"));
    m_anchor->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(14, 0, 14, 14);
    buttons->setSpacing(6);
    buttons->addStretch(1);
    buttons->addWidget(m_reset);
    buttons->addWidget(m_anchor);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(form);
    column->addLayout(buttons);
    connect(m_surface, &QComboBox::activated, this, [this](int index) {
        if (index != kOwnValue)
            m_value->setValue(m_surface->itemData(index).toDouble());
    });
    connect(m_value, &QDoubleSpinBox::valueChanged, this, &AnchorPopup::showSurfaceOfValue);
    connect(m_anchor, &QPushButton::clicked, this, &AnchorPopup::accept);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        hide();
        emit resetAsked(m_forAll->isChecked());
    });
}

void AnchorPopup::fillSurfaces() {
    m_surface->addItem(tr("Own value"));
    for (const MeasuredAlbedo& measured : measuredAlbedos()) {
        m_surface->addItem(tr("%1 · %2").arg(textOf(measured.name)).arg(measured.value, 0, 'g', 3),
                           measured.value);
        m_surface->setItemData(m_surface->count() - 1, textOf(measured.source), Qt::ToolTipRole);
    }
}

void AnchorPopup::showSurfaceOfValue() {
    const QVariant chosen = m_surface->currentData();
    if (chosen.isValid() && chosen.toDouble() != m_value->value())
        m_surface->setCurrentIndex(kOwnValue);
}

void AnchorPopup::showAt(const QPoint& globalPlace, const AnchorPlace& place) {
    m_title->setText(tr("Pixel (%1, %2)").arg(place.pixel.x()).arg(place.pixel.y()));
    m_now->setText(place.scale == 1 ? tr("now %1").arg(formatNumber(place.albedo))
                                    : tr("now %1, × %2 of the model's")
                                          .arg(formatNumber(place.albedo),
                                               QString::number(place.scale, 'g', 3)));
    m_surface->setCurrentIndex(kOwnValue);
    m_value->setValue(place.albedo);
    m_reset->setEnabled(place.scale != 1 || place.images > 1);
    m_forAll->setText(tr("Use for all %1 images of the queue").arg(place.images));
    m_forAll->setVisible(place.images > 1);
    m_forAll->setChecked(false);
    adjustSize();
    QPoint corner = globalPlace;
    if (const QScreen* on = screen()) {
        const QRect room = on->availableGeometry();
        corner.setX(
            std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
        corner.setY(
            std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(corner);
    show();
    m_value->setFocus();
    m_value->selectAll();
}

void AnchorPopup::keyPressEvent(QKeyEvent* event) {
    // What a field has not taken for itself; a list that is open takes Enter.
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        accept();
    else
        QFrame::keyPressEvent(event);
}

void AnchorPopup::accept() {
    m_value->interpretText();
    hide();
    emit anchored(m_value->value(), m_forAll->isChecked());
}

} // namespace unlit::ui
