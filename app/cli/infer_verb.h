// `unlit infer`: pictures in, albedo and other targets out.
#pragma once

#include "app/cli/infer_flags.h"
#include "app/cli/input_list.h"
#include "app/cli/verb.h"

namespace unlit {
struct ModelSummary;
}

namespace unlit::cli {

/// JSON: {"results":[…],"failed":[{"input","error"}]}, and "cancelled": true after an interrupt.
class InferVerb : public Verb {
public:
    explicit InferVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;

private:
    void completeFlags();
    void refuseUnknownTargets(const ModelSummary& model) const;
    ExitCode runInputs(VerbContext& context, const InputList& inputs);

    InferFlags m_flags;
};

} // namespace unlit::cli
