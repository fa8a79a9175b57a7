#include "app/cli/info_verb.h"

#include "core/base/text.h"
#include "core/session/system_report.h"

namespace unlit::cli {

namespace {

std::string lineOf(const ComputeDevice& device) {
    std::string line = device.name + ": " + device.model + ", " + device.traits;
    if (device.memoryBytes)
        line += ", " + formatBytes(*device.memoryBytes);
    if (device.freeBytes)
        line += " (" + formatBytes(*device.freeBytes) + " free)";
    return line + "; --precision auto is " + device.precision;
}

Json jsonOf(const ComputeDevice& device) {
    return {{"name", device.name},
            {"model", device.model},
            {"memory_bytes", device.memoryBytes ? Json(*device.memoryBytes) : Json()},
            {"free_bytes", device.freeBytes ? Json(*device.freeBytes) : Json()},
            {"traits", device.traits},
            {"precision", device.precision}};
}

} // namespace

InfoVerb::InfoVerb(CLI::App& program)
    : Verb(program, "info", "Tell version, libraries and devices: what belongs into a report") {
    footer("Examples:\n  unlit info\n  unlit info --json");
}

ExitCode InfoVerb::run(VerbContext& context) {
    const SystemReport report = describeSystem();
    Json libraries = Json::object();
    std::string list;
    for (const auto& [name, version] : report.libraries) {
        libraries[name] = version;
        list += (list.empty() ? "" : ", ") + name + " " + version;
    }
    Json devices = Json::array();
    context.console.result("unlit " + report.version + " (" + report.buildType + ", " +
                           report.compiler + ")");
    context.console.result("system: " + report.system);
    context.console.result("libraries: " + list);
    context.console.result(report.torchCuda.empty()
                               ? "CUDA: none; " + report.cudaProblem
                               : "CUDA: " + report.torchCuda + ", own kernels compiled in" +
                                     (report.cudaProblem.empty() ? "" : "; " + report.cudaProblem));
    for (const ComputeDevice& device : report.devices) {
        context.console.result(printable(lineOf(device)));
        devices.push_back(jsonOf(device));
    }
    context.console.object({{"version", report.version},
                            {"commit", report.commit},
                            {"compiler", report.compiler},
                            {"build_type", report.buildType},
                            {"system", report.system},
                            {"libraries", std::move(libraries)},
                            {"cuda", report.torchCuda},
                            {"cuda_kernels", report.hasCudaKernels},
                            {"cuda_problem", report.cudaProblem},
                            {"devices", std::move(devices)}});
    return ExitCode::Done;
}

} // namespace unlit::cli
