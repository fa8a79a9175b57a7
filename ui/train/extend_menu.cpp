#include "ui/train/extend_menu.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/config/load_config.h"
#include "ui/widgets/form_column.h"

#include <algorithm>

namespace unlit::ui {

namespace {

using config::ExtendedSchedule;

constexpr int kMenuWidthPx = 380;

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
    m_curve->setMinimumWidth(kMenuWidthPx);
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
    std::vector<QPointF> rates;
    if (m_config && steps) {
        try {
            config::TrainConfig extended = *m_config;
            config::extend(extended, extended.maxIter + *steps, schedule());
            rates = ratesOf(extended);
        } catch (const Error&) {
            logSwallowed("drawing the learning rate of further steps", LogLevel::Debug);
        }
    }
    m_curve->setVisible(!rates.empty());
    m_rate->setText(
        rates.empty()
            ? QString()
            : tr("at most %1, at the end %2")
                  .arg(std::ranges::max(rates, {}, [](const QPointF& point) { return point.y(); })
                           .y(),
                       0, 'g', 3)
                  .arg(rates.back().y(), 0, 'g', 3));
    m_curve->show(std::move(rates), m_config ? m_config->maxIter : 0);
}

} // namespace unlit::ui
