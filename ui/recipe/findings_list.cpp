#include "ui/recipe/findings_list.h"

#include "ui/kit/text.h"
#include "ui/theme/theme_tokens.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kMostRows = 4;
constexpr int kRowPx = 22;

bool isError(const Diagnostic& finding) {
    return finding.severity == Diagnostic::Severity::Error;
}

} // namespace

FindingsList::FindingsList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("findings"));
    setAccessibleName(tr("What is wrong with the recipe"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setUniformItemSizes(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    connect(this, &QListWidget::itemActivated, this, &FindingsList::choose);
    connect(this, &QListWidget::itemClicked, this, &FindingsList::choose);
    hide();
}

void FindingsList::show(std::vector<Diagnostic> findings, const std::filesystem::path& recipe) {
    std::ranges::stable_sort(findings, {}, &Diagnostic::severity);
    m_findings = std::move(findings);
    clear();
    const ThemeTokens& tokens = themeTokens(palette());
    for (const Diagnostic& finding : m_findings) {
        QString place;
        if (finding.mark.line > 0)
            place = finding.mark.file == recipe ? tr("line %1: ").arg(finding.mark.line)
                                                : tr("%1, line %2: ")
                                                      .arg(toQString(finding.mark.file.filename()))
                                                      .arg(finding.mark.line);
        auto* item = new QListWidgetItem(place + toQString(finding.message), this);
        item->setForeground(isError(finding) ? tokens.bad : tokens.accent);
        item->setSizeHint(QSize(0, kRowPx));
        item->setToolTip(sentence(finding.message) +
                         (finding.hint.empty() ? QString() : u'\n' + sentence(finding.hint)));
    }
    setVisible(!m_findings.empty());
    const int rows = std::min(count(), kMostRows);
    setFixedHeight(rows * kRowPx + 2 * frameWidth() + 8);
}

void FindingsList::choose(QListWidgetItem* item) {
    emit chosen(m_findings.at(static_cast<std::size_t>(row(item))));
}

} // namespace unlit::ui
