#include "ui/pages/runs/runs_tensor_board.h"

#include "ui/kit/text.h"

#include <QDesktopServices>
#include <QUrl>

namespace unlit::ui {

RunsTensorBoard::RunsTensorBoard(const RunsParts& parts)
    : m_parts(parts),
      m_board([](const QString& address) { QDesktopServices::openUrl(QUrl(address)); }) {
    connect(&m_board, &TensorBoard::opened, this, [this](const QString& address) {
        m_parts.say(MessageBar::Kind::Good, tr("TensorBoard is at %1").arg(address),
                    tr("On this machine alone; it ends with this window."),
                    {{tr("End it"), [this] { m_board.end(); }}});
    });
    connect(&m_board, &TensorBoard::failed, this, [this](const QString& what, const QString& hint) {
        m_parts.say(MessageBar::Kind::Bad, what, hint);
    });
}

void RunsTensorBoard::open() {
    const RunsModel& model = m_parts.found.model();
    std::vector<TensorBoard::Run> runs;
    for (const int row : model.shownRows())
        runs.push_back({model.at(row).folder, toQString(model.at(row).name)});
    if (const runs::RunSummary* run = m_parts.run(); runs.empty() && run != nullptr)
        runs.push_back({run->folder, toQString(run->name)});
    if (runs.empty())
        return;
    m_parts.say(MessageBar::Kind::Note, tr("TensorBoard is being started"),
                tr("The browser opens when it answers."));
    m_board.show(runs);
}

} // namespace unlit::ui
