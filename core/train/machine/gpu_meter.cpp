#include "core/train/machine/gpu_meter.h"

#include <array>
#include <utility>

#include <dlfcn.h>

namespace unlit::train {

// Source: NVIDIA Management Library (NVML), API reference: nvmlUtilization_t, nvmlMemory_t. Not in
// an unnamed namespace: g++ 14.2 breaks off at a class that holds pointers to functions of such
// types where sources are joined.
namespace nvml {

using NvmlDevice = void*;

struct NvmlUtilization {
    unsigned int gpu;
    unsigned int memory;
};

struct NvmlMemory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

} // namespace nvml

namespace {

using nvml::NvmlDevice;
using nvml::NvmlMemory;
using nvml::NvmlUtilization;

constexpr int kNvmlSuccess = 0;

template <class F>
void find(void* library, const char* name, F*& function) {
    function = reinterpret_cast<F*>(::dlsym(library, name));
}

/// Where the CUDA runtime is in this process it knows which card it counts as `device`; its numbers
/// are not NVML's. "" where it is not.
std::string busOf(int device) {
    int (*name)(char*, int, int) = nullptr;
    find(RTLD_DEFAULT, "cudaDeviceGetPCIBusId", name);
    std::array<char, 64> text{};
    if (name == nullptr || name(text.data(), static_cast<int>(text.size()), device) != 0)
        return {};
    return text.data();
}

} // namespace

struct GpuMeter::Library {
    void* handle = nullptr;
    bool isBegun = false;
    NvmlDevice device = nullptr;
    int (*begin)() = nullptr;
    int (*end)() = nullptr;
    int (*deviceAt)(unsigned int, NvmlDevice*) = nullptr;
    int (*deviceOnBus)(const char*, NvmlDevice*) = nullptr;
    int (*utilization)(NvmlDevice, NvmlUtilization*) = nullptr;
    int (*memory)(NvmlDevice, NvmlMemory*) = nullptr;
    int (*power)(NvmlDevice, unsigned int*) = nullptr; ///< may be missing

    Library() = default;
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    ~Library() {
        if (isBegun)
            end();
        if (handle != nullptr)
            ::dlclose(handle);
    }

    bool open(const std::string& file) {
        handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr)
            return false;
        find(handle, "nvmlInit_v2", begin);
        find(handle, "nvmlShutdown", end);
        find(handle, "nvmlDeviceGetHandleByIndex_v2", deviceAt);
        find(handle, "nvmlDeviceGetHandleByPciBusId_v2", deviceOnBus);
        find(handle, "nvmlDeviceGetUtilizationRates", utilization);
        find(handle, "nvmlDeviceGetMemoryInfo", memory);
        find(handle, "nvmlDeviceGetPowerUsage", power);
        const bool isWhole = begin != nullptr && end != nullptr && deviceAt != nullptr &&
                             deviceOnBus != nullptr && utilization != nullptr && memory != nullptr;
        return isWhole && (isBegun = begin() == kNvmlSuccess);
    }

    bool choose(int number) {
        const std::string bus = busOf(number);
        return number >= 0 && (bus.empty() ? deviceAt(static_cast<unsigned int>(number), &device)
                                           : deviceOnBus(bus.c_str(), &device)) == kNvmlSuccess;
    }
};

GpuMeter::GpuMeter(std::unique_ptr<Library> library) : m_library(std::move(library)) {}

GpuMeter::~GpuMeter() = default;

std::unique_ptr<GpuMeter> GpuMeter::open(int device, const std::string& library) {
    auto opened = std::make_unique<Library>();
    if (!opened->open(library) || !opened->choose(device))
        return nullptr;
    return std::unique_ptr<GpuMeter>(new GpuMeter(std::move(opened)));
}

std::optional<GpuFigures> GpuMeter::read() const {
    NvmlUtilization busy{};
    NvmlMemory memory{};
    if (m_library->utilization(m_library->device, &busy) != kNvmlSuccess ||
        m_library->memory(m_library->device, &memory) != kNvmlSuccess)
        return {};
    GpuFigures figures{static_cast<double>(busy.gpu), memory.used};
    unsigned int milliwatts = 0;
    if (m_library->power != nullptr &&
        m_library->power(m_library->device, &milliwatts) == kNvmlSuccess)
        figures.watts = milliwatts / 1000.0;
    return figures;
}

} // namespace unlit::train
