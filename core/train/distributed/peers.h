// The processes of one training, as one of them sees them: what they tell each other, and sums over
// all of them. LibTorch's c10d with Gloo does the work.
//
// Every function is collective: all processes call the same ones in the same order.
#pragma once

#include "core/config/memory_config.h"
#include "core/train/distributed/pulse.h"
#include "core/train/distributed/rendezvous.h"

#include <torch/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace unlit::train {

/// Sums of a piece of tensors that are being made. Its functions are collective; sums are finished
/// in the order in which they were begun.
class SumUnderWay {
public:
    virtual ~SumUnderWay() = default;

    /// Where it takes two rounds, begins the second one.
    virtual void goOn() {}

    /// Waits; `into`, tensors like those that it was begun with, become the sums. Empty: they are
    /// not wanted.
    virtual void finish(const std::vector<torch::Tensor>& into) = 0;
};

/// What waits for others waits as long as they give signs of life and get on (pulse.h); then Error
/// (Io) names the one that hangs. Thread: the one that trains.
class Peers {
public:
    /// Waits until all are there. Throws Error::unsupported where LibTorch was built without c10d,
    /// Error::invalidInput naming those that have not come within `patience`, Error (Io) where the
    /// place cannot be reached.
    static std::shared_ptr<Peers> meet(const Rendezvous& meeting, std::chrono::seconds patience,
                                       HangLimits limits = {});

    virtual ~Peers() = default;

    int rank() const { return m_meeting.rank; }

    int size() const { return m_meeting.size; }

    bool isFirst() const { return m_meeting.isFirst(); }

    /// What each process says, in the order of their ranks: `mine` among them. Throws Error (Io)
    /// when one is gone.
    virtual std::vector<std::string> exchange(const std::string& mine) = 0;

    /// `mine` of the first process.
    std::string toldByFirst(const std::string& mine) { return exchange(mine).front(); }

    /// Tensors of all processes become those of the first one, in place. Same shapes and types
    /// everywhere.
    virtual void takeFromFirst(std::vector<torch::Tensor>& tensors) = 0;

    /// Begins to add up what the tensors are now over all processes; changes none of them. Same
    /// shapes everywhere; float32. As float32 it is the same bytes everywhere, and the same again
    /// for as many processes. As bfloat16 half the bytes travel: what each process gives and the
    /// sum are rounded, added up in float32 in the order of ranks. Each rounding is off by up to
    /// 2^-8, so an element by 2^-7 of the sum of the magnitudes that it was made from.
    virtual std::unique_ptr<SumUnderWay> beginSum(const std::vector<torch::Tensor>& tensors,
                                                  config::GradientExchange type) = 0;

    /// Each tensor becomes its sum over all processes, in place, in pieces of some megabytes.
    void sum(const std::vector<torch::Tensor>& tensors, config::GradientExchange type);

    /// Each tensor becomes what the process has that owns it, in place. `owners`: a rank for each.
    /// Same shapes and types everywhere.
    virtual void takeFromOwners(std::vector<torch::Tensor>& tensors,
                                const std::vector<int>& owners) = 0;

    /// To the first process: what each has, in the order of ranks; nothing elsewhere. `mine`: as
    /// many bytes everywhere, on the CPU.
    virtual std::vector<torch::Tensor> bringToFirst(const torch::Tensor& mine) = 0;

    /// How long one may stand still while others wait for it; 0 = for ever. Collective.
    virtual void setStandstill(std::chrono::milliseconds limit) = 0;

    /// This process gets on with what the others wait for: a micro-batch, a picture.
    virtual void getOn() = 0;

    /// It waits for a person from now on, or no longer.
    virtual void rest(bool rests) = 0;

    /// This process was told to end: the first one learns it while it waits for something else,
    /// too. Any thread.
    virtual void askToEnd() = 0;

    /// Of the first process: `call`, on a thread of its own, once another one has asked to end;
    /// empty: none is called any more.
    virtual void whenAskedToEnd(std::function<void()> call) = 0;

    /// Seconds that it has waited for others to come, in exchange(), since the last call.
    double takeWaited() { return std::exchange(m_waited, 0.0); }

protected:
    void addWaited(double seconds) { m_waited += seconds; }

    explicit Peers(Rendezvous meeting) : m_meeting(std::move(meeting)) {}

private:
    Rendezvous m_meeting;
    double m_waited = 0;
};

} // namespace unlit::train
