// `unlit model calibrate`: what the spread of a model's ensembles is worth, measured and stored.
#pragma once

#include "app/cli/evaluate/held_out_flags.h"
#include "core/session/evaluate/calibrate_model.h"

namespace unlit::cli {

/// Prints the reliability table. JSON: {"model","target","ensemble","steps","reduction","pictures",
/// "samples","mean_error","calibration_error","bins":[{"expected","found","samples"}],
/// "curve":{"spread","error"},"written","failed":[{"picture","error"}]}.
class ModelCalibrateVerb : public Verb {
public:
    explicit ModelCalibrateVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    CalibrationRequest request() const;
    void report(VerbContext& context, const CalibrationReport& report) const;

    HeldOutFlags m_heldOut;
    int m_bins = 20;
    CalibrationRequest m_request;
};

} // namespace unlit::cli
