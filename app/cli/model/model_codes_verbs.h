// `unlit model tokenize` and `unlit model detokenize`: pictures to code maps and back.
#pragma once

#include "app/cli/verb.h"
#include "core/session/models/tokenize_pictures.h"

#include <string>
#include <vector>

namespace unlit::cli {

/// JSON of both:
/// {"model","codebook","quantizer","codes","done":[{"input","output","width","height",
/// "cells","different_codes"}],"failed":[{"input","error"}]}. Exit code 1 where one failed.
class ModelTokenizeVerb : public Verb {
public:
    explicit ModelTokenizeVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_model, m_output;
    std::vector<std::string> m_inputs;
    TokenizeRequest m_request;
};

class ModelDetokenizeVerb : public Verb {
public:
    explicit ModelDetokenizeVerb(CLI::App& model);
    ExitCode run(VerbContext& context) override;

private:
    std::string m_model, m_output;
    std::vector<std::string> m_inputs;
    TokenizeRequest m_request;
};

} // namespace unlit::cli
