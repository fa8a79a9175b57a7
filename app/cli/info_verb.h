// `unlit info`: what the program was built with and what it can compute on.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// JSON: {"version","commit","compiler","build_type","system","libraries":{name: version},"cuda":
/// version or "","cuda_kernels","cuda_problem","devices":[{"name","model","memory_bytes",
/// "free_bytes","traits","precision"}]}.
class InfoVerb : public Verb {
public:
    explicit InfoVerb(CLI::App& program);
    ExitCode run(VerbContext& context) override;
};

} // namespace unlit::cli
