#include "ui/pages/infer/sequence_player.h"

#include "core/base/log.h"
#include "ui/bridge/freed_elsewhere.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kFrameMs = 1000 / 24;
constexpr int kSettleMs = 160; // longer than a held arrow key pauses
constexpr int kStillPx = 1280; // what a window shows; larger ones take longer than a frame
constexpr int kAhead = 6;
constexpr std::size_t kMostStillBytes = std::size_t{384} << 20;

} // namespace

SequencePlayer::SequencePlayer(QObject* parent) : QObject(parent) {
    m_clock.setInterval(kFrameMs);
    m_clock.setTimerType(Qt::PreciseTimer);
    m_settle.setInterval(kSettleMs);
    m_settle.setSingleShot(true);
    connect(&m_clock, &QTimer::timeout, this, &SequencePlayer::tick);
    connect(&m_settle, &QTimer::timeout, this, &SequencePlayer::settled);
}

/// Answers that are on their way are of no use any more.
void SequencePlayer::forgetStills() {
    m_reader.clear();
    m_wholeReader.forget();
    m_wanted.clear();
    m_stills.clear();
    m_bytes = 0;
}

void SequencePlayer::setFrames(std::vector<FramePictures> frames) {
    m_clock.stop();
    m_settle.stop();
    forgetStills();
    m_current = 0;
    m_frames = std::move(frames);
    emit changed();
}

void SequencePlayer::updateFrames(std::vector<FramePictures> frames, int changedFrame) {
    m_frames = std::move(frames);
    if (const auto old = m_stills.find({changedFrame, FrameShown::Albedo}); old != m_stills.end()) {
        m_bytes -= static_cast<std::size_t>(old->second.sizeInBytes());
        m_stills.erase(old);
    }
    emit changed();
}

void SequencePlayer::setLook(const StillLook& look) {
    if (look.tone == m_look.tone && look.albedoScale == m_look.albedoScale)
        return;
    m_look = look;
    forgetStills();
}

bool SequencePlayer::isThere(int index) const {
    if (index < 0 || index >= count())
        return false;
    const auto still = m_stills.find({index, m_shown});
    const bool isBroken = still != m_stills.end() && still->second.isNull();
    return !isBroken && (m_shown == FrameShown::Input || !frame(index).targets.empty());
}

int SequencePlayer::next(int index) const {
    for (int step = 1; step <= count(); ++step)
        if (const int other = (index + step) % count(); isThere(other))
            return other;
    return index;
}

bool SequencePlayer::canPlay() const {
    return count() > 0 && next(m_current) != m_current;
}

void SequencePlayer::setShown(FrameShown shown) {
    if (shown == m_shown)
        return;
    m_shown = shown;
    if (isPlaying() && !canPlay())
        pause();
    if (isPlaying())
        wantAhead();
    emit changed();
    emit shownChanged();
}

void SequencePlayer::play() {
    if (isPlaying() || !canPlay())
        return;
    m_settle.stop();
    m_clock.start();
    want(m_current);
    wantAhead();
    emit changed();
}

void SequencePlayer::pause() {
    if (!isPlaying())
        return;
    m_clock.stop();
    m_settle.start();
    emit changed();
}

void SequencePlayer::show(int index) {
    if (count() == 0)
        return;
    m_clock.stop();
    m_current = std::clamp(index, 0, count() - 1);
    const auto still = m_stills.find({m_current, m_shown});
    if (still != m_stills.end() && !still->second.isNull())
        emit stillReady(still->second);
    m_reader.dropWaiting(); // frames that a hand has passed already
    m_wanted.clear();
    want(m_current);
    m_settle.start();
    emit changed();
}

void SequencePlayer::follow(int index) {
    if (isPlaying() || index < 0 || index >= count())
        return;
    m_settle.stop();
    m_current = index;
    emit changed();
}

void SequencePlayer::tick() {
    const int following = next(m_current);
    if (following == m_current) {
        pause();
        return;
    }
    const auto still = m_stills.find({following, m_shown});
    if (still != m_stills.end()) { // else it is on its way: the play waits for it
        m_current = following;
        emit stillReady(still->second);
        emit changed();
    }
    wantAhead();
}

void SequencePlayer::wantAhead() {
    int index = m_current;
    for (int i = 0; i < std::min(kAhead, count()); ++i)
        want(index = next(index));
}

void SequencePlayer::want(int index) {
    const Key key{index, m_shown};
    if (!isThere(index) || m_stills.contains(key) || !m_wanted.insert(key).second)
        return;
    m_reader.post(
        [key, look = m_look, pictures = frame(index)](const std::stop_token&) {
            try {
                return readStill(pictures, key.second, look, kStillPx);
            } catch (...) {
                logSwallowed("reading a frame for the player");
                return QImage(); // the whole frame says why, if somebody stops at it
            }
        },
        [this, key](const QImage& still) { take(key, still); });
}

void SequencePlayer::take(const Key& key, const QImage& still) {
    m_wanted.erase(key);
    m_stills[key] = still;
    m_bytes += static_cast<std::size_t>(still.sizeInBytes());
    while (m_bytes > kMostStillBytes && m_stills.size() > 1)
        forgetFarthest();
    if (key == Key{m_current, m_shown} && !still.isNull() && m_settle.isActive())
        emit stillReady(still);
}

/// The one that the play comes to last.
void SequencePlayer::forgetFarthest() {
    const auto distance = [this](const auto& entry) {
        const int ahead = (entry.first.first - m_current + count()) % count();
        return entry.first.second == m_shown ? ahead : count();
    };
    const auto farthest = std::ranges::max_element(m_stills, {}, distance);
    m_bytes -= static_cast<std::size_t>(farthest->second.sizeInBytes());
    m_stills.erase(farthest);
}

void SequencePlayer::readWhole() {
    if (count() == 0)
        return;
    const auto isWanted = [this, index = m_current] { return index == m_current && !isPlaying(); };
    m_wholeReader.ask(
        [pictures = frame(m_current)](const std::stop_token&) {
            return std::shared_ptr<const InferenceResult>(freedElsewhere(readFrame(pictures)));
        },
        [this, isWanted](const std::shared_ptr<const InferenceResult>& whole) {
            if (isWanted())
                emit wholeReady(whole);
        },
        [this, isWanted](const Failure& failure) {
            if (isWanted())
                emit failed(failure);
        });
}

} // namespace unlit::ui
