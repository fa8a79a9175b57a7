#include "ui/recipe/target_row.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>

namespace unlit::ui {

namespace {

QString spaceText(const std::string& space) {
    if (space == "srgb")
        return TargetRow::tr("sRGB colour");
    if (space == "linear")
        return TargetRow::tr("linear light");
    if (space == "stack")
        return TargetRow::tr("three planes");
    return toQString(space);
}

QString spaceHelp(const std::string& space) {
    if (space == "srgb")
        return TargetRow::tr("Colours as a screen shows them");
    if (space == "linear")
        return TargetRow::tr("Colours in linear light");
    if (space == "stack")
        return TargetRow::tr("Three grey pictures in one, such as roughness and metallicity");
    return {};
}

/// What stands in the field already, the cursor with it, stays.
void showText(ValueLine* line, const std::string& text) {
    if (line->text() == toQString(text))
        return;
    const QSignalBlocker quiet(line);
    line->setText(toQString(text));
    line->setCursorPosition(0);
}

} // namespace

TargetRow::TargetRow(const std::vector<std::string>& spaces, QWidget* parent)
    : QWidget(parent), m_name(new ValueLine(this)), m_remove(new QToolButton(this)),
      m_space(new QComboBox(this)), m_scale(new QCheckBox(tr("of free scale"), this)),
      m_planes(new QWidget(this)), m_known(static_cast<int>(spaces.size())) {
    m_name->setToolTip(tr("Name of the picture, in files and figures. Lines of a list of pairs "
                          "hold the pictures in this order."));
    m_name->setAccessibleName(tr("Name of the target"));
    m_remove->setObjectName(QStringLiteral("iconButton"));
    m_remove->setText(QStringLiteral("✕"));
    m_space->setAccessibleName(tr("What its numbers are"));
    m_space->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_space->setMinimumContentsLength(6);
    for (const std::string& space : spaces) {
        m_space->addItem(spaceText(space), toQString(space));
        m_space->setItemData(m_space->count() - 1, spaceHelp(space), Qt::ToolTipRole);
    }
    m_scale->setToolTip(tr("Its unit cannot be told from the picture: it is measured at the scale "
                           "that fits the truth best (up_to_scale)"));
    auto* planes = new QHBoxLayout(m_planes);
    planes->setContentsMargins(0, 0, 0, 0);
    planes->setSpacing(4);
    for (int i = 0; i < 3; ++i) {
        auto* part = m_parts.at(static_cast<std::size_t>(i)) = new ValueLine(m_planes);
        part->setPlaceholderText(tr("unused"));
        part->setAccessibleName(tr("Plane %1").arg(i + 1));
        part->setToolTip(tr("Name of plane %1; empty: it is not used").arg(i + 1));
        part->setMinimumWidth(0);
        planes->addWidget(part, 1);
        connect(part, &QLineEdit::textEdited, this,
                [this, i](const QString& name) { emit partNamed(i, name); });
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(4);
    grid->setVerticalSpacing(4);
    grid->addWidget(m_name, 0, 0);
    grid->addWidget(m_remove, 0, 1);
    grid->addWidget(m_space, 1, 0, 1, 2);
    grid->addWidget(m_scale, 2, 0, 1, 2);
    grid->addWidget(m_planes, 3, 0, 1, 2);
    grid->setColumnStretch(0, 1);
    m_wheel.watch(m_space);
    connect(m_name, &QLineEdit::textEdited, this, &TargetRow::renamed);
    connect(m_remove, &QToolButton::clicked, this, &TargetRow::removed);
    connect(m_scale, &QCheckBox::toggled, this, &TargetRow::scaleToggled);
    connect(m_space, &QComboBox::activated, this,
            [this](int index) { emit spaceChosen(m_space->itemData(index).toString()); });
}

void TargetRow::show(const TargetLine& line, bool canGo) {
    showText(m_name, line.name);
    showSpace(line.space);
    const QSignalBlocker quiet(m_scale);
    m_scale->setChecked(line.upToScale);
    m_scale->setVisible(line.space == "linear");
    m_planes->setVisible(line.space == "stack");
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        showText(m_parts[i], line.parts.at(i));
    m_remove->setEnabled(canGo);
    m_remove->setToolTip(canGo ? tr("Take this target out") : tr("A model makes one at least"));
    m_remove->setAccessibleName(m_remove->toolTip());
}

void TargetRow::showSpace(const std::string& space) {
    while (m_space->count() > m_known)
        m_space->removeItem(m_known);
    int index = m_space->findData(toQString(space));
    if (index < 0) {
        m_space->addItem(spaceText(space), toQString(space));
        index = m_known;
    }
    m_space->setCurrentIndex(index);
    m_space->setToolTip(spaceHelp(space));
}

void TargetRow::setBad(bool isBad) {
    setBadState(m_name, isBad);
}

QList<QWidget*> TargetRow::controls() const {
    return {m_name, m_remove, m_space, m_scale, m_parts[0], m_parts[1], m_parts[2]};
}

} // namespace unlit::ui
