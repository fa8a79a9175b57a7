#include "ui/recipe/recipe_panel.h"

#include "ui/kit/text.h"
#include "ui/recipe/recipe_compare.h"
#include "ui/theme/icon.h"
#include "ui/widgets/hairline.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kLeastWidthPx = 320;

/// Where Tab can stop in a part, in the order in which it was made.
QList<QWidget*> tabStopsOf(const QWidget& part) {
    QList<QWidget*> stops;
    for (QWidget* widget : part.findChildren<QWidget*>())
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr)
            stops += widget;
    return stops;
}

} // namespace

RecipePanel::RecipePanel(QWidget* parent)
    : QFrame(parent), m_message(new MessageBar(this)), m_findings(new FindingsList(this)),
      m_chooser(new RecipeChooser(this)), m_switch(new SegmentedControl(this)),
      m_words(new QLineEdit(this)), m_views(new RecipeViews(m_document, m_reading, this)),
      m_footer(new RecipeFooter(m_reading, this)),
      m_files(m_document, *m_chooser, *m_message, *this),
      m_finder(*m_words, *m_views, m_reading, m_document),
      m_edits(m_views->form(), m_document, m_reading, *m_message),
      m_actions(*this, {m_document, m_files, m_finder, *m_views}, *m_chooser) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(kLeastWidthPx);
    setFocusPolicy(Qt::NoFocus);
    layOut();
    connectParts();
    connectViews();
    m_files.openNew();
}

/// Views show the document, which goes before what only the base class would delete.
RecipePanel::~RecipePanel() {
    delete m_views;
}

void RecipePanel::layOut() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 0, 12, 8);
    message->addWidget(m_message);
    column->addWidget(makeTop());
    QWidget* const tools = makeTools();
    column->addWidget(tools);
    column->addWidget(makeHairline(this));
    column->addWidget(m_views, 1);
    column->addWidget(m_findings);
    column->addWidget(makeHairline(this));
    column->addLayout(message);
    column->addWidget(m_footer);
    orderTabs(*tools);
}

/// Parts were made in another order than they stand in.
void RecipePanel::orderTabs(QWidget& tools) {
    const QList<QWidget*> stops = QList<QWidget*>{m_chooser} + tabStopsOf(*m_switch) +
                                  tabStopsOf(tools) + m_views->tabStops() +
                                  QList<QWidget*>{m_findings} + tabStopsOf(*m_message) +
                                  tabStopsOf(*m_footer);
    for (qsizetype i = 1; i < stops.size(); ++i)
        setTabOrder(stops[i - 1], stops[i]);
}

/// Another program may have written the recipe's file while that one's window was in front.
bool RecipePanel::event(QEvent* event) {
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::Show)
        m_files.look();
    return QFrame::event(event);
}

QWidget* RecipePanel::makeTop() {
    auto* top = new QFrame(this);
    m_switch->setItems({tr("Form"), tr("YAML")}, {tr("Settings as a form (Ctrl+Shift+Y)"),
                                                  tr("Settings as text (Ctrl+Shift+Y)")});
    m_switch->setAccessibleName(tr("View of the recipe"));
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(12, 8, 12, 4);
    row->setSpacing(8);
    row->addWidget(m_chooser, 1);
    row->addWidget(m_switch);
    return top;
}

QWidget* RecipePanel::makeTools() {
    auto* tools = new QFrame(this);
    m_words->setAccessibleName(tr("Find"));
    m_words->setClearButtonEnabled(true);
    m_words->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(12, 4, 12, 8);
    row->setSpacing(4);
    row->addWidget(m_words, 1);
    for (QAction* action : m_actions.all()) {
        if (action->icon().isNull())
            continue;
        auto* button = new QToolButton(tools);
        button->setObjectName(QStringLiteral("iconButton"));
        button->setDefaultAction(action);
        button->setIconSize(QSize(16, 16));
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    return tools;
}

void RecipePanel::connectParts() {
    connect(&m_document, &RecipeDocument::opened, this, &RecipePanel::showName);
    connect(&m_document, &RecipeDocument::modifiedChanged, this, &RecipePanel::showName);
    connect(&m_files, &RecipeFiles::changed, this, &RecipePanel::settingsChanged);
    connect(&m_files, &RecipeFiles::saved, &m_reading, // lines are in a file of another name now
            &RecipeReading::begin);
    connect(&m_finder, &RecipeFinder::otherFileAsked, &m_files, &RecipeFiles::open);
    connect(m_findings, &FindingsList::chosen, &m_finder, &RecipeFinder::goTo);
    connect(&m_reading, &RecipeReading::read, this, [this](const RecipeReading::State& state) {
        m_findings->show(state->findings, state->shownAs);
        m_footer->setWhyNot(whyNot());
    });
    connect(m_footer, &RecipeFooter::compareAsked, this, &RecipePanel::openCompare);
    connect(m_footer, &RecipeFooter::startAsked, this, &RecipePanel::wantStart);
    connect(&m_actions, &RecipeActions::compareAsked, this, &RecipePanel::openCompare);
    connect(&m_actions, &RecipeActions::startAsked, this, &RecipePanel::wantStart);
}

void RecipePanel::connectViews() {
    connect(m_switch, &SegmentedControl::chosen, this,
            [this](int index) { m_views->showText(index == 1); });
    connect(m_views, &RecipeViews::turned, this, [this](bool isText) {
        m_switch->setCurrent(isText ? 1 : 0);
        emit settingsChanged();
    });
}

QString RecipePanel::whyNot() const {
    return m_whyBusy.isEmpty() ? m_reading.whyNot() : m_whyBusy;
}

void RecipePanel::setBusy(const QString& why) {
    m_whyBusy = why;
    m_footer->setWhyNot(whyNot());
}

void RecipePanel::wantStart(bool isRehearsal) {
    if (!m_files.look())
        return;
    m_reading.finish(); // a click may be faster than the reading
    if (!whyNot().isEmpty())
        return;
    const QString folder = toQString(m_document.shownAs().parent_path());
    if (isRehearsal)
        emit rehearsalWanted(m_document.text(), folder);
    else
        emit startWanted(m_document.text(), folder);
}

void RecipePanel::showName() {
    const QString place =
        m_document.file().empty() ? tr("Not on disk yet") : toQString(m_document.file());
    m_chooser->showName(m_document.name(), place, m_document.isModified());
}

void RecipePanel::openCompare() {
    if (m_reading.last() == nullptr)
        return;
    auto* dialog =
        new RecipeCompare(m_reading.last()->loaded, m_document.name(), m_chooser->sources(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecipeCompare::keyChosen, &m_finder, &RecipeFinder::goToKey);
    dialog->open();
}

RecipeSettings RecipePanel::settings() const {
    return {.last = toQString(m_document.file()),
            .recent = m_files.recent(),
            .folder = m_views->form().picker().folder(),
            .showsText = m_views->showsText()};
}

void RecipePanel::setSettings(const RecipeSettings& settings) {
    m_files.setRecent(settings.recent);
    m_views->form().picker().setFolder(settings.folder);
    m_views->showText(settings.showsText);
    m_files.openAgain(toPath(settings.last));
}

} // namespace unlit::ui
