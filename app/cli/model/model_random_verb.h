// `unlit model random`: a model folder with random weights, for trying things out.
#pragma once

#include "app/cli/verb.h"

#include <cstdint>

namespace unlit::cli {

/// JSON: {"output","like","seed"}.
class ModelRandomVerb : public Verb {
public:
    explicit ModelRandomVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_like;
    std::string m_output;
    std::uint64_t m_seed = 2024;
    bool m_overwrite = false;
};

} // namespace unlit::cli
