#include "ui/pages/models/models_guide.h"

#include "ui/kit/text.h"
#include "ui/pages/models/models_texts.h"
#include "ui/widgets/form_column.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kFetchSteps = 1000;

} // namespace

ModelsGuide::ModelsGuide(QWidget* parent)
    : QWidget(parent), m_progress(new QProgressBar(this)), m_said(makeLabel({}, "hint", this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
    QTextBrowser* words = makeTextView(this);
    words->setAccessibleName(tr("Where models come from"));
    showMarkdown(*words, guideText());
    auto* grid = new QGridLayout;
    grid->setContentsMargins(20, 10, 20, 4);
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(0, 1);
    addRow(*grid, QStringLiteral("prs-eth/marigold-iid-appearance-v1-1"),
           tr("Albedo, roughness and metallicity"));
    addRow(*grid, QStringLiteral("prs-eth/marigold-iid-lighting-v1-1"),
           tr("Albedo, shading and the rest of the light"));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of fetching"));
    m_progress->hide();
    m_cancel->hide();
    m_said->setWordWrap(true);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_cancel, &QPushButton::clicked, &m_fetcher, &ModelFetcher::cancel);
    auto* going = new QHBoxLayout;
    going->setContentsMargins(20, 0, 20, 0);
    going->addWidget(m_progress, 1);
    going->addWidget(m_cancel);
    auto* said = new QHBoxLayout;
    said->setContentsMargins(20, 0, 20, 12);
    said->addWidget(m_said);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(words, 1);
    column->addLayout(grid);
    column->addLayout(going);
    column->addLayout(said);
    connectFetcher();
    findTool();
}

void ModelsGuide::addRow(QGridLayout& grid, const QString& repository, const QString& what) {
    Row row{repository, new QLineEdit(this), new QPushButton(tr("Copy"), this),
            new QPushButton(tr("Fetch"), this)};
    row.command->setReadOnly(true);
    row.command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    row.command->setAccessibleName(tr("Command for %1").arg(repository));
    row.copy->setAccessibleName(tr("Copy the command for %1").arg(repository));
    row.copy->setToolTip(tr("Copy the command"));
    row.fetch->setAccessibleName(tr("Fetch %1").arg(repository));
    const int line = grid.rowCount();
    grid.addWidget(makeLabel(what, "label", this), line, 0, 1, 3);
    grid.addWidget(row.command, line + 1, 0);
    grid.addWidget(row.copy, line + 1, 1);
    grid.addWidget(row.fetch, line + 1, 2);
    connect(row.copy, &QPushButton::clicked, this, [this, command = row.command] {
        QGuiApplication::clipboard()->setText(command->text());
        showEnd(tr("✓ Command copied."), "good");
    });
    connect(row.fetch, &QPushButton::clicked, this, [this, repository] { fetch(repository); });
    m_rows.push_back(row);
}

void ModelsGuide::connectFetcher() {
    connect(&m_fetcher, &ModelFetcher::progressed, this,
            [this](double fraction, const QString& line) {
                if (fraction >= 0) {
                    m_progress->setRange(0, kFetchSteps);
                    m_progress->setValue(static_cast<int>(std::lround(fraction * kFetchSteps)));
                }
                setRole(m_said, "hint");
                m_said->setText(line);
            });
    connect(&m_fetcher, &ModelFetcher::fetched, this, [this](const std::filesystem::path& folder) {
        showEnd(tr("✓ The model is there, and in the table."), "good");
        emit fetched(folder);
    });
    connect(&m_fetcher, &ModelFetcher::failed, this,
            [this](const QString& text, const QString& hint) {
                showEnd(tr("✕ %1").arg(text) + u' ' + hint, "bad");
            });
    connect(&m_fetcher, &ModelFetcher::cancelled, this,
            [this] { showEnd(tr("Cancelled."), "hint"); });
}

void ModelsGuide::findTool() {
    m_tool = findFetchTool();
    const FetchTool words = m_tool.value_or(FetchTool{QStringLiteral("hf"), {}});
    for (const Row& row : m_rows) {
        row.command->setText(words.command(row.repository));
        row.command->setCursorPosition(0);
        row.fetch->setVisible(m_tool.has_value());
        row.fetch->setToolTip(tr("Run %1 here; it fetches several gigabytes").arg(words.name));
    }
    updateButtons();
}

void ModelsGuide::fetch(const QString& repository) {
    findTool();
    if (!m_tool || m_fetcher.isBusy())
        return;
    setRole(m_said, "hint");
    m_said->setText(tr("Starting %1").arg(m_tool->name));
    m_progress->setRange(0, 0); // until it tells how far it is
    m_progress->show();
    m_cancel->show();
    m_fetcher.fetch(*m_tool, repository);
    updateButtons();
}

void ModelsGuide::showEnd(const QString& text, const char* role) {
    setRole(m_said, role);
    m_said->setText(text);
    const bool isBusy = m_fetcher.isBusy();
    m_progress->setVisible(isBusy);
    m_cancel->setVisible(isBusy);
    updateButtons();
}

void ModelsGuide::updateButtons() {
    for (const Row& row : m_rows)
        row.fetch->setEnabled(!m_fetcher.isBusy());
}

void ModelsGuide::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_fetcher.isBusy())
        findTool();
}

} // namespace unlit::ui
