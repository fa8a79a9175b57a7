#include "ui/data/set_reader.h"

#include <chrono>
#include <utility>

namespace unlit::ui {

namespace {

constexpr std::chrono::milliseconds kBetweenReports(100);

} // namespace

SetReader::SetReader(QObject* parent) : QObject(parent) {}

SetReader::~SetReader() {
    ++m_generation;
}

template <class Act>
void SetReader::answer(int generation, Act act) {
    QMetaObject::invokeMethod(this, [this, generation, act = std::move(act)] {
        if (generation == m_generation)
            act();
    });
}

DatasetProgress SetReader::progressOf(int generation) {
    using Clock = std::chrono::steady_clock;
    return [this, generation, last = Clock::time_point()](std::size_t done,
                                                          std::size_t total) mutable {
        const Clock::time_point now = Clock::now();
        if (now - last < kBetweenReports && (total == 0 || done < total))
            return;
        last = now;
        answer(generation, [this, done, total] { emit progressed(done, total); });
    };
}

void SetReader::stop() {
    ++m_generation;
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
    const int generation = m_generation;
    m_queue.post(
        [this, generation, input, enough = m_enough.get_token()](const std::stop_token& stop) {
            try {
                auto set = std::make_shared<OpenedSet>();
                set->input = input;
                auto found = openDataset(input, progressOf(generation), stop, enough);
                if (!found)
                    return;
                set->found = std::move(*found);
                set->source = data::PictureSource::open(datasetRoot(input));
                answer(generation, [this, set] {
                    m_stage = Stage::Idle;
                    emit opened(set);
                });
            } catch (...) {
                answer(generation, [this, failure = translateCurrentException()] {
                    m_stage = Stage::Idle;
                    emit failed(failure);
                });
            }
        });
}

void SetReader::check(const std::shared_ptr<const OpenedSet>& set,
                      const DatasetCheckOptions& options) {
    stop();
    m_stage = Stage::Checking;
    const int generation = m_generation;
    m_queue.post([this, generation, set, options](const std::stop_token& stop) {
        try {
            std::vector<data::ListedPair> pairs;
            for (const data::FoundPair& found : set->found.pairs)
                pairs.push_back(found.pair);
            data::DoctorOptions doctor = doctorOptions(options, set->source->root());
            doctor.onReport = [this, generation](std::size_t index,
                                                 const data::PairReport& report) {
                take(generation, index, report);
            };
            auto examination = data::examine(*set->source, pairs, doctor,
                                             {options.workers, progressOf(generation), stop});
            if (!examination)
                return;
            answer(generation, [this, whole = std::make_shared<const data::Examination>(
                                          std::move(*examination))] {
                m_stage = Stage::Idle;
                emit examined(whole);
            });
        } catch (...) {
            answer(generation, [this, failure = translateCurrentException()] {
                m_stage = Stage::Idle;
                emit failed(failure);
            });
        }
    });
}

/// On a worker. Reports that come before the GUI has time for the last ones go along with them.
void SetReader::take(int generation, std::size_t index, const data::PairReport& report) {
    {
        const std::scoped_lock lock(m_mutex);
        m_reports.push_back({generation, static_cast<int>(index), report});
        if (m_reports.size() > 1)
            return;
    }
    QMetaObject::invokeMethod(this, [this] {
        std::vector<Report> all;
        {
            const std::scoped_lock lock(m_mutex);
            all.swap(m_reports);
        }
        std::vector<std::pair<int, data::PairReport>> reports;
        for (Report& each : all)
            if (each.generation == m_generation)
                reports.emplace_back(each.index, std::move(each.report));
        if (!reports.empty())
            emit reported(reports);
    });
}

} // namespace unlit::ui
