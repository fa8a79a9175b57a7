// Lowers the learning rate when the loss has stopped falling: a hook of one file.
#include <unlit/hook.h>

#include <limits>
#include <sstream>

namespace {

using namespace unlit::extension;

class Plateau : public Hook {
public:
    static std::vector<Option> options() {
        return {{"patience", "200", "steps without a smaller loss before the rate is lowered"},
                {"factor", "0.5", "what the rate is multiplied by"}};
    }

    explicit Plateau(const Options& options)
        : m_patience(options.number("patience")), m_factor(options.number("factor")) {
        if (m_factor <= 0 || m_factor >= 1)
            throw std::invalid_argument("option factor has to lie between 0 and 1");
    }

    std::vector<Point> points() const override { return {Point::BeforeTrain, Point::AfterStep}; }

    void at(Moment& moment) override {
        if (moment.point() == Point::BeforeTrain)
            return remember(moment.state());
        if (moment.loss() < m_best) {
            m_best = moment.loss();
            m_waited = 0;
        } else if (++m_waited >= m_patience) {
            moment.setLearningRate(moment.learningRate() * m_factor);
            m_waited = 0;
        }
        moment.figure("waited", m_waited);
        std::ostringstream state; // a resumed run goes on counting
        state.precision(17);
        state << m_best << ' ' << m_waited;
        moment.setState(state.str());
    }

private:
    void remember(const std::string& state) {
        std::istringstream text(state);
        double best = 0;
        double waited = 0;
        if (text >> best >> waited) {
            m_best = best;
            m_waited = waited;
        }
    }

    double m_patience;
    double m_factor;
    double m_best = std::numeric_limits<double>::max();
    double m_waited = 0;
};

UNLIT_HOOK("plateau", Plateau);

} // namespace
