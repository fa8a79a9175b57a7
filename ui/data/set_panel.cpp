#include "ui/data/set_panel.h"

#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kRowPx = 28;
constexpr int kCountRole = Qt::UserRole;

/// A word at the left, a number at the right.
class FacetDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {120, kRowPx};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const ThemeTokens& tokens = themeTokens(option.palette);
        const bool isChosen = option.state.testFlag(QStyle::State_Selected);
        const QRect row = option.rect.adjusted(6, 1, -6, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (isChosen) {
            painter->setPen(option.state.testFlag(QStyle::State_HasFocus) ? QPen(tokens.accent, 1)
                                                                          : QPen(Qt::NoPen));
            painter->setBrush(tokens.raised);
            painter->drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        const QString count = QString::number(index.data(kCountRole).toInt());
        painter->setFont(interfaceFont(12));
        const int countWidth = painter->fontMetrics().horizontalAdvance(count);
        painter->setPen(tokens.secondary);
        painter->drawText(row.adjusted(8, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, count);
        painter->setFont(interfaceFont());
        painter->setPen(isChosen ? tokens.text : tokens.secondary);
        const QRect words = row.adjusted(8, 0, -countWidth - 14, 0);
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight,
                                                            words.width()));
        painter->restore();
    }
};

} // namespace

SetPanel::SetPanel(QWidget* parent)
    : QFrame(parent), m_counts(makeLabel({}, "hint", this)),
      m_name(makeLabel({}, "plotTitle", this)), m_path(makeLabel({}, "hint", this)),
      m_words(new QLineEdit(this)), m_facets(new QListWidget(this)),
      m_message(new MessageBar(this)) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(240);
    auto* title = new QHBoxLayout;
    QLabel* word = makeLabel(tr("Set"), "section", this);
    word->setFixedHeight(38);
    title->addWidget(word);
    title->addStretch(1);
    title->addWidget(m_counts);
    m_words->setPlaceholderText(tr("Filter by file name"));
    m_words->setAccessibleName(tr("Filter of the pairs"));
    m_words->setToolTip(tr("Shows pairs whose file names have these words (Ctrl+F)"));
    m_words->setClearButtonEnabled(true);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_path->setWordWrap(true);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(14, 0, 14, 8);
    top->setSpacing(4);
    top->addLayout(title);
    top->addWidget(m_name);
    top->addWidget(m_path);
    top->addWidget(makeProgress());
    top->addSpacing(6);
    top->addWidget(m_words);
    setUpFacets();
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 8, 12, 8);
    message->addWidget(m_message);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_facets, 1);
    column->addLayout(message);
    column->addWidget(makeFooter());
    connect(m_words, &QLineEdit::textChanged, this, &SetPanel::wordsChanged);
    setSet({}, {});
    setProgress({}, 0);
}

QWidget* SetPanel::makeProgress() {
    m_progress = new QWidget(this);
    m_progressText = makeLabel({}, "hint", m_progress);
    m_bar = new QProgressBar(m_progress);
    m_bar->setTextVisible(false);
    m_cancel = new QPushButton(tr("Stop"), m_progress);
    m_resume = new QPushButton(tr("Go on"), m_progress);
    for (QPushButton* button : {m_cancel, m_resume})
        setRole(button, "link");
    m_cancel->setToolTip(tr("Stop looking; what was found stays (Esc)"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_progressText, 1);
    row->addWidget(m_cancel);
    row->addWidget(m_resume);
    auto* column = new QVBoxLayout(m_progress);
    column->setContentsMargins(0, 2, 0, 0);
    column->setSpacing(3);
    column->addLayout(row);
    column->addWidget(m_bar);
    connect(m_cancel, &QPushButton::clicked, this, &SetPanel::cancelAsked);
    connect(m_resume, &QPushButton::clicked, this, &SetPanel::resumeAsked);
    return m_progress;
}

QWidget* SetPanel::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    auto* folder = new QPushButton(tr("Open folder…"), footer);
    folder->setToolTip(tr("Look for pairs in a folder of renders (Ctrl+O)"));
    auto* list = new QPushButton(tr("Open list…"), footer);
    list->setToolTip(tr("Open a filename_list or a .tar archive (Ctrl+Shift+O)"));
    for (QPushButton* button : {folder, list})
        button->setFocusPolicy(Qt::TabFocus);
    connect(folder, &QPushButton::clicked, this, &SetPanel::openFolderAsked);
    connect(list, &QPushButton::clicked, this, &SetPanel::openListAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(folder);
    row->addWidget(list);
    row->addStretch(1);
    return footer;
}

void SetPanel::setUpFacets() {
    m_facets->setAccessibleName(tr("What to show"));
    m_facets->setItemDelegate(new FacetDelegate(m_facets));
    m_facets->setUniformItemSizes(true);
    m_facets->setFrameShape(QFrame::NoFrame);
    m_facets->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_facets, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            emit facetChosen(m_shown[static_cast<std::size_t>(row)].filter);
    });
}

void SetPanel::setSet(const QString& name, const QString& path) {
    m_name->setText(name.isEmpty() ? tr("No set is open") : name);
    m_path->setText(path);
    m_path->setVisible(!path.isEmpty());
    m_words->setEnabled(!path.isEmpty());
}

void SetPanel::setCounts(const QString& text) {
    m_counts->setText(text);
}

void SetPanel::setProgress(const QString& text, double fraction) {
    const bool isUnderWay = !text.isEmpty();
    m_progressText->setText(text);
    m_bar->setVisible(isUnderWay);
    m_bar->setRange(0, fraction < 0 ? 0 : 1000);
    m_bar->setValue(static_cast<int>(fraction * 1000));
    m_cancel->setVisible(isUnderWay);
    if (isUnderWay)
        m_resume->hide();
    m_progress->setVisible(isUnderWay);
}

void SetPanel::setResume(const QString& text) {
    m_resume->setText(tr("Go on"));
    m_resume->setToolTip(tr("Look at the rest"));
    m_progressText->setText(text);
    m_resume->setVisible(!text.isEmpty());
    m_progress->setVisible(!text.isEmpty());
}

void SetPanel::setFacets(const std::vector<PairFacet>& facets, const PairFilter& chosen) {
    const QSignalBlocker quiet(m_facets);
    m_shown = facets;
    int current = 0;
    while (m_facets->count() > static_cast<int>(facets.size()))
        delete m_facets->takeItem(m_facets->count() - 1);
    for (int i = 0; i < static_cast<int>(facets.size()); ++i) {
        const PairFacet& facet = facets[static_cast<std::size_t>(i)];
        if (i == m_facets->count())
            m_facets->addItem(QString());
        m_facets->item(i)->setText(facet.name);
        m_facets->item(i)->setData(kCountRole, facet.count);
        if (facet.filter == chosen)
            current = i;
    }
    if (!facets.empty())
        m_facets->setCurrentRow(current);
}

void SetPanel::focusFilter() {
    m_words->setFocus();
    m_words->selectAll();
}

} // namespace unlit::ui
