// What a disk can do to a program, at a place and a time that a test chooses. Loaded before the C
// library (LD_PRELOAD); of the files below UNLIT_FAULT_UNDER alone.
//
// UNLIT_FAULT is KIND[:ERRNO[:N[:on]]]: the Nth call of that kind (from 1; 0 = none) fails with
// that number, and with "on" every one after it. Kinds: write, sync, rename. "short" has every
// write take a part of its bytes, "interrupt" has every other call end with EINTR; "clock" has the
// time of day jump by a day and back. UNLIT_FAULT_COUNTS names a folder in which a file of each
// kind grows by a byte a call.
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

enum Kind { kWrite, kSync, kRename, kKinds };

constexpr const char* kNames[kKinds] = {"write", "sync", "rename"};

struct Plan {
    char kind[16] = {};
    int error = 0;
    long call = 0;
    bool goesOn = false;

    Plan() {
        const char* text = std::getenv("UNLIT_FAULT");
        if (text == nullptr)
            return;
        char on[4] = {};
        std::sscanf(text, "%15[a-z]:%d:%ld:%3s", kind, &error, &call, on);
        goesOn = std::strcmp(on, "on") == 0;
    }

    bool is(const char* name) const { return std::strcmp(kind, name) == 0; }
};

const Plan& plan() {
    static const Plan made;
    return made;
}

template <class Function>
Function* original(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool isWatched(const char* path) {
    static const char* const under = std::getenv("UNLIT_FAULT_UNDER");
    if (under == nullptr || path == nullptr)
        return false;
    char whole[PATH_MAX] = {};
    if (*path != '/' && getcwd(whole, sizeof whole) != nullptr)
        std::strncat(whole, "/", sizeof whole - std::strlen(whole) - 1);
    std::strncat(whole, path, sizeof whole - std::strlen(whole) - 1);
    return std::strncmp(whole, under, std::strlen(under)) == 0;
}

bool isWatched(int descriptor) {
    char link[64];
    char path[PATH_MAX];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return isWatched(path);
}

void count(Kind kind) {
    static const char* const folder = std::getenv("UNLIT_FAULT_COUNTS");
    if (folder == nullptr)
        return;
    char path[PATH_MAX];
    std::snprintf(path, sizeof path, "%s/%s", folder, kNames[kind]);
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    syscall(SYS_write, file, "x", 1);
    close(file);
}

/// Whether this call fails; errno says how.
bool fails(Kind kind) {
    static std::atomic<long> calls[kKinds];
    static std::atomic<unsigned> all;
    count(kind);
    if (plan().is("interrupt") && kind != kRename && all++ % 2 == 0) {
        errno = EINTR;
        return true;
    }
    const long call = ++calls[kind];
    if (!plan().is(kNames[kind]) || plan().call == 0 ||
        !(plan().goesOn ? call >= plan().call : call == plan().call))
        return false;
    errno = plan().error;
    return true;
}

/// Seconds that the clock is off by; ten questions later on the other side.
long jump() {
    constexpr long kDay = 86'400;
    static std::atomic<unsigned> questions;
    return questions++ / 10 % 2 == 0 ? kDay : -kDay;
}

size_t taken(size_t count) {
    return plan().is("short") && count > 1 ? (count + 1) / 2 : count;
}

} // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t count) {
    static auto* const real = original<ssize_t(int, const void*, size_t)>("write");
    if (!isWatched(file))
        return real(file, bytes, count);
    return fails(kWrite) ? -1 : real(file, bytes, taken(count));
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t at) {
    static auto* const real = original<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    if (!isWatched(file))
        return real(file, bytes, count, at);
    return fails(kWrite) ? -1 : real(file, bytes, taken(count), at);
}

ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t at) {
    static auto* const real = original<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
    if (!isWatched(file))
        return real(file, bytes, count, at);
    return fails(kWrite) ? -1 : real(file, bytes, taken(count), at);
}

ssize_t writev(int file, const iovec* parts, int count) {
    static auto* const real = original<ssize_t(int, const iovec*, int)>("writev");
    if (!isWatched(file))
        return real(file, parts, count);
    if (fails(kWrite))
        return -1;
    return plan().is("short") && count > 1 ? real(file, parts, 1) : real(file, parts, count);
}

int fsync(int file) {
    static auto* const real = original<int(int)>("fsync");
    return isWatched(file) && fails(kSync) ? -1 : real(file);
}

int fdatasync(int file) {
    static auto* const real = original<int(int)>("fdatasync");
    return isWatched(file) && fails(kSync) ? -1 : real(file);
}

int rename(const char* from, const char* to) noexcept {
    static auto* const real = original<int(const char*, const char*)>("rename");
    return isWatched(to) && fails(kRename) ? -1 : real(from, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to,
              unsigned flags) noexcept {
    static auto* const real =
        original<int(int, const char*, int, const char*, unsigned)>("renameat2");
    return isWatched(to) && fails(kRename) ? -1 : real(fromFolder, from, toFolder, to, flags);
}

int clock_gettime(clockid_t clock, timespec* now) noexcept {
    static auto* const real = original<int(clockid_t, timespec*)>("clock_gettime");
    const int result = real(clock, now);
    if (clock == CLOCK_REALTIME && plan().is("clock"))
        now->tv_sec += jump();
    return result;
}

time_t time(time_t* now) noexcept {
    static auto* const real = original<time_t(time_t*)>("time");
    const time_t jumped = real(nullptr) + (plan().is("clock") ? jump() : 0);
    if (now != nullptr)
        *now = jumped;
    return jumped;
}

} // extern "C"
