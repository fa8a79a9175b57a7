#include "ui/train/extend_menu.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/config/load_config.h"
#include "ui/widgets/form_column.h"

#include <algorithm>

namespace unlit::ui {

namespace {

using config::ExtendedSchedule;

/// `before`: as the log has it after the last step; and what the further ones will have.
QString ratesText(double before, const std::vector<QPointF>& further) {
    const auto text = [](double rate) { return QString::number(rate, 'g', 3); };
    const double highest = std::ranges::max(further, {}, &QPointF::y).y();
    return ExtendMenu::tr("so far %1 at the end; then %2, at most %3, at the end %4")
        .arg(text(before), text(further.front().y()), text(highest), text(further.back().y()));
}

} // namespace

ExtendMenu::ExtendMenu(QWidget* parent)
    : ValueMenu(tr("Further steps"), tr("Extend"), parent), m_choice(new SegmentedControl),
      m_curve(new RateCurve), m_rate(makeLabel({}, "label")) {
    m_choice->setItems(
        {tr("Keep the final rate"), tr("Stretch"), tr("New schedule")},
        {tr("The further steps have the rate that the schedule has ended with"),
         tr("One schedule over all steps: the rate goes up to what that has here"),
         tr("The schedule once more, with its warm-up, from the first further step")});
    m_choice->setFillsWidth(true);
    m_choice->setAccessibleName(tr("Learning rate of the further steps"));
    m_curve->setAccessibleName(tr("Learning rate over the steps"));
    m_rate->setWordWrap(true);
    addBelow(m_choice);
    addBelow(m_curve);
    addBelow(m_rate);
    connect(m_choice, &SegmentedControl::chosen, this, &ExtendMenu::updateCurve);
    connect(&field(), &QLineEdit::textChanged, this, &ExtendMenu::updateCurve);
}

void ExtendMenu::setRun(const std::filesystem::path& folder) {
    const config::LoadedConfig loaded = config::loadConfig(folder);
    m_config = loaded.isUsable() ? std::optional(loaded.config) : std::nullopt;
    setSchedule(ExtendedSchedule::KeepRate);
}

ExtendedSchedule ExtendMenu::schedule() const {
    return static_cast<ExtendedSchedule>(m_choice->current());
}

void ExtendMenu::setSchedule(ExtendedSchedule schedule) {
    m_choice->setCurrent(static_cast<int>(schedule));
    updateCurve();
}

std::optional<std::int64_t> ExtendMenu::stepsOf(const QString& text) {
    bool isNumber = false;
    const qlonglong steps = text.toLongLong(&isNumber);
    return isNumber && steps > 0 ? std::optional<std::int64_t>(steps) : std::nullopt;
}

void ExtendMenu::updateCurve() {
    const std::optional<std::int64_t> steps = stepsOf(field().text().trimmed());
    std::vector<QPointF> rates, further;
    if (m_config && steps) {
        try {
            config::TrainConfig extended = *m_config;
            config::extend(extended, extended.maxIter + *steps, schedule());
            // As they were, whatever comes; what an earlier schedule made, the settings do not say.
            rates = ratesOf(*m_config, std::max<std::int64_t>(m_config->lrScheduler.startIter, 0),
                            m_config->maxIter);
            further = ratesOf(extended, m_config->maxIter, extended.maxIter);
        } catch (const Error&) {
            logSwallowed("drawing the learning rate of further steps", LogLevel::Debug);
        }
    }
    m_curve->setVisible(!further.empty());
    m_rate->setVisible(!further.empty());
    if (!further.empty())
        m_rate->setText(ratesText(
            ratesOf(*m_config, m_config->maxIter, m_config->maxIter + 1).front().y(), further));
    rates.insert(rates.end(), further.begin(), further.end());
    m_curve->show(std::move(rates), m_config ? m_config->maxIter : 0);
    fit();
}

} // namespace unlit::ui
