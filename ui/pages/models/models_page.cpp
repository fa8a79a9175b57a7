#include "ui/pages/models/models_page.h"

#include "ui/kit/text.h"
#include "ui/pages/models/models_texts.h"
#include "ui/widgets/page_columns.h"

namespace unlit::ui {

namespace {

constexpr int kModelsWidthPx = 490;
constexpr int kModelsGrowth = 3; // until all columns are seen

} // namespace

ModelsPage::ModelsPage(InferenceController::MakeService makeService,
                       std::vector<ModelRoot> standardRoots, QWidget* parent)
    : QWidget(parent), m_standardRoots(std::move(standardRoots)),
      m_table(new ModelsTable(m_model, this)), m_facts(new ModelsFacts(this)),
      m_card(makeTextView(this)), m_check(new ModelsCheck(this)),
      m_convert(new ModelsConvert(this)),
      m_compare(new ModelsCompare(std::move(makeService), this)),
      m_evaluate(new ModelsEvaluate(unlit::evaluateModels, this)), m_guide(new ModelsGuide(this)),
      m_views(new SegmentedControl(this)), m_use(new QPushButton(tr("Use in Infer"), this)),
      m_stack(new QStackedWidget(this)), m_columns(new QSplitter(this)),
      m_notice(new NoticeCard(m_stack)) {
    m_card->setAccessibleName(tr("Card of the model"));
    setUpBar();
    auto* right = new QFrame(this);
    right->setObjectName(QStringLiteral("panel"));
    layOutViews(*right, makeViewBar(m_views, m_use), *m_stack,
                {m_facts, m_card, m_check, m_convert, m_compare, m_guide, m_evaluate});
    layOutColumns(*this, *m_columns, {{m_table, kModelsWidthPx, kModelsGrowth}, {right}});
    setFocusProxy(&m_table->table());
    connectParts();
    connectWorker();
    makeActions();
    currentChanged();
    modelsChanged();
}

void ModelsPage::setUpBar() {
    m_views->setItems(
        {tr("Overview"), tr("Card"), tr("Check"), tr("Convert"), tr("Compare"), tr("Get models"),
         tr("Evaluate")},
        {tr("What the model says of itself (Alt+1)"),
         tr("The words that came with the model (Alt+2)"), tr("Every fault of the folder (Alt+3)"),
         tr("Write it in another form, for diffusers too (Alt+4)"),
         tr("Two models on one picture (Alt+5)"), tr("Where models come from (Alt+6)"),
         tr("Measured against the truth (Alt+7)")});
    m_views->hideItem(static_cast<int>(ModelsView::Guide)); // a button below the table opens it
    m_views->setAccessibleName(tr("View"));
    m_use->setProperty("role", QStringLiteral("primary"));
    m_use->setToolTip(tr("Chooses the model for Infer, and goes there (Ctrl+Return)"));
}

void ModelsPage::connectParts() {
    connect(m_views, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<ModelsView>(view)); });
    connect(m_use, &QPushButton::clicked, this, &ModelsPage::useCurrent);
    connect(m_table, &ModelsTable::currentChanged, this, &ModelsPage::currentChanged);
    connect(m_table, &ModelsTable::useAsked, this, &ModelsPage::useCurrent);
    connect(m_table, &ModelsTable::addFolderAsked, this, &ModelsPage::browseRoot);
    connect(m_table, &ModelsTable::foldersAsked, this, &ModelsPage::showFolders);
    connect(m_table, &ModelsTable::menuAsked, this, &ModelsPage::showMenu);
    connect(m_table, &ModelsTable::guideAsked, this, [this] { showView(ModelsView::Guide); });
    connect(m_notice, &NoticeCard::clicked, this, &ModelsPage::browseRoot);
    connect(m_notice, &NoticeCard::otherClicked, this, [this] { showView(ModelsView::Guide); });
    connect(m_guide, &ModelsGuide::fetched, this, [this](const std::filesystem::path& folder) {
        if (!folder.empty())
            m_known += toQString(folder);
        lookNow();
    });
    connect(m_check, &ModelsCheck::checkAsked, this, &ModelsPage::checkCurrent);
    connect(m_check, &ModelsCheck::cancelAsked, &m_worker, &ModelWorker::cancel);
    connect(m_convert, &ModelsConvert::writeAsked, this, &ModelsPage::convertCurrent);
    connect(m_convert, &ModelsConvert::cancelAsked, &m_worker, &ModelWorker::cancel);
}

void ModelsPage::setSettings(const ModelsSettings& settings) {
    m_roots = settings.roots;
    m_table->setColumns(settings.tableColumns);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    showView(static_cast<ModelsView>(settings.view));
    if (m_wasAsked)
        lookNow();
}

ModelsSettings ModelsPage::settings() const {
    return {.roots = m_roots,
            .view = m_views->current(),
            .columns = m_columns->saveState(),
            .tableColumns = m_table->columns()};
}

void ModelsPage::addRoot(const QString& folder) {
    if (folder.isEmpty() || m_roots.contains(folder))
        return;
    m_roots += folder;
    lookNow();
}

void ModelsPage::removeRoot(const QString& folder) {
    if (m_roots.removeAll(folder) > 0)
        lookNow();
}

void ModelsPage::setKnown(const QString& used, const QStringList& others) {
    m_model.setUsed(toPath(used));
    for (const QString& folder : QStringList{used} + others)
        if (!folder.isEmpty() && !m_known.contains(folder))
            m_known += folder;
}

void ModelsPage::lookNow() {
    m_wasAsked = true;
    std::vector<ModelRoot> roots = m_standardRoots;
    for (const QString& root : m_roots)
        roots.push_back({.folder = toPath(root)});
    for (const QString& folder : m_known)
        roots.push_back({.folder = toPath(folder), .isOptional = true});
    m_look.ask(
        [this, roots = std::move(roots)](const std::stop_token& stop) {
            Look look;
            look.problems = catalogueModels(roots, stop, [&](const ModelRow& row) {
                look.folders.push_back(row.found.folder);
                m_look.tell(stop, [this, row] { takeRow(row); });
            });
            return look;
        },
        [this](const Look& look) { takeLook(look); });
    modelsChanged();
}

void ModelsPage::takeRow(const ModelRow& row) {
    m_model.put(row);
    if (m_table->current() < 0)
        m_table->setCurrent(0);
    else if (row.found.folder == m_model.at(m_table->current()).found.folder)
        currentChanged();
    modelsChanged();
}

void ModelsPage::takeLook(const Look& look) {
    m_model.keepOnly(look.folders);
    QStringList problems;
    for (const std::string& problem : look.problems)
        problems += sentence(problem);
    if (!problems.isEmpty())
        m_table->message().say(MessageBar::Kind::Bad, tr("Some places cannot be looked through"),
                               problems.join(u'\n'), {});
    modelsChanged();
}

const ModelRow* ModelsPage::current() const {
    const int row = m_table->current();
    return row >= 0 && row < m_model.rowCount() ? &m_model.at(row) : nullptr;
}

void ModelsPage::currentChanged() {
    const ModelRow* row = current();
    m_facts->setModel(row);
    showMarkdown(*m_card, cardText(row));
    if (m_work == Work::None) {
        m_check->setModel(row != nullptr ? toQString(row->found.name) : QString());
        m_convert->setModel(row);
    }
    if (row != nullptr && row->isUsable())
        m_compare->setCurrent(row->found.folder);
    m_use->setEnabled(row != nullptr && row->isUsable());
}

void ModelsPage::modelsChanged() {
    std::vector<ModelsCompare::Model> usable;
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.at(row).isUsable())
            usable.push_back({m_model.at(row).found.folder, toQString(m_model.at(row).found.name)});
    m_compare->setModels(usable);
    m_evaluate->setModels(usable);
    QString text = tr("%n models", nullptr, m_model.rowCount());
    if (const auto broken = m_model.rowCount() - static_cast<int>(usable.size()); broken > 0)
        text += tr(" · %1 cannot be used").arg(broken);
    if (m_look.isBusy())
        text = tr("looking… %1").arg(text);
    m_table->setCounts(text);
    updateNotice();
}

void ModelsPage::showView(ModelsView view) {
    m_views->setCurrent(static_cast<int>(view));
    m_stack->setCurrentIndex(static_cast<int>(view));
    updateNotice();
}

void ModelsPage::useCurrent() {
    if (const ModelRow* row = current(); row != nullptr && row->isUsable())
        emit useAsked(toQString(row->found.folder));
}

void ModelsPage::evaluateModels(const QStringList& folders) {
    showView(ModelsView::Evaluate);
    m_evaluate->chooseModels(folders);
}

void ModelsPage::updateNotice() {
    const auto view = static_cast<ModelsView>(m_views->current());
    const bool needsNone = view == ModelsView::Guide || view == ModelsView::Evaluate;
    if (m_model.rowCount() > 0 || isLooking() || needsNone) {
        m_notice->hide();
        return;
    }
    m_notice->show({.icon = QStringLiteral("models"),
                    .title = tr("No models here yet"),
                    .text = tr("A model is a folder with model_index.json in it. Choose a folder "
                               "that holds some, or read where models come from."),
                    .button = tr("Add folder…"),
                    .isPrimary = true,
                    .otherButton = tr("Get models")});
}

void ModelsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_wasAsked)
        lookNow();
}

} // namespace unlit::ui
