// `unlit model fit-strength`: how far a model's corrections can be trusted, measured and stored.
#pragma once

#include "app/cli/evaluate/held_out_flags.h"
#include "core/session/evaluate/fit_strength.h"

namespace unlit::cli {

/// Prints a line a strength. JSON: {"model","pictures","strength","scores":[{"strength","mse",
/// "lmse","relative"}],"written","failed":[{"picture","error"}]}.
class ModelFitStrengthVerb : public Verb {
public:
    explicit ModelFitStrengthVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    StrengthRequest request();
    void report(VerbContext& context, const StrengthReport& report) const;

    HeldOutFlags m_heldOut;
    bool m_dryRun = false;
    StrengthRequest m_request;
};

} // namespace unlit::cli
