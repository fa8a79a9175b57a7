#include "core/nn/torch_warnings.h"

#include "core/base/log.h"

#include <c10/util/Exception.h>

#include <filesystem>
#include <string>

namespace unlit::nn {

namespace {

class LoggingHandler : public c10::WarningHandler {
public:
    void process(const c10::SourceLocation& place, const std::string& message,
                 const bool /*verbatim*/) override {
        logWarning("LibTorch: " + message + " (" +
                   std::filesystem::path(place.file).filename().string() + ":" +
                   std::to_string(place.line) + ")");
    }
};

} // namespace

void logTorchWarnings() {
    static LoggingHandler handler; // LibTorch keeps the pointer
    c10::Warning::set_warning_handler(&handler);
}

} // namespace unlit::nn
