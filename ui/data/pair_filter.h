// Which of the pairs are on show: by what is wrong with them, by where they go, by name.
#pragma once

#include "ui/data/pair_list_model.h"
#include "ui/widgets/row_filter.h"

namespace unlit::ui {

struct PairFilter {
    enum class Kind { All, Fine, Faulty, Noted, WithCheck, Quarantine, Validation };
    Kind kind = Kind::All;
    data::Check check = data::Check::Unreadable; ///< of WithCheck

    bool operator==(const PairFilter&) const = default;
};

/// One line of the list of filters.
struct PairFacet {
    PairFilter filter;
    QString name;
    int count = 0;
};

/// Whether row `row` belongs to it. Faulty is a warning or an error, noted nothing but notes.
bool matches(const PairListModel& model, int row, const PairFilter& filter);

/// All, fine, faulty, then every check that has found something, quarantine, validation; those
/// without pairs are left out, but for the first three.
std::vector<PairFacet> facetsOf(const PairListModel& model);

/// GUI thread.
class PairFilterModel : public RowFilter {
    Q_OBJECT

public:
    /// `pairs` must outlive it.
    explicit PairFilterModel(PairListModel& pairs, QObject* parent = nullptr);

    void setFilter(const PairFilter& filter);
    /// All of these words must be in the name of one of the files.
    void setWords(const QString& words);

    const PairFilter& filter() const { return m_filter; }

    int sourceRow(const QModelIndex& index) const;
    QModelIndex indexOf(int sourceRow) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    PairListModel& m_pairs;
    PairFilter m_filter;
    QStringList m_words;
};

} // namespace unlit::ui
