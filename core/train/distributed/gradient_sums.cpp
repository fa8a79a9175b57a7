#include "core/train/distributed/gradient_sums.h"

#include "core/base/error.h"

#include <torch/csrc/autograd/utils/lambda_post_hook.h>
#include <torch/csrc/autograd/variable.h>
#include <torch/utils.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace unlit::train {

namespace {

std::vector<torch::Tensor> valuesOf(const std::vector<NamedParameter>& parameters) {
    std::vector<torch::Tensor> values;
    for (const NamedParameter& parameter : parameters)
        values.push_back(parameter.value);
    return values;
}

} // namespace

GradientSums::GradientSums(std::shared_ptr<Peers> peers, config::GradientExchange type,
                           std::vector<NamedParameter> parameters)
    : m_peers(std::move(peers)), m_type(type), m_parameters(std::move(parameters)),
      m_pieces(piecesOf(valuesOf(m_parameters))), m_self(std::make_shared<GradientSums*>(this)),
      m_order(m_pieces.size()), m_isMade(m_parameters.size()) {
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    for (std::size_t i = 0; i < m_pieces.size(); ++i)
        m_pieceOf.insert(m_pieceOf.end(), m_pieces[i].end - m_pieces[i].begin, i);
    for (std::size_t i = 0; i < m_parameters.size(); ++i)
        watch(i);
}

GradientSums::~GradientSums() {
    *m_self = nullptr; // weights may outlive it, and their hooks with them
}

void GradientSums::watch(std::size_t parameter) {
    using torch::autograd::variable_list;
    const auto hook = [self = m_self, parameter](const variable_list& outputs,
                                                 const variable_list&) {
        if (*self != nullptr)
            (*self)->made(parameter);
        return outputs;
    };
    m_accumulators.push_back(
        torch::autograd::impl::grad_accumulator(m_parameters[parameter].value));
    m_accumulators.back()->add_post_hook(
        std::make_unique<torch::autograd::utils::LambdaPostHook>(hook));
}

GradientSums::LastBackward::LastBackward(GradientSums& sums) : m_sums(sums) {
    sums.m_isLast = true;
    std::fill(sums.m_isMade.begin(), sums.m_isMade.end(), false);
    sums.m_missing.clear();
    for (const Piece& piece : sums.m_pieces)
        sums.m_missing.push_back(piece.end - piece.begin);
    sums.m_seen.clear();
}

GradientSums::LastBackward::~LastBackward() {
    m_sums.m_isLast = false;
}

/// The gradient of this weight was added to.
void GradientSums::made(std::size_t parameter) {
    if (!m_isLast || m_isMade[parameter]) {
        m_isLate = m_isLate || (m_begun > 0 && !m_isAgain);
        return;
    }
    const std::size_t piece = m_pieceOf[parameter];
    m_isMade[parameter] = true;
    if (--m_missing[piece] > 0)
        return;
    m_seen.push_back(piece);
    while (m_hasOrder && m_begun < m_order.size() && m_missing[m_order[m_begun]] == 0)
        beginNext();
}

std::vector<torch::Tensor> GradientSums::gradientsOf(const Piece& piece) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> gradients;
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
        torch::Tensor& gradient = m_parameters[i].value.mutable_grad();
        if (!gradient.defined()) // this process had no micro-batch of the step
            gradient = torch::zeros_like(m_parameters[i].value, torch::MemoryFormat::Preserve);
        gradients.push_back(gradient);
    }
    return gradients;
}

void GradientSums::beginNext() {
    m_underWay.push_back(m_peers->beginSum(gradientsOf(m_pieces[m_order[m_begun]]), m_type));
    ++m_begun;
}

void GradientSums::finish() {
    if (m_isLate)
        throw Error::internal("a gradient was added to after it had begun to travel");
    end(true);
}

void GradientSums::drop() {
    end(false);
}

void GradientSums::end(bool takesSums) {
    while (m_begun < m_order.size())
        beginNext();
    for (const auto& sum : m_underWay)
        sum->goOn();
    for (std::size_t i = 0; i < m_underWay.size(); ++i)
        m_underWay[i]->finish(takesSums ? gradientsOf(m_pieces[m_order[i]])
                                        : std::vector<torch::Tensor>());
    m_underWay.clear();
    m_begun = 0;
    m_isLate = m_isAgain = false;
}

void GradientSums::setOrder(std::vector<std::size_t> order) {
    if (order.size() != m_pieces.size()) // some weights get no gradients: those last
        for (std::size_t piece = 0; piece < m_pieces.size(); ++piece)
            if (std::ranges::find(order, piece) == order.end())
                order.push_back(piece);
    m_order = std::move(order);
    m_hasOrder = true;
}

} // namespace unlit::train
