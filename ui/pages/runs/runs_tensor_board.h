// TensorBoard on the checked runs, or on the chosen one: begun from the page, and what is said of
// it.
#pragma once

#include "ui/bridge/tensor_board.h"
#include "ui/pages/runs/runs_parts.h"

namespace unlit::ui {

/// GUI thread. The process ends with it.
class RunsTensorBoard : public QObject {
    Q_OBJECT

public:
    explicit RunsTensorBoard(const RunsParts& parts);

    void open();

    TensorBoard& board() { return m_board; }

private:
    const RunsParts& m_parts;
    TensorBoard m_board;
};

} // namespace unlit::ui
