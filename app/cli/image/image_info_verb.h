// `unlit image info`: what image files hold, without reading their pixels.
#pragma once

#include "app/cli/verb.h"

namespace unlit::cli {

/// JSON: {"images":[…],"failed":[{"input","error"}]}. One broken file does not stop the others.
class ImageInfoVerb : public Verb {
public:
    explicit ImageInfoVerb(CLI::App& image);
    ExitCode run(VerbContext& context) override;

private:
    std::vector<std::string> m_files;
    std::string m_layerNames; ///< a file; "" = the user's own table, or the built-in one
};

} // namespace unlit::cli
