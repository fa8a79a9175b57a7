// The pairs of a set as rows: name, small picture, what is wrong, where they go.
#pragma once

#include "core/data/doctor/doctor.h"
#include "core/data/pairing/pairing.h"

#include <QAbstractListModel>
#include <QCache>
#include <QImage>

#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// Which list a pair goes to.
enum class PairPart { Training, Validation, Quarantine };

/// GUI thread. Keeps the pictures that were asked for last, up to a limit, and no more.
class PairListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        ThumbnailRole = Qt::UserRole, ///< QImage; null = not there
        ProblemRole,                  ///< why there is none; "" = it may come
        SeverityRole,                 ///< int of data::Severity; -1 = none, -2 = not looked at yet
        FaultRole,                    ///< names of the worst findings, short
        PartRole                      ///< int of PairPart
    };

    explicit PairListModel(QObject* parent = nullptr);

    void setPairs(std::vector<data::FoundPair> pairs);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const std::vector<data::FoundPair>& pairs() const { return m_pairs; }

    const data::FoundPair& at(int row) const { return m_pairs[static_cast<std::size_t>(row)]; }

    /// nullptr = not looked at yet.
    const data::PairReport* reportOf(int row) const;
    void setReport(int row, data::PairReport report);
    /// All at once. Precondition: as many as there are pairs.
    void setReports(const std::vector<data::ExaminedPair>& examined);

    int reportCount() const { return m_reportCount; }

    /// Of the pairs that have been looked at, in their order.
    std::vector<data::PairReport> reports() const;

    PairPart partOf(int row) const { return m_parts[static_cast<std::size_t>(row)]; }

    /// Precondition: as many as there are pairs.
    void setParts(std::vector<PairPart> parts);

    /// Pairs that are in no quarantine, in their order.
    std::vector<data::ListedPair> kept() const;

    bool hasThumbnail(int row) const { return m_thumbnails.contains(row); }

    /// A picture is there, or it is known that there can be none.
    bool isAnswered(int row) const;
    void setThumbnail(int row, const QImage& image);
    void setProblem(int row, const QString& problem);

    int thumbnailCount() const { return static_cast<int>(m_thumbnails.count()); }

    static constexpr int kMostThumbnails = 300;

signals:
    /// Reports or parts have changed: counts are others.
    void judged();

private:
    std::vector<data::FoundPair> m_pairs;
    std::vector<std::optional<data::PairReport>> m_reports;
    std::vector<PairPart> m_parts;
    int m_reportCount = 0;
    mutable QCache<int, QImage> m_thumbnails; // asking for one makes it the newest
    std::set<int> m_broken;
    std::vector<QString> m_problems;
};

/// "size", "colour space": a finding's check as words.
QString checkName(data::Check check);

/// What the doctor looks for, in the order in which it is listed.
const std::vector<data::Check>& allChecks();

} // namespace unlit::ui
