// Does what the user asks for, between two micro-batches.
#pragma once

#include "core/config/scheduled_number.h"
#include "core/train/hooks/validation_hook.h"
#include "core/train/hooks/visualization_hook.h"
#include "core/train/train_control.h"

#include <memory>

namespace unlit::train {

/// While the run is paused the model stays loaded, and saving, validating and changing the rate
/// still work.
class ControlHook : public Hook {
public:
    /// All of them outlive the hook. Validating makes figures, and pictures where there are none of
    /// this step. `baseRate`: the config's, which a rate set by hand takes the place of.
    ControlHook(std::shared_ptr<TrainControl> control, CheckpointStore& store,
                ValidationHook& validation, VisualizationHook& visualization,
                config::ScheduledNumber baseRate)
        : m_control(std::move(control)), m_store(store), m_validation(validation),
          m_visualization(visualization), m_baseRate(baseRate) {}

    void onMicroBegin(StepContext& context) override;

private:
    void serve(StepContext& context);
    void setLearningRate(StepContext& context, double rate, AskedBy by) const;
    static void tell(const StepContext& context, RunIntervention::What what, AskedBy by);

    std::shared_ptr<TrainControl> m_control;
    CheckpointStore& m_store;
    ValidationHook& m_validation;
    VisualizationHook& m_visualization;
    config::ScheduledNumber m_baseRate;
};

} // namespace unlit::train
