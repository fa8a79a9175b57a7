#include "ui/data/pair_list_model.h"

#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kNoSeverity = -1;
constexpr int kNotLooked = -2;

QString faultsOf(const data::PairReport& report) {
    QStringList names;
    const auto most = worst(report.findings);
    for (const data::Finding& finding : report.findings)
        if (most && finding.severity == *most && !names.contains(checkName(finding.check)))
            names += checkName(finding.check);
    return names.join(QStringLiteral(", "));
}

} // namespace

const std::vector<data::Check>& allChecks() {
    using data::Check;
    static const std::vector<Check> checks = {
        Check::Unreadable,  Check::Size,        Check::Misaligned, Check::ColorSpace,
        Check::Exposure,    Check::Numbers,     Check::Beauty,     Check::AlbedoFlat,
        Check::AlbedoBlack, Check::AlbedoRange, Check::Swapped,    Check::Duplicate,
        Check::Mask};
    return checks;
}

QString checkName(data::Check check) {
    return toQString(toString(check)).replace(u'_', u' ');
}

PairListModel::PairListModel(QObject* parent)
    : QAbstractListModel(parent), m_thumbnails(kMostThumbnails) {}

void PairListModel::setPairs(std::vector<data::FoundPair> pairs) {
    beginResetModel();
    m_pairs = std::move(pairs);
    m_reports.assign(m_pairs.size(), std::nullopt);
    m_parts.assign(m_pairs.size(), PairPart::Training);
    m_problems.assign(m_pairs.size(), QString());
    m_reportCount = 0;
    m_thumbnails.clear();
    m_broken.clear();
    endResetModel();
    emit judged();
}

int PairListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_pairs.size());
}

QVariant PairListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const std::optional<data::PairReport>& report = m_reports[row];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return toQString(m_pairs[row].key);
    case Qt::ToolTipRole:
        return toQString(toText(m_pairs[row].pair.beauty) + "\n" +
                         toText(m_pairs[row].pair.albedo) + "\n" + m_pairs[row].reason);
    case ThumbnailRole: {
        const QImage* image = m_thumbnails.object(index.row());
        return image != nullptr ? *image : QImage();
    }
    case ProblemRole:
        return m_problems[row];
    case SeverityRole: {
        if (!report)
            return kNotLooked;
        const auto found = worst(report->findings);
        return found ? static_cast<int>(*found) : kNoSeverity;
    }
    case FaultRole:
        return report ? faultsOf(*report) : QString();
    case PartRole:
        return static_cast<int>(m_parts[row]);
    default:
        return {};
    }
}

const data::PairReport* PairListModel::reportOf(int row) const {
    const auto& report = m_reports[static_cast<std::size_t>(row)];
    return report ? &*report : nullptr;
}

void PairListModel::setReport(int row, data::PairReport report) {
    auto& place = m_reports[static_cast<std::size_t>(row)];
    m_reportCount += place ? 0 : 1;
    place = std::move(report);
    emit dataChanged(index(row), index(row));
}

void PairListModel::setReports(const std::vector<data::ExaminedPair>& examined) {
    for (std::size_t i = 0; i < m_reports.size(); ++i)
        m_reports[i] = examined[i].report;
    m_reportCount = rowCount();
    if (m_reportCount > 0)
        emit dataChanged(index(0), index(m_reportCount - 1));
    emit judged();
}

std::vector<data::PairReport> PairListModel::reports() const {
    std::vector<data::PairReport> known;
    for (const auto& report : m_reports)
        if (report)
            known.push_back(*report);
    return known;
}

void PairListModel::setParts(std::vector<PairPart> parts) {
    if (parts == m_parts)
        return;
    m_parts = std::move(parts);
    if (rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1));
    emit judged();
}

std::vector<data::ListedPair> PairListModel::kept() const {
    std::vector<data::ListedPair> pairs;
    for (std::size_t i = 0; i < m_pairs.size(); ++i)
        if (m_parts[i] != PairPart::Quarantine)
            pairs.push_back(m_pairs[i].pair);
    return pairs;
}

bool PairListModel::isAnswered(int row) const {
    return m_thumbnails.contains(row) || m_broken.contains(row);
}

void PairListModel::setThumbnail(int row, const QImage& image) {
    if (row < 0 || row >= rowCount())
        return;
    m_thumbnails.insert(row, new QImage(image));
    emit dataChanged(index(row), index(row), {ThumbnailRole});
}

void PairListModel::setProblem(int row, const QString& problem) {
    if (row < 0 || row >= rowCount())
        return;
    m_broken.insert(row);
    m_problems[static_cast<std::size_t>(row)] = problem;
    emit dataChanged(index(row), index(row), {ProblemRole});
}

} // namespace unlit::ui
