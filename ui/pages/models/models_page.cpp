#include "ui/pages/models/models_page.h"

#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kModelsWidthPx = 490;
constexpr int kModelsGrowth = 3; // until all columns are seen

QStringList foldersOf(const std::vector<ModelRoot>& roots) {
    QStringList folders;
    for (const ModelRoot& root : roots)
        folders += toQString(root.folder);
    return folders;
}

} // namespace

ModelsPage::ModelsPage(InferenceController::MakeService makeService,
                       std::vector<ModelRoot> standardRoots, QWidget* parent)
    : QWidget(parent), m_roots(*this, tr("A folder that holds models"), foldersOf(standardRoots)),
      m_found(m_roots, std::move(standardRoots)), m_table(new ModelsTable(m_found.model(), this)),
      m_views(new ModelsViews(std::move(makeService), this)),
      m_columns(new QSplitter(this)), m_parts{.window = *this,
                                              .found = m_found,
                                              .table = *m_table,
                                              .views = *m_views},
      m_work(m_parts), m_actions(m_parts, m_roots, m_work) {
    layOutColumns(*this, *m_columns, {{m_table, kModelsWidthPx, kModelsGrowth}, {m_views}});
    setFocusProxy(&m_table->table());
    connectParts();
    currentChanged();
    modelsChanged();
}

void ModelsPage::connectParts() {
    connect(m_table, &ModelsTable::currentChanged, this, &ModelsPage::currentChanged);
    connect(m_table, &ModelsTable::useAsked, m_views, &ModelsViews::use);
    connect(m_table, &ModelsTable::addFolderAsked, &m_roots, &RootFolders::browse);
    connect(m_table, &ModelsTable::foldersAsked, &m_roots, &RootFolders::showMenu);
    connect(m_table, &ModelsTable::menuAsked, &m_actions, &ModelsActions::showMenu);
    connect(m_table, &ModelsTable::guideAsked, m_views,
            [this] { m_views->showView(ModelsView::Guide); });
    connect(m_views, &ModelsViews::addFolderAsked, &m_roots, &RootFolders::browse);
    connect(m_views, &ModelsViews::useAsked, this, &ModelsPage::useAsked);
    const auto list = [this](const std::filesystem::path& folder) {
        m_found.addKnown(toQString(folder));
    };
    connect(&m_views->guide(), &ModelsGuide::fetched, this, list);
    connect(&m_work, &ModelWork::written, this, list);
    connect(&m_found, &FoundModels::rowRead, this, &ModelsPage::takeRow);
    connect(&m_found, &FoundModels::changed, this, &ModelsPage::modelsChanged);
    connect(&m_found, &FoundModels::problemsFound, this, [this](const QStringList& problems) {
        m_table->message().say(MessageBar::Kind::Bad, tr("Some places cannot be looked through"),
                               problems.join(u'\n'), {});
    });
}

void ModelsPage::setSettings(const ModelsSettings& settings) {
    m_roots.set(settings.roots);
    m_table->setColumns(settings.tableColumns);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    m_views->showView(static_cast<ModelsView>(settings.view));
    m_found.lookAgain();
}

ModelsSettings ModelsPage::settings() const {
    return {.roots = m_roots.folders(),
            .view = static_cast<int>(m_views->view()),
            .columns = m_columns->saveState(),
            .tableColumns = m_table->columns()};
}

void ModelsPage::takeRow(const std::filesystem::path& folder) {
    const ModelRow* chosen = m_parts.current();
    if (chosen == nullptr)
        m_table->setCurrent(0);
    else if (chosen->found.folder == folder)
        currentChanged();
}

void ModelsPage::currentChanged() {
    const ModelRow* row = m_parts.current();
    m_views->setModel(row);
    m_work.setModel(row);
}

void ModelsPage::modelsChanged() {
    const ModelsModel& model = m_found.model();
    std::vector<ComparedModel> usable;
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.at(row).isUsable())
            usable.push_back({model.at(row).found.folder, toQString(model.at(row).found.name)});
    QString text = tr("%n models", nullptr, model.rowCount());
    if (const auto broken = model.rowCount() - static_cast<int>(usable.size()); broken > 0)
        text += tr(" · %1 cannot be used").arg(broken);
    m_table->setCounts(m_found.isUnderWay() ? tr("looking… %1").arg(text) : text);
    m_views->setModels(usable);
    m_views->setEmpty(model.rowCount() == 0 && !m_found.isLooking());
}

void ModelsPage::evaluateModels(const QStringList& folders) {
    m_views->showView(ModelsView::Evaluate);
    m_views->evaluate().choice().chooseModels(folders);
}

void ModelsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_found.lookOnce();
}

} // namespace unlit::ui
