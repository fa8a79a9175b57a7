#include "ui/pages/runs/runs_differences.h"

#include "core/config/load_config.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

RunsDifferences::RunsDifferences(QWidget* parent)
    : QWidget(parent), m_first(new QComboBox(this)), m_second(new QComboBox(this)),
      m_table(new DifferencesTable(this)), m_notice(new NoticeCard(this)) {
    m_first->setAccessibleName(tr("First run"));
    m_second->setAccessibleName(tr("Second run"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 7, 12, 7);
    row->setSpacing(8);
    row->addWidget(makeLabel(tr("Settings of"), "label", this));
    row->addWidget(m_first, 1);
    row->addWidget(makeLabel(tr("and"), "label", this));
    row->addWidget(m_second, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    for (QComboBox* box : {m_first, m_second})
        connect(box, &QComboBox::activated, this, &RunsDifferences::compare);
}

void RunsDifferences::setRuns(const std::vector<Run>& all,
                              const std::vector<std::filesystem::path>& preferred) {
    if (all != m_runs) {
        m_runs = all;
        for (QComboBox* box : {m_first, m_second}) {
            box->clear();
            for (const Run& run : all)
                box->addItem(run.name);
        }
    }
    const auto choose = [&](QComboBox& box, std::size_t which) {
        if (which >= preferred.size())
            return;
        const auto found = std::ranges::find(m_runs, preferred[which], &Run::folder);
        if (found != m_runs.end())
            box.setCurrentIndex(static_cast<int>(found - m_runs.begin()));
    };
    choose(*m_first, 0);
    choose(*m_second, 1);
    if (isVisible())
        compare();
}

void RunsDifferences::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    compare();
}

void RunsDifferences::showNotice(const QString& title, const QString& text, bool isBad) {
    m_notice->show({.icon = isBad ? QStringLiteral("warning") : QStringLiteral("runs"),
                    .title = title,
                    .text = text,
                    .isBad = isBad});
}

void RunsDifferences::compare() {
    m_table->clear();
    m_notice->hide();
    const int first = m_first->currentIndex();
    const int second = m_second->currentIndex();
    if (first < 0 || second < 0 || first == second)
        return showNotice(tr("Two runs make a comparison"),
                          tr("Check two runs in the table, or choose them above."), false);
    std::vector<config::LoadedConfig> loaded;
    for (const int index : {first, second}) {
        const Run& run = m_runs[static_cast<std::size_t>(index)];
        loaded.push_back(config::loadConfig(run.folder));
        // Settings that cannot be used (a folder that is gone) can be compared all the same.
        if (loaded.back().document.entries.empty())
            return showNotice(tr("The settings of %1 cannot be read").arg(run.name),
                              loaded.back().diagnostics.empty()
                                  ? tr("Its config.yaml is empty.")
                                  : sentence(loaded.back().diagnostics.front().text()),
                              true);
    }
    m_table->show(config::differences(loaded[0].config, loaded[1].config), m_first->currentText(),
                  m_second->currentText());
    if (table().rowCount() == 0)
        showNotice(tr("No difference"), tr("Both runs have the same settings."), false);
}

} // namespace unlit::ui
