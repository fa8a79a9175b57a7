#include "ui/pages/runs/run_changes.h"

#include "core/runs/run_history.h"
#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr std::size_t kMostChanges = 12; // notes keep their room

using runs::RunEvent;
using runs::RunEventKind;

std::vector<RunEvent> changesOf(const std::filesystem::path& run) {
    std::vector<RunEvent> events = runs::runEventsOf(run);
    std::erase_if(events, [](const RunEvent& event) {
        return event.kind != RunEventKind::Changed && event.kind != RunEventKind::LearningRate &&
               event.kind != RunEventKind::RolledBack;
    });
    return events;
}

QString valueOf(const RunEvent& event, const char* field) {
    const auto found = event.fields.find(field);
    if (found == event.fields.end() || found->is_null())
        return RunChanges::tr("not set");
    const QString text = toQString(found->is_string() ? found->get<std::string>() : found->dump());
    return text.isEmpty() ? RunChanges::tr("not set") : text;
}

QString whoOf(const RunEvent& event) {
    const std::string by = event.text("by");
    if (by == "window")
        return RunChanges::tr("in the window");
    if (by == "terminal")
        return RunChanges::tr("in a terminal");
    return by == "loss spike" ? RunChanges::tr("at a peak of the loss") : toQString(by);
}

QString changeLine(const RunEvent& event) {
    if (event.kind == RunEventKind::RolledBack)
        return RunChanges::tr("Step %1: back to %2, from step %3")
            .arg(QString::number(event.step), valueOf(event, "checkpoint"),
                 valueOf(event, "from_step"));
    const QString setting = event.kind == RunEventKind::LearningRate
                                ? QStringLiteral("lr")
                                : toQString(event.text("setting"));
    const QString line = RunChanges::tr("Step %1: %2 was %3, is %4")
                             .arg(QString::number(event.step), setting, valueOf(event, "from"),
                                  valueOf(event, "to"));
    const QString who = whoOf(event);
    return who.isEmpty() ? line : line + QStringLiteral(" · ") + who;
}

} // namespace

RunChanges::RunChanges(QWidget* parent) : QWidget(parent), m_lines(makeLabel({}, "label", this)) {
    m_lines->setWordWrap(true);
    m_lines->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeLabel(tr("Changed on the way"), "section", this));
    column->addWidget(m_lines);
    hide();
}

void RunChanges::setRun(const runs::RunSummary* run) {
    if (run != nullptr && m_read && *run == *m_read)
        return;
    if (run == nullptr || run->folder != m_folder)
        show({});
    m_folder = run != nullptr ? run->folder : std::filesystem::path();
    m_read = run != nullptr ? std::optional(*run) : std::nullopt;
    m_reader.forget();
    if (run == nullptr || !run->isOurs)
        return;
    m_reader.ask([folder = m_folder](const std::stop_token&) { return changesOf(folder); },
                 [this](const std::vector<RunEvent>& changes) { show(changes); });
}

void RunChanges::show(const std::vector<RunEvent>& changes) {
    QStringList lines;
    const std::size_t shown = std::min(changes.size(), kMostChanges);
    if (const std::size_t earlier = changes.size() - shown; earlier > 0)
        lines += tr("%n earlier ones: unlit run events", nullptr, static_cast<int>(earlier));
    for (std::size_t i = changes.size() - shown; i < changes.size(); ++i)
        lines += changeLine(changes[i]);
    m_lines->setText(lines.join(u'\n'));
    setVisible(!lines.isEmpty());
}

} // namespace unlit::ui
