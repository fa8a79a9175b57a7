// A library with the functions of NVML that are asked for: two cards, of which the second one does
// not say how busy it is.
namespace {

struct Utilization {
    unsigned int gpu, memory;
};

struct Memory {
    unsigned long long total, free, used;
};

constexpr int kNotFound = 6;
constexpr int kNotSupported = 3;
int cards[2];

} // namespace

extern "C" {

int nvmlInit_v2() {
    return 0;
}

int nvmlShutdown() {
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void** device) {
    if (index > 1)
        return kNotFound;
    *device = &cards[index];
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char*, void**) {
    return kNotFound;
}

int nvmlDeviceGetUtilizationRates(void* device, Utilization* utilization) {
    if (device == &cards[1])
        return kNotSupported;
    *utilization = {87, 12};
    return 0;
}

int nvmlDeviceGetMemoryInfo(void*, Memory* memory) {
    *memory = {1000, 300, 700};
    return 0;
}

int nvmlDeviceGetPowerUsage(void*, unsigned int* milliwatts) {
    *milliwatts = 212500;
    return 0;
}
}
