#include "ui/data/set_reader.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

namespace unlit::ui {

namespace {

constexpr std::chrono::milliseconds kBetweenReports(100);

using Reports = std::vector<std::pair<int, data::PairReport>>;

/// Those that come before the GUI has time for the last ones go along with them. Any thread.
class GatheredReports {
public:
    /// True where nobody has been told of others yet.
    bool add(std::size_t index, const data::PairReport& report) {
        const std::scoped_lock lock(m_mutex);
        m_reports.emplace_back(static_cast<int>(index), report);
        return m_reports.size() == 1;
    }

    Reports take() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_reports, {});
    }

private:
    std::mutex m_mutex;
    Reports m_reports;
};

} // namespace

DatasetProgress SetReader::progressOf(const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    return [this, stop, last = Clock::time_point()](std::size_t done, std::size_t total) mutable {
        const Clock::time_point now = Clock::now();
        if (now - last < kBetweenReports && (total == 0 || done < total))
            return;
        last = now;
        m_queue.tell(stop, [this, done, total] { emit progressed(done, total); });
    };
}

void SetReader::fail(const Failure& failure) {
    m_stage = Stage::Idle;
    emit failed(failure);
}

void SetReader::stop() {
    m_stage = Stage::Idle;
    m_queue.clear();
}

void SetReader::openWhatIsFound() {
    if (m_stage == Stage::Pairing)
        m_enough.request_stop();
}

void SetReader::open(const DatasetInput& input) {
    stop();
    m_stage = Stage::Pairing;
    m_enough = std::stop_source();
    using Answer = std::shared_ptr<const OpenedSet>; // null: stopped, and nobody hears of it
    m_queue.post(
        [this, input, enough = m_enough.get_token()](const std::stop_token& stop) -> Answer {
            auto found = openDataset(input, progressOf(stop), stop, enough);
            if (!found)
                return nullptr;
            auto set = std::make_shared<OpenedSet>();
            set->input = input;
            set->found = std::move(*found);
            set->source = data::PictureSource::open(datasetRoot(input));
            return set;
        },
        [this](const Answer& set) {
            m_stage = Stage::Idle;
            emit opened(set);
        },
        [this](const Failure& failure) { fail(failure); });
}

void SetReader::check(const std::shared_ptr<const OpenedSet>& set,
                      const DatasetCheckOptions& options) {
    stop();
    m_stage = Stage::Checking;
    using Answer = std::shared_ptr<const data::Examination>; // null as above
    m_queue.post(
        [this, set, options](const std::stop_token& stop) -> Answer {
            std::vector<data::ListedPair> pairs;
            for (const data::FoundPair& found : set->found.pairs)
                pairs.push_back(found.pair);
            data::DoctorOptions doctor = doctorOptions(options, set->source->root());
            doctor.onReport = [this, stop, reports = std::make_shared<GatheredReports>()](
                                  std::size_t index, const data::PairReport& report) {
                if (reports->add(index, report))
                    m_queue.tell(stop, [this, reports] { emit reported(reports->take()); });
            };
            auto examination = data::examine(*set->source, pairs, doctor,
                                             {options.workers, progressOf(stop), stop});
            return examination ? std::make_shared<const data::Examination>(std::move(*examination))
                               : nullptr;
        },
        [this](const Answer& examination) {
            m_stage = Stage::Idle;
            emit examined(examination);
        },
        [this](const Failure& failure) { fail(failure); });
}

} // namespace unlit::ui
