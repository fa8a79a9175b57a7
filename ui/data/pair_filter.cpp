#include "ui/data/pair_filter.h"

#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

bool hasCheck(const data::PairReport& report, data::Check check) {
    return std::ranges::any_of(
        report.findings, [check](const data::Finding& finding) { return finding.check == check; });
}

QString capitalized(QString word) {
    if (!word.isEmpty())
        word[0] = word[0].toUpper();
    return word;
}

int countOf(const PairListModel& model, const PairFilter& filter) {
    int count = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        count += matches(model, row, filter) ? 1 : 0;
    return count;
}

} // namespace

bool matches(const PairListModel& model, int row, const PairFilter& filter) {
    using Kind = PairFilter::Kind;
    const data::PairReport* report = model.reportOf(row);
    const auto found = report != nullptr ? worst(report->findings) : std::nullopt;
    switch (filter.kind) {
    case Kind::All:
        return true;
    case Kind::Fine:
        return report != nullptr && !found;
    case Kind::Faulty:
        return found && *found >= data::Severity::Warning;
    case Kind::Noted:
        return found == data::Severity::Note;
    case Kind::WithCheck:
        return report != nullptr && hasCheck(*report, filter.check);
    case Kind::Quarantine:
        return model.partOf(row) == PairPart::Quarantine;
    case Kind::Validation:
        return model.partOf(row) == PairPart::Validation;
    }
    return false;
}

std::vector<PairFacet> facetsOf(const PairListModel& model) {
    using Kind = PairFilter::Kind;
    std::vector<PairFacet> facets = {
        {{Kind::All, {}}, PairFilterModel::tr("All pairs"), model.rowCount()},
        {{Kind::Fine, {}}, PairFilterModel::tr("Nothing found"), 0},
        {{Kind::Faulty, {}}, PairFilterModel::tr("Faulty"), 0}};
    for (PairFacet& facet : facets)
        facet.count = countOf(model, facet.filter);
    const auto addIfAny = [&](const PairFilter& filter, const QString& name) {
        if (const int count = countOf(model, filter); count > 0)
            facets.push_back({filter, name, count});
    };
    for (const data::Check check : allChecks())
        addIfAny({Kind::WithCheck, check}, capitalized(checkName(check)));
    addIfAny({Kind::Noted, {}}, PairFilterModel::tr("Notes only"));
    addIfAny({Kind::Quarantine, {}}, PairFilterModel::tr("In quarantine"));
    addIfAny({Kind::Validation, {}}, PairFilterModel::tr("Validation"));
    return facets;
}

PairFilterModel::PairFilterModel(PairListModel& pairs, QObject* parent)
    : RowFilter(parent), m_pairs(pairs) {
    setSourceModel(&pairs);
    setDynamicSortFilter(true);
}

void PairFilterModel::setFilter(const PairFilter& filter) {
    changeFilter([&] { m_filter = filter; });
}

void PairFilterModel::setWords(const QString& words) {
    changeFilter([&] { m_words = words.split(u' ', Qt::SkipEmptyParts); });
}

int PairFilterModel::sourceRow(const QModelIndex& index) const {
    return index.isValid() ? mapToSource(index).row() : -1;
}

QModelIndex PairFilterModel::indexOf(int sourceRow) const {
    return mapFromSource(m_pairs.index(sourceRow));
}

bool PairFilterModel::filterAcceptsRow(int row, const QModelIndex&) const {
    if (!matches(m_pairs, row, m_filter))
        return false;
    if (m_words.isEmpty())
        return true;
    const data::ListedPair& pair = m_pairs.at(row).pair;
    const QString names = toQString(toText(pair.beauty) + " " + toText(pair.albedo));
    return std::ranges::all_of(m_words, [&names](const QString& word) {
        return names.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace unlit::ui
