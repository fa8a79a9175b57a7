// `unlit model new`: a model folder of chosen sizes with the weights that training starts from.
#pragma once

#include "app/cli/verb.h"

#include <cstdint>
#include <vector>

namespace unlit::cli {

/// JSON: {"output","config","seed","parameters":{part:count},"bytes"}; with exit code 2 for a
/// configuration that cannot be used {"config","ok":false,"diagnostics":[…]}.
class ModelNewVerb : public Verb {
public:
    explicit ModelNewVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    void tellSizes(VerbContext& context) const;

    std::string m_config;
    std::string m_output;
    std::vector<std::string> m_overrides;
    std::uint64_t m_seed = 2024;
    bool m_overwrite = false;
};

} // namespace unlit::cli
