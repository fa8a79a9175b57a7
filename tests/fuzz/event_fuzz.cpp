// Any bytes as an event file of TensorBoard, as another program writes or leaves it; where the
// first byte is odd, the rest is one event in a whole record.
#include "core/runs/event_reader.h"
#include "core/train/writers/event_record.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

/// In memory, and gone when the fuzzer ends.
class EventFolder {
public:
    EventFolder() : m_path("/dev/shm/unlit_event_fuzz_" + std::to_string(::getpid())) {
        fs::create_directories(m_path);
    }

    ~EventFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    EventFolder(const EventFolder&) = delete;
    EventFolder& operator=(const EventFolder&) = delete;

    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    static const EventFolder folder; // a folder for each input would cost more than reading it
    std::string text(bytes, bytes + size);
    if (size > 0 && bytes[0] % 2 == 1)
        text = train::recordOf(text.substr(1));
    std::ofstream(folder.path() / "events.out.tfevents.1700000000.host", std::ios::binary) << text;
    runs::EventReader reader(folder.path());
    std::size_t polls = 0;
    while (reader.poll([](const train::MetricRow&) {}, [](std::int64_t) {}).hasMore)
        if (++polls > size) // each has to take something of the file
            std::abort();
    (void)reader.badRecords();
    (void)reader.problem();
    return 0;
}
