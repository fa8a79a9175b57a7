// How busy a GPU of NVIDIA is: asks the driver's own library, where there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace unlit::train {

struct GpuFigures {
    double percent = 0;               ///< of the time that something ran on it, 0 to 100
    std::uint64_t memoryBytes = 0;    ///< in use, of all processes
    std::optional<double> watts = {}; ///< where the card says
};

/// The library (NVML) is loaded when it is asked for and not linked: machines without it lack the
/// figures. Used by one thread.
class GpuMeter {
public:
    /// `device`: as CUDA counts them. nullptr where there is no library, no driver or no such
    /// device. `library`: its file, for tests.
    static std::unique_ptr<GpuMeter> open(int device,
                                          const std::string& library = "libnvidia-ml.so.1");

    ~GpuMeter();
    GpuMeter(const GpuMeter&) = delete;
    GpuMeter& operator=(const GpuMeter&) = delete;

    /// nullopt where the card does not say, as one that is divided (MIG).
    std::optional<GpuFigures> read() const;

private:
    struct Library;
    explicit GpuMeter(std::unique_ptr<Library> library);

    std::unique_ptr<Library> m_library;
};

} // namespace unlit::train
