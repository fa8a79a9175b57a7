#include "core/session/train/run_control_server.h"

#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/base/log.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace unlit {

namespace {

constexpr auto kAskersPatience = std::chrono::seconds(2);

} // namespace

RunControlServer::RunControlServer(std::filesystem::path run,
                                   std::shared_ptr<train::TrainControl> control,
                                   std::function<void(AskedBy)> stop,
                                   std::function<double(std::int64_t)> rateAt, bool writesEvents)
    : m_run(std::move(run)), m_control(std::move(control)), m_stop(std::move(stop)),
      m_rateAt(std::move(rateAt)), m_writesEvents(writesEvents), m_socket(runs::listenIn(m_run)),
      m_wake(::eventfd(0, EFD_CLOEXEC)) {
    if (m_wake.number() < 0)
        throw Error::system(errno, "make", runs::controlSocketOf(m_run));
    m_state.process = ::getpid();
    m_thread = std::jthread([this](const std::stop_token& stopped) { listen(stopped); });
}

RunControlServer::~RunControlServer() {
    m_thread.request_stop();
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(m_wake.number(), &one, sizeof(one));
    m_thread.join();
    std::error_code ignored; // the folder may have been deleted
    std::filesystem::remove(runs::controlSocketOf(m_run), ignored);
}

void RunControlServer::note(const decltype(Event::body)& body) {
    const std::scoped_lock lock(m_mutex);
    if (const auto* opened = std::get_if<RunOpened>(&body)) {
        m_state.step = opened->step;
        m_state.maxStep = opened->maxIter;
    } else if (const auto* scalars = std::get_if<ScalarsReady>(&body)) {
        m_state.step = scalars->step;
        for (const auto& [tag, value] : scalars->scalars)
            if (tag == "lr")
                m_state.learningRate = value;
    } else if (const auto* pause = std::get_if<TrainingPaused>(&body)) {
        m_state.waitsFor = pause->isPaused ? pause->waitsFor : std::string();
    } else if (const auto* progress = std::get_if<Progress>(&body)) {
        m_state.secondsLeft = progress->secondsLeft ? progress->secondsLeft : m_state.secondsLeft;
    } else if (const auto* asked = std::get_if<RunIntervention>(&body)) {
        if (asked->what == RunIntervention::What::LearningRate)
            m_setRate = asked->to;
    }
}

void RunControlServer::noteRate(double rate) {
    const std::scoped_lock lock(m_mutex);
    m_setRate = rate;
}

void RunControlServer::listen(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::array<pollfd, 2> files = {pollfd{m_socket.number(), POLLIN, 0},
                                       pollfd{m_wake.number(), POLLIN, 0}};
        if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR)
            return logWarning("a run can be asked no longer: waiting for its socket failed");
        if (stop.stop_requested())
            return;
        const runs::SocketHandle asker(
            ::accept4(m_socket.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (asker.number() >= 0)
            serve(asker);
        else if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
            std::this_thread::sleep_for(kAskersPatience); // too many open files: it passes
    }
}

void RunControlServer::serve(const runs::SocketHandle& asker) {
    if (!runs::isOfThisUser(asker))
        return;
    try {
        const auto line = runs::readLine(asker, kAskersPatience);
        if (!line)
            return;
        runs::RunAnswer answer;
        try {
            answer = take(runs::requestOf(*line));
        } catch (const Error& error) {
            answer = state();
            answer.problem = error.what();
            answer.hint = error.hint();
        }
        (void)runs::writeLine(asker, lineOf(answer), kAskersPatience);
    } catch (...) {
        logSwallowed("answering somebody who asked a run");
    }
}

/// The run as it was when it was asked.
runs::RunAnswer RunControlServer::take(const runs::RunRequest& request) {
    const AskedBy by = request.isFromWindow ? AskedBy::Window : AskedBy::Terminal;
    const runs::RunAnswer before = state();
    switch (request.verb) {
    case runs::RunVerb::Status:
        break;
    case runs::RunVerb::Pause:
        m_control->pause(by);
        break;
    case runs::RunVerb::Continue:
        m_control->resume(by);
        break;
    case runs::RunVerb::Save:
        m_control->saveNow(by);
        break;
    case runs::RunVerb::Validate:
        m_control->validateNow(by);
        break;
    case runs::RunVerb::Histograms:
        if (!m_writesEvents)
            throw Error::invalidInput("the run writes no event files, where histograms go",
                                      "resume it with writers.tensorboard=true");
        m_control->writeHistograms();
        break;
    case runs::RunVerb::LearningRate:
        m_control->setLearningRate(request.learningRate.value_or(0), by);
        break;
    case runs::RunVerb::Stop: {
        const std::scoped_lock lock(m_mutex);
        m_state.isStopping = true;
    }
        m_stop(by);
        break;
    }
    return before;
}

runs::RunAnswer RunControlServer::state() const {
    const std::scoped_lock lock(m_mutex);
    runs::RunAnswer answer = m_state;
    answer.isPaused = m_control->isPaused() || !answer.waitsFor.empty();
    answer.baseRate = m_setRate ? *m_setRate : m_rateAt(answer.step);
    return answer;
}

} // namespace unlit
