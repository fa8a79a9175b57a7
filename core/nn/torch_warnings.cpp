#include "core/nn/torch_warnings.h"

#include "core/base/log.h"

#include <c10/util/Exception.h>
#include <torch/version.h>

#include <filesystem>
#include <string>

namespace unlit::nn {

namespace {

void logWithPlace(const c10::SourceLocation& place, const std::string& message) {
    logWarning("LibTorch: " + message + " (" +
               std::filesystem::path(place.file).filename().string() + ":" +
               std::to_string(place.line) + ")");
}

#if TORCH_VERSION_MAJOR >= 2

class LoggingHandler : public c10::WarningHandler {
public:
    void process(const c10::Warning& warning) override {
        logWithPlace(warning.source_location(), warning.msg());
    }
};

void setWarningHandler(c10::WarningHandler& handler) {
    c10::WarningUtils::set_warning_handler(&handler);
}

#else

class LoggingHandler : public c10::WarningHandler {
public:
    void process(const c10::SourceLocation& place, const std::string& message,
                 const bool /*verbatim*/) override {
        logWithPlace(place, message);
    }
};

void setWarningHandler(c10::WarningHandler& handler) {
    c10::Warning::set_warning_handler(&handler);
}

#endif

} // namespace

void logTorchWarnings() {
    static LoggingHandler handler; // LibTorch keeps the pointer
    setWarningHandler(handler);
}

} // namespace unlit::nn
