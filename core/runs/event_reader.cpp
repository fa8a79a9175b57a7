#include "core/runs/event_reader.h"

#include "core/runs/event_content.h"
#include "core/train/writers/event_record.h"
#include "core/train/writers/tensorboard_writer.h"

#include <algorithm>

namespace unlit::runs {

namespace {

constexpr std::size_t kMostRecordBytes = std::size_t{256} << 20;

} // namespace

void EventReader::findFiles() {
    for (std::filesystem::path& file : train::eventFiles(m_folder)) {
        const bool isKnown = std::ranges::any_of(
            m_parts, [&](const Part& part) { return part.file.path() == file; });
        if (!isKnown)
            m_parts.push_back({GrowingFile(std::move(file))});
    }
}

ReadNews EventReader::poll(const OnRow& onRow, const OnRestart& onRestart, std::size_t mostBytes) {
    ReadNews news;
    findFiles();
    for (Part& part : m_parts) {
        const Growth growth = part.file.look();
        part.isWhole = growth == Growth::Same || growth == Growth::Missing;
        news.isRestarted = news.isRestarted || growth == Growth::Restarted;
    }
    if (news.isRestarted) { // a file in the middle may have changed: everything anew
        m_parts.clear();
        findFiles();
        for (Part& part : m_parts)
            part.isWhole = part.file.look() != Growth::Grew;
    }
    for (Part& part : m_parts)
        if (!part.isWhole && !part.isDamaged && mostBytes > 0)
            readPart(part, onRow, onRestart, mostBytes, news);
    return news;
}

void EventReader::readPart(Part& part, const OnRow& onRow, const OnRestart& onRestart,
                           std::size_t& bytesLeft, ReadNews& news) {
    using State = train::RecordFrame::State;
    std::string bytes = part.file.next(bytesLeft);
    std::size_t at = 0;
    while (at < bytes.size()) {
        const train::RecordFrame frame = train::frameAt(std::string_view(bytes).substr(at));
        const std::uint64_t end = part.file.consumed() + at + frame.size;
        if (frame.state == State::BadLength ||
            (frame.state == State::Cut && frame.size > kMostRecordBytes)) {
            part.isDamaged = true;
            break;
        }
        if (frame.state == State::Cut) {
            if (at > 0 || frame.size == 0 || end > part.file.size())
                break;
            bytes = part.file.next(frame.size); // longer than one helping
            if (bytes.size() < frame.size)
                break;
            continue;
        }
        // The last record of a file may be in the middle of being written.
        if (frame.state == State::BadData && end == part.file.size())
            break;
        at += frame.size;
        const auto content =
            frame.state == State::Whole ? contentOfEvent(frame.data) : std::nullopt;
        if (!content) {
            ++part.badRecords;
            continue;
        }
        if (content->restarts)
            onRestart(content->step);
        if (content->scalars.empty())
            continue;
        onRow({content->step, 1, content->time, content->scalars});
        ++news.rows;
    }
    part.file.consume(std::string_view(bytes).substr(0, at));
    news.hasMore = news.hasMore ||
                   (at > 0 && part.file.consumed() < part.file.size() && bytes.size() >= bytesLeft);
    bytesLeft -= std::min(bytesLeft, bytes.size());
}

std::size_t EventReader::badRecords() const {
    std::size_t count = 0;
    for (const Part& part : m_parts)
        count += part.badRecords;
    return count;
}

std::string EventReader::problem() const {
    for (const Part& part : m_parts)
        if (part.isDamaged)
            return part.file.path().filename().string() + " is damaged from byte " +
                   std::to_string(part.file.consumed()) + " on";
    const std::size_t bad = badRecords();
    if (bad == 0)
        return {};
    return std::to_string(bad) + (bad == 1 ? " record has" : " records have") +
           " a wrong check sum and " + (bad == 1 ? "was" : "were") + " left out";
}

} // namespace unlit::runs
