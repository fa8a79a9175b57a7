#include "ui/screenshot/screenshot_mode.h"

#include "core/base/error.h"
#include "ui/kit/text.h"
#include "ui/screenshot/sample_data.h"
#include "ui/screenshot/sample_models.h"
#include "ui/screenshot/sample_runs.h"
#include "ui/screenshot/sample_session.h"
#include "ui/screenshot/sample_training.h"
#include "ui/theme/theme.h"
#include "ui/widgets/studio_status_bar.h"

#include <QDir>

#include <array>
#include <utility>
#include <vector>

namespace unlit::ui {

namespace {

constexpr std::array<std::pair<StudioPage, const char*>, 5> kPages = {
    {{StudioPage::Infer, "infer"},
     {StudioPage::Data, "data"},
     {StudioPage::Train, "train"},
     {StudioPage::Runs, "runs"},
     {StudioPage::Models, "models"}}};

constexpr std::array<std::pair<ScreenshotState, const char*>, 15> kStates = {
    {{ScreenshotState::Empty, "empty"},
     {ScreenshotState::Busy, "busy"},
     {ScreenshotState::Failed, "failed"},
     {ScreenshotState::Full, "full"},
     {ScreenshotState::Side, "side"},
     {ScreenshotState::Difference, "difference"},
     {ScreenshotState::Uncertainty, "uncertainty"},
     {ScreenshotState::Pixels, "pixels"},
     {ScreenshotState::Keys, "keys"},
     {ScreenshotState::Paused, "paused"},
     {ScreenshotState::Filter, "filter"},
     {ScreenshotState::Pair, "pair"},
     {ScreenshotState::Figures, "figures"},
     {ScreenshotState::Split, "split"},
     {ScreenshotState::Synthesize, "synthesize"}}};

template <class Table, class Value>
QString nameIn(const Table& table, Value value) {
    for (const auto& [known, name] : table) {
        if (known == value)
            return QString::fromLatin1(name);
    }
    return {};
}

template <class Value, class Table>
std::optional<Value> valueIn(const Table& table, const QString& name) {
    for (const auto& [value, known] : table) {
        if (QLatin1String(known) == name)
            return value;
    }
    return {};
}

/// The viewer in one of its ways.
void lookAt(Viewer& viewer, ScreenshotState state) {
    viewer.readout().probe(QPoint(640, 560));
    switch (state) {
    case ScreenshotState::Side:
        viewer.state().setMode(CompareMode::Side);
        viewer.setOptionsShown(true);
        return;
    case ScreenshotState::Difference:
        viewer.state().setMode(CompareMode::Difference);
        viewer.state().setFalseColor(ColorMapKind::Turbo);
        return;
    case ScreenshotState::Uncertainty:
        viewer.showLayer(static_cast<int>(viewer.layers().size()) - 1);
        viewer.state().setWipe({0.55, 20});
        return;
    case ScreenshotState::Pixels:
        viewer.view().setScale(72 * viewer.devicePixelRatioF());
        return;
    case ScreenshotState::Keys:
        viewer.setKeysShown(true);
        return;
    case ScreenshotState::Empty:
    case ScreenshotState::Busy:
    case ScreenshotState::Failed:
    case ScreenshotState::Full:
    case ScreenshotState::Paused:
    case ScreenshotState::Filter:
    case ScreenshotState::Pair:
    case ScreenshotState::Figures:
    case ScreenshotState::Split:
    case ScreenshotState::Synthesize:
        return;
    }
}

void prepare(MainWindow& window, SampleSession& session, ScreenshotState state) {
    if (state == ScreenshotState::Empty)
        return;
    session.fill(window);
    if (state == ScreenshotState::Busy)
        session.makeBusy(window);
    else if (state == ScreenshotState::Failed)
        session.showFailure(window);
    lookAt(window.inferPage().viewerPanel().viewer(), state);
    session.settle(window);
}

/// What of the states a page has.
bool hasState(StudioPage page, ScreenshotState state) {
    const bool isOfData = state == ScreenshotState::Filter || state == ScreenshotState::Pair ||
                          state == ScreenshotState::Figures || state == ScreenshotState::Split ||
                          state == ScreenshotState::Synthesize;
    if (page == StudioPage::Data)
        return isOfData || state == ScreenshotState::Empty || state == ScreenshotState::Busy ||
               state == ScreenshotState::Failed || state == ScreenshotState::Full;
    if (isOfData)
        return false;
    if (state == ScreenshotState::Empty)
        return true;
    if (page == StudioPage::Infer)
        return state != ScreenshotState::Paused;
    if (page == StudioPage::Train)
        return state == ScreenshotState::Busy || state == ScreenshotState::Paused ||
               state == ScreenshotState::Failed || state == ScreenshotState::Full;
    if (page == StudioPage::Models)
        return state != ScreenshotState::Difference && state != ScreenshotState::Uncertainty &&
               state != ScreenshotState::Pixels && state != ScreenshotState::Keys &&
               state != ScreenshotState::Paused;
    return page == StudioPage::Runs &&
           (state == ScreenshotState::Full || state == ScreenshotState::Side ||
            state == ScreenshotState::Difference || state == ScreenshotState::Failed);
}

void prepareRuns(MainWindow& window, SampleRuns& runs, const QStringList& roots,
                 ScreenshotState state) {
    if (state == ScreenshotState::Empty)
        return;
    runs.fill(window, roots);
    RunsPage& page = window.runsPage();
    if (state == ScreenshotState::Side)
        page.views().showView(RunsView::Pictures);
    else if (state == ScreenshotState::Difference)
        page.views().showView(RunsView::Differences);
    else if (state == ScreenshotState::Failed)
        runs.showFailure(window);
    else
        runs.probe(window);
    runs.settle(window);
}

void prepareData(MainWindow& window, SampleData& data, const QString& set, ScreenshotState state) {
    DataPage& page = window.dataPage();
    if (state == ScreenshotState::Empty)
        return;
    if (state == ScreenshotState::Busy)
        return data.makeBusy(window, set);
    if (state == ScreenshotState::Failed)
        return data.showFailure(window);
    data.fill(window, set);
    if (state == ScreenshotState::Filter)
        data.showFaults(window);
    else if (state == ScreenshotState::Pair)
        page.shownPairs().showPair(1);
    else if (state == ScreenshotState::Figures)
        page.showView(DataView::Figures);
    else if (state == ScreenshotState::Split)
        page.showView(DataView::Split);
    else if (state == ScreenshotState::Synthesize)
        page.showView(DataView::Synthesize);
    data.settle(window);
}

void prepareModels(MainWindow& window, SampleModels& models, ScreenshotState state) {
    if (state == ScreenshotState::Empty)
        return models.settle(window);
    models.fill(window);
    if (state == ScreenshotState::Busy)
        models.showCheck(window);
    else if (state == ScreenshotState::Failed)
        models.showFailure(window);
    else if (state == ScreenshotState::Side)
        models.showCompare(window);
    models.settle(window);
}

/// What windows are filled with; each is made when it is first asked for.
struct Samples {
    SampleSession session;
    SampleRuns runs;
    SampleData data;
    SampleModels models;
};

/// Whether what the window shows was made up.
bool showsSamples(const ScreenshotOptions& options, StudioPage page, ScreenshotState state) {
    if (state == ScreenshotState::Empty)
        return false;
    if (page == StudioPage::Data)
        return options.set.isEmpty();
    if (page == StudioPage::Runs)
        return options.runRoots.isEmpty();
    return page != StudioPage::Train || options.trainRun.empty();
}

QString writePicture(MainWindow& window, const QString& file) {
    for (int i = 0; i < 4; ++i) // layouts settle in several rounds
        QCoreApplication::processEvents();
    if (!window.grab().toImage().save(file, "PNG"))
        throw Error(ErrorKind::Io, "cannot write " + file.toStdString(),
                    "choose a folder that can be written to");
    return file;
}

QString shoot(QApplication& application, Samples& samples, const ScreenshotOptions& options,
              StudioPage page, ScreenshotState state) {
    applyTheme(application, options.theme); // before the window, whose fonts come from it
    MainWindow window(samples.session.parts());
    window.setMinimumSize(0, 0);
    window.resize(options.size);
    window.show();
    window.showPage(page);
    if (page == StudioPage::Infer)
        prepare(window, samples.session, state);
    else if (page == StudioPage::Data)
        prepareData(window, samples.data, options.set, state);
    else if (page == StudioPage::Runs)
        prepareRuns(window, samples.runs, options.runRoots, state);
    else if (page == StudioPage::Train)
        prepareTraining(window, samples.runs, options.trainRun, state);
    else if (page == StudioPage::Models)
        prepareModels(window, samples.models, state);
    if (showsSamples(options, page, state))
        window.findChild<StudioStatusBar*>()->setMachine(
            QCoreApplication::translate("Screenshots", "Sample content, made up for the layout"));
    const QString name = QStringLiteral("%1-%2-%3.png")
                             .arg(toString(page), toString(state), toString(options.theme));
    return writePicture(window, QDir(options.folder).filePath(name));
}

} // namespace

QString toString(StudioPage page) {
    return nameIn(kPages, page);
}

QString toString(ScreenshotState state) {
    return nameIn(kStates, state);
}

std::optional<StudioPage> pageFromString(const QString& name) {
    return valueIn<StudioPage>(kPages, name);
}

std::optional<ScreenshotState> screenshotStateFromString(const QString& name) {
    return valueIn<ScreenshotState>(kStates, name);
}

QStringList takeScreenshots(QApplication& application, const ScreenshotOptions& options) {
    if (!QDir().mkpath(options.folder))
        throw Error(ErrorKind::Io, "cannot make the folder " + options.folder.toStdString(),
                    "choose a place that can be written to");
    Samples samples;
    QStringList written;
    for (const auto& [page, pageName] : kPages) {
        if (options.page && *options.page != page)
            continue;
        for (const auto& [state, stateName] : kStates) {
            const bool isWanted = options.state ? *options.state == state : hasState(page, state);
            if (isWanted)
                written += shoot(application, samples, options, page, state);
        }
    }
    return written;
}

} // namespace unlit::ui
