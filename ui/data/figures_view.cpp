#include "ui/data/figures_view.h"

#include "core/data/pairing/scene.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QGridLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kMostSizes = 6;

QString spreadText(const data::Spread& spread, int digits) {
    if (spread.count == 0)
        return FiguresView::tr("nothing to measure yet");
    return FiguresView::tr("median %1, 80 % of the pairs from %2 to %3")
        .arg(spread.median, 0, 'f', digits)
        .arg(spread.lower, 0, 'f', digits)
        .arg(spread.upper, 0, 'f', digits);
}

/// The most frequent sizes, with the number of pairs of each.
QString sizesText(const std::map<std::string, std::size_t>& sizes) {
    std::vector<std::pair<std::string, std::size_t>> all(sizes.begin(), sizes.end());
    std::ranges::stable_sort(all, std::greater{}, &std::pair<std::string, std::size_t>::second);
    QStringList words;
    for (std::size_t i = 0; i < all.size() && i < kMostSizes; ++i)
        words += QStringLiteral("%1 (%2)")
                     .arg(toQString(all[i].first).replace(u'x', QStringLiteral(" × ")))
                     .arg(all[i].second);
    if (all.size() > kMostSizes)
        words += FiguresView::tr("%1 more").arg(all.size() - kMostSizes);
    return words.join(QStringLiteral(", "));
}

data::Examination knownOf(const PairListModel& pairs) {
    std::vector<data::ListedPair> listed;
    for (const data::FoundPair& found : pairs.pairs())
        listed.push_back(found.pair);
    const std::vector<std::string> scenes = scenesOf(listed, data::SceneRule::Scene);
    data::Examination known;
    for (int row = 0; row < pairs.rowCount(); ++row)
        if (const data::PairReport* report = pairs.reportOf(row))
            known.pairs.push_back(
                {pairs.at(row).pair, *report, scenes[static_cast<std::size_t>(row)]});
    return known;
}

QString factsOf(const data::SetStatistics& set) {
    QStringList rows;
    const auto add = [&rows](const QString& name, const QString& value) {
        rows += QStringLiteral("<tr><td style='padding:3px 24px 3px 0'>%1</td>"
                               "<td style='padding:3px 0'>%2</td></tr>")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    add(FiguresView::tr("Pairs"), FiguresView::tr("%1, %2 readable, in %3 scenes")
                                      .arg(set.pairs)
                                      .arg(set.readable)
                                      .arg(set.scenes));
    add(FiguresView::tr("Pixels"), countText(static_cast<std::uint64_t>(set.pixels)));
    add(FiguresView::tr("Sizes"), sizesText(set.sizes));
    add(FiguresView::tr("Float files"),
        FiguresView::tr("%1 beauties, %2 albedos").arg(set.floatBeauties).arg(set.floatAlbedos));
    add(FiguresView::tr("Mask files"), QString::number(set.withMaskFile));
    add(FiguresView::tr("Usable pixels"),
        FiguresView::tr("median %1 of a picture")
            .arg(toQString(data::percentText(set.validShare.median))));
    add(FiguresView::tr("Black albedo"),
        FiguresView::tr("at most %1 of a picture")
            .arg(toQString(data::percentText(set.blackShare.most))));
    for (const auto& [check, count] : set.findings)
        add(toQString(check).replace(u'_', u' '),
            FiguresView::tr("%n faulty pairs", nullptr, static_cast<int>(count)));
    return QStringLiteral("<table>%1</table>").arg(rows.join(QString()));
}

} // namespace

FiguresView::FiguresView(QWidget* parent)
    : QWidget(parent), m_content(new QWidget(this)),
      m_albedo(new BarChart(tr("Mean albedo of a pair, linear"), this)),
      m_light(new BarChart(tr("Light: beauty over albedo, in stops"), this)),
      m_sides(new BarChart(tr("Longer side of the beauty"), this)),
      m_facts(makeLabel({}, "label", this)), m_state(makeLabel({}, "hint", this)) {
    m_light->setScale([](double value) { return QString::number(value, 'f', 0); }, tr("stops"));
    m_sides->setScale([](double value) { return QString::number(std::lround(std::exp2(value))); },
                      tr("pixels"));
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_facts->setWordWrap(true);
    m_content->setObjectName(QStringLiteral("panelContent"));
    auto* grid = new QGridLayout(m_content);
    grid->setContentsMargins(24, 18, 24, 18);
    grid->setHorizontalSpacing(40);
    grid->setVerticalSpacing(24);
    grid->addWidget(m_state, 0, 0, 1, 2);
    grid->addWidget(m_albedo, 1, 0);
    grid->addWidget(m_light, 1, 1);
    grid->addWidget(m_sides, 2, 0);
    grid->addWidget(m_facts, 2, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(3, 1);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setAccessibleName(tr("Figures of the set"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_content);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);
}

void FiguresView::setSet(const PairListModel& pairs) {
    m_content->setVisible(pairs.rowCount() > 0);
    const data::Examination known = knownOf(pairs);
    const data::SetStatistics set = statisticsOf(known);
    const data::SetHistograms spread = data::histogramsOf(pairs.reports());
    m_state->setText(pairs.reportCount() == pairs.rowCount()
                         ? QString()
                         : tr("Of %1 pairs %2 have been looked at so far.")
                               .arg(pairs.rowCount())
                               .arg(pairs.reportCount()));
    m_state->setVisible(!m_state->text().isEmpty());
    m_albedo->setHistogram(spread.albedo);
    m_albedo->setSummary(spreadText(set.albedoMean, 3));
    m_light->setHistogram(spread.light);
    m_light->setSummary(spreadText(set.lightStops, 2));
    m_sides->setHistogram(spread.sides);
    m_sides->setSummary(set.sizes.size() == 1 ? tr("all alike")
                                              : tr("%1 different sizes").arg(set.sizes.size()));
    m_facts->setText(factsOf(set));
}

QString FiguresView::text() const {
    return m_facts->text() + m_state->text();
}

} // namespace unlit::ui
