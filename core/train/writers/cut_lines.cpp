#include "core/train/writers/cut_lines.h"

#include "core/train/writers/append_file.h"

#include <fstream>

namespace unlit::train {

bool isKept(const LinePlace& place, const KeepUntil& keep) {
    if (place.step == keep.step && place.isValidation)
        return keep.keepsValidation;
    return place.step <= keep.step;
}

void cutLines(const std::filesystem::path& file, int headerLines, const PlaceOf& placeOf,
              const KeepUntil& keep) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return;
    std::uint64_t position = 0;
    std::uint64_t end = 0;
    int number = 0;
    for (std::string line; std::getline(stream, line) && !stream.eof();) {
        position += line.size() + 1;
        const std::optional<LinePlace> place = placeOf(line);
        if (++number > headerLines && place && !isKept(*place, keep))
            break;
        if (number <= headerLines || place)
            end = position;
    }
    stream.close();
    truncateFile(file, end);
}

} // namespace unlit::train
