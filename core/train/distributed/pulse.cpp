#include "core/train/distributed/pulse.h"

#include "core/base/split_text.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace unlit::train {

namespace {

using std::chrono::milliseconds;

/// As many beats and looks as silence lasts: one that comes late is no silence.
constexpr int kBeatsOfSilence = 20;
constexpr milliseconds kLongestPause{3000};
constexpr milliseconds kShortestPause{10};

/// Stands behind the numbers of a sign.
constexpr const char* kAsksToEnd = "end";

milliseconds pauseFor(milliseconds silence) {
    return std::clamp(silence / kBeatsOfSilence, kShortestPause, kLongestPause);
}

std::string secondsText(milliseconds span) {
    std::ostringstream text;
    text << std::chrono::duration<double>(span).count() << " s";
    return text.str();
}

} // namespace

Pulse::Pulse(SignBoard board, int rank, int size, HangLimits limits)
    : m_shared(std::make_shared<Shared>()), m_size(size), m_silence(limits.silence),
      m_standstill(limits.standstill) {
    m_shared->board = std::move(board);
    m_shared->rank = rank;
    m_shared->pause = pauseFor(limits.silence);
    setStandstill(limits.standstill);
    for (int other = 0; other < (rank == 0 ? size : 1); ++other)
        if (other != rank)
            m_shared->watched.push_back(other);
    m_shared->signs.resize(m_shared->watched.size());
    m_seen.resize(m_shared->watched.size());
    m_thread = std::thread([shared = m_shared] { beat(*shared); });
}

Pulse::~Pulse() {
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->isOver = true;
    }
    m_shared->changed.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

void Pulse::setStandstill(milliseconds limit) {
    m_standstill = limit;
    if (limit.count() > 0 && limit < m_silence.load()) {
        m_silence = limit;
        m_shared->pause = pauseFor(limit);
    }
}

void Pulse::askToEnd() {
    m_shared->asksToEnd = true;
    m_shared->changed.notify_all();
}

void Pulse::whenAskedToEnd(std::function<void()> call) {
    const std::scoped_lock lock(m_shared->callMutex);
    m_shared->onAskedToEnd = std::move(call);
}

void Pulse::passOn(Shared& shared, const std::vector<Sign>& signs) {
    if (std::ranges::none_of(signs, &Sign::asksToEnd))
        return;
    const std::scoped_lock lock(shared.callMutex);
    if (const auto call = std::exchange(shared.onAskedToEnd, {}))
        call();
}

void Pulse::abandon() {
    {
        const std::scoped_lock lock(m_shared->mutex);
        m_shared->isOver = true;
    }
    if (m_thread.joinable())
        m_thread.detach();
}

std::string Pulse::textOf(const Sign& sign) {
    return std::to_string(sign.beat) + " " + std::to_string(sign.arrived) + " " +
           std::to_string(sign.progress) +
           (sign.asksToEnd ? std::string(" ") + kAsksToEnd : std::string());
}

Pulse::Sign Pulse::signOf(const std::string& text) {
    std::istringstream stream(text);
    Sign sign;
    std::string word;
    stream >> sign.beat >> sign.arrived >> sign.progress >> word;
    sign.asksToEnd = word == kAsksToEnd;
    return sign;
}

void Pulse::beat(Shared& shared) {
    std::uint64_t beats = 0;
    std::unique_lock lock(shared.mutex);
    while (!shared.isOver) {
        lock.unlock();
        std::vector<Sign> signs;
        try {
            if (shared.rests)
                ++shared.progress;
            shared.board.put(shared.rank,
                             textOf({++beats, shared.arrived, shared.progress, shared.asksToEnd}));
            for (const int other : shared.watched)
                signs.push_back(signOf(shared.board.at(other)));
        } catch (const std::exception&) {
            return; // who kept the board has ended: connections tell the rest
        }
        passOn(shared, signs);
        lock.lock();
        shared.signs = std::move(signs);
        shared.changed.wait_for(lock, shared.pause.load(), [&] { return shared.isOver; });
    }
}

std::optional<std::string> Pulse::look(bool isFirst) {
    std::vector<Sign> signs;
    {
        const std::scoped_lock lock(m_shared->mutex);
        signs = m_shared->signs;
    }
    const milliseconds standstill = m_standstill;
    const milliseconds silence = m_silence;
    const milliseconds pause = m_shared->pause;
    std::vector<std::string> silent;
    std::vector<std::string> still;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        Seen& seen = m_seen[i];
        const bool gotOn = isFirst || !signs[i].standsLike(seen.sign);
        const bool isLate = signs[i].arrived < m_shared->arrived;
        seen.quietLooks = gotOn || signs[i].beat != seen.sign.beat ? 0 : seen.quietLooks + 1;
        seen.stillLooks = gotOn || !isLate ? 0 : seen.stillLooks + 1;
        seen.sign = signs[i];
        if (seen.quietLooks * pause >= silence)
            silent.push_back(std::to_string(m_shared->watched[i]));
        if (standstill.count() > 0 && seen.stillLooks * pause >= standstill)
            still.push_back(std::to_string(m_shared->watched[i]));
    }
    const std::string ofAll = " of " + std::to_string(m_size);
    if (!silent.empty())
        return "process " + joined(silent) + ofAll + " has given no sign of life for " +
               secondsText(silence);
    if (!still.empty())
        return "process " + joined(still) + ofAll + " is alive but has not got on for " +
               secondsText(standstill) + ", while the others wait for it";
    return {};
}

} // namespace unlit::train
