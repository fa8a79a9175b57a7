// How many further steps a run gets, and which learning rate they have.
#pragma once

#include "core/config/extended_schedule.h"
#include "ui/train/rate_curve.h"
#include "ui/train/value_menu.h"
#include "ui/widgets/segmented_control.h"

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// GUI thread. Shows the rates to come while steps are typed and schedules chosen.
class ExtendMenu : public ValueMenu {
    Q_OBJECT

public:
    explicit ExtendMenu(QWidget* parent);

    /// Whose schedule it is; one whose settings cannot be read has no curve, and says why when it
    /// is extended.
    void setRun(const std::filesystem::path& folder);

    config::ExtendedSchedule schedule() const;
    void setSchedule(config::ExtendedSchedule schedule);

    const RateCurve& curve() const { return *m_curve; }

    /// A whole number above 0; nullopt for anything else.
    static std::optional<std::int64_t> stepsOf(const QString& text);

private:
    void updateCurve();

    SegmentedControl* m_choice;
    RateCurve* m_curve;
    QLabel* m_rate;
    std::optional<config::TrainConfig> m_config;
};

} // namespace unlit::ui
