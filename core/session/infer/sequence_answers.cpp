#include "core/session/infer/sequence_answers.h"

#include "core/infer/memory.h"

#include <algorithm>
#include <string>
#include <utility>

namespace unlit {

void SequenceAnswers::goOnFrom(const SequenceRecord& record) {
    m_known = {record.levels, record.commonLevel};
    m_passed.insert(record.passed.begin(), record.passed.end());
}

void SequenceAnswers::keepIn(SequenceRecord& record) const {
    const infer::SequenceLevels& levels = m_steady->levels();
    record.levels = levels.own;
    record.commonLevel = levels.common;
    record.passed = {m_passed.begin(), m_passed.end()};
}

/// The time of the first frame that has to be asked about: levels are measured one after the other.
std::int64_t SequenceAnswers::firstNeeded(std::size_t frame) const {
    const infer::SequenceLevels& known = m_steady ? m_steady->levels() : m_known;
    if (!known.common && !m_steady)
        return m_times.front();
    std::int64_t first = m_times[frame];
    for (std::size_t i = 0; i < frame; ++i)
        if (!known.own.contains(m_times[i]) && !m_passed.contains(i)) {
            first = m_times[i];
            break;
        }
    return first - m_window.reach;
}

std::vector<std::size_t> SequenceAnswers::wantedFor(std::size_t frame) const {
    const std::int64_t begin = firstNeeded(frame);
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < m_times.size(); ++i) {
        const bool isNear = m_times[i] >= begin && isWithinReach(i, frame);
        const bool isPassed = i != frame && m_passed.contains(i);
        if (isNear && !isPassed && !m_answers.contains(m_times[i]))
            wanted.push_back(i);
    }
    return wanted;
}

bool SequenceAnswers::isWithinReach(std::size_t i, std::size_t frame) const {
    return m_times[i] <= m_times[frame] + m_window.reach;
}

void SequenceAnswers::add(std::size_t i, infer::FrameAnswer answer, ColorSpace transfer,
                          const std::filesystem::path& input, const JobRunner::Post& post) {
    if (!m_steady) {
        fitReach(answer, input, post);
        m_steady.emplace(answer.targets, transfer, m_window, usable(answer.targets));
    }
    if (answer.part)
        m_steady->add(m_times[i], *answer.part);
    else
        pass(i);
    m_answers.insert_or_assign(m_times[i], std::move(answer));
}

/// Of the record, if it is about as many targets.
infer::SequenceLevels
SequenceAnswers::usable(const std::vector<infer::DetailTarget>& targets) const {
    const auto fits = [&](const std::vector<double>& levels) {
        return levels.size() == targets.size();
    };
    const bool isUsable =
        m_known.common && fits(*m_known.common) &&
        std::ranges::all_of(m_known.own, [&](const auto& one) { return fits(one.second); });
    return isUsable ? m_known : infer::SequenceLevels();
}

/// Answers of very large frames (--processing-res 0) are no longer small.
void SequenceAnswers::fitReach(const infer::FrameAnswer& answer, const std::filesystem::path& input,
                               const JobRunner::Post& post) {
    const auto available = infer::availableBytes();
    if (!available || !answer.part)
        return;
    const infer::PixelSize size = answer.plan.geometry.network;
    const double bytes = infer::SteadySequence::bytesOfPixel(answer.targets.size(),
                                                             answer.plan.settings.ensemble > 1) *
                         static_cast<double>(size.height) * static_cast<double>(size.width);
    const double frames = static_cast<double>(*available) / 2 / bytes;
    const int reach = std::max(1, static_cast<int>((std::min(frames, 100.0) - 1) / 2));
    if (reach >= m_window.reach)
        return;
    m_window.reach = reach;
    post(LogLine{LogLine::Level::Warning,
                 input.string() +
                     ": the memory does not suffice for all neighbours of a frame; those up to " +
                     std::to_string(reach) +
                     " frames away count (a smaller --processing-res leaves room for more)"});
}

infer::FrameAnswer SequenceAnswers::steadied(std::size_t frame) {
    infer::FrameAnswer answer = m_answers.at(m_times[frame]);
    if (answer.part)
        answer.part->answer = m_steady->steadied(m_times[frame]);
    return answer;
}

double SequenceAnswers::factorOf(std::size_t frame) const {
    return m_steady->has(m_times[frame]) ? m_steady->factorOf(m_times[frame]) : 1;
}

void SequenceAnswers::forgetBefore(std::size_t i, std::size_t frame) {
    forgetBeforeTime(std::min(m_times[i], m_times[frame]) - m_window.reach);
}

void SequenceAnswers::forgetBeforeTime(std::int64_t time) {
    m_answers.erase(m_answers.begin(), m_answers.lower_bound(time));
    if (m_steady)
        m_steady->forgetBefore(time);
}

void SequenceAnswers::endWith(std::size_t frame) {
    if (frame + 1 < m_times.size())
        return forgetBeforeTime(m_times[frame + 1] - m_window.reach);
    m_answers.clear();
    m_steady.reset();
}

} // namespace unlit
