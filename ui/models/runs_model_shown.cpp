// Which runs of the list are drawn, and in which colours.
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/run_colors.h"

#include <algorithm>
#include <array>

namespace unlit::ui {

/// The one that fewest runs have.
int RunsModel::freeColor() const {
    std::array<int, kRunColors.size()> uses{};
    const auto count = [&](int color) { ++uses[static_cast<std::size_t>(color) % uses.size()]; };
    for (const Row& row : m_rows)
        if (row.color)
            count(*row.color);
    for (const Remembered& run : m_remembered)
        count(run.color);
    return static_cast<int>(std::ranges::min_element(uses) - uses.begin());
}

void RunsModel::setShown(int row, bool isShown) {
    Row& changed = m_rows[static_cast<std::size_t>(row)];
    if (changed.isShown == isShown)
        return;
    changed.isShown = isShown;
    if (isShown && !changed.color)
        changed.color = freeColor();
    emit dataChanged(index(row, Name), index(row, Name));
    emit shownChanged();
}

std::vector<int> RunsModel::shownRows() const {
    std::vector<int> rows;
    for (int row = 0; row < rowCount(); ++row)
        if (isShown(row))
            rows.push_back(row);
    return rows;
}

std::optional<int> RunsModel::colorOf(int row) const {
    return m_rows[static_cast<std::size_t>(row)].color;
}

void RunsModel::restoreShown(const QStringList& folders, const QStringList& colors) {
    m_remembered.clear();
    for (qsizetype i = 0; i < folders.size(); ++i)
        m_remembered.push_back({folders[i], std::max(0, colors.value(i).toInt())});
}

QStringList RunsModel::shownFolders() const {
    QStringList folders;
    for (const int row : shownRows())
        folders += toQString(at(row).folder);
    for (const Remembered& run : m_remembered)
        folders += run.folder;
    return folders;
}

QStringList RunsModel::shownColors() const {
    QStringList colors;
    for (const int row : shownRows())
        colors += QString::number(colorOf(row).value_or(0));
    for (const Remembered& run : m_remembered)
        colors += QString::number(run.color);
    return colors;
}

} // namespace unlit::ui
