#include "ui/train/sweep_form.h"

#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/config/validation_figures.h"
#include "ui/kit/text.h"
#include "ui/recipe/run_place.h"
#include "ui/widgets/form_column.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QProcess>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kTypingRestsMs = 200;
constexpr int kMostAxesPx = 116; // three rows; more are scrolled

/// A folder that is not there yet.
QString freeSweepPlace(const fs::path& parent, const QString& name) {
    fs::path place = parent / toPath(name + QStringLiteral("_sweep"));
    std::error_code unknown;
    for (int number = 2; fs::exists(place, unknown); ++number)
        place = parent / toPath(QStringLiteral("%1_sweep_%2").arg(name).arg(number));
    return toQString(place);
}

QString firstError(const config::LoadedConfig& loaded) {
    for (const Diagnostic& diagnostic : loaded.diagnostics)
        if (diagnostic.severity == Diagnostic::Severity::Error)
            return toQString(diagnostic.message) + u'.' + // it begins with a key
                   (diagnostic.hint.empty() ? QString() : u' ' + sentence(diagnostic.hint));
    return {};
}

} // namespace

SweepForm::SweepForm(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "title", this)), m_axes(new SweepAxes(this)),
      m_forAll(new QLineEdit(this)), m_place(new QLineEdit(this)),
      m_median(new QCheckBox(tr("Stop runs that fall behind"), this)), m_figure(new OfferBox(this)),
      m_more(new QPushButton(tr("One more setting"), this)),
      m_choose(new QPushButton(tr("Choose…"), this)),
      m_before(new QPushButton(tr("A sweep of before…"), this)),
      m_close(new QPushButton(tr("Close"), this)), m_summary(makeLabel({}, "label", this)),
      m_names(new QListWidget(this)), m_start(new QPushButton(this)) {
    m_title->setWordWrap(true);
    m_summary->setWordWrap(true);
    m_summary->setMinimumHeight(m_summary->fontMetrics().lineSpacing() * 2);
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_names->setAccessibleName(tr("Runs of the sweep"));
    m_names->setUniformItemSizes(true);
    m_names->setSelectionMode(QAbstractItemView::NoSelection);
    m_names->setFocusPolicy(Qt::TabFocus);
    auto* lead = makeLabel(tr("Every combination of the values becomes a run; settings that are "
                              "marked as linked go together. The runs are trained one after the "
                              "other, each by a process of its own: this window may be closed."),
                           "label", this);
    lead->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(lead);
    column->addWidget(makeFields());
    column->addWidget(m_summary);
    column->addWidget(m_names, 1);
    column->addWidget(makeFooter());
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingRestsMs);
    connect(&m_pause, &QTimer::timeout, this, &SweepForm::check);
    connect(m_axes, &SweepAxes::changed, this, &SweepForm::look);
    connect(m_forAll, &QLineEdit::textChanged, this, &SweepForm::look);
    connect(m_place, &QLineEdit::textChanged, this, &SweepForm::look);
    connect(m_figure, &QComboBox::editTextChanged, this, &SweepForm::look);
    connect(m_axes, &SweepAxes::rowAdded, this, &SweepForm::orderTabs);
    orderTabs();
}

/// Rows come and go; the order in which widgets were made says nothing.
void SweepForm::orderTabs() {
    const QWidgetList chain =
        m_axes->tabChain() + QWidgetList{m_more,   m_forAll, m_place,  m_choose, m_median,
                                         m_figure, m_names,  m_before, m_close,  m_start};
    for (qsizetype i = 0; i + 1 < chain.size(); ++i)
        setTabOrder(chain[i], chain[i + 1]);
}

QWidget* SweepForm::makeFields() {
    auto* fields = new FormColumn(this);
    fields->layout()->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(fields);
    scroll->setWidget(m_axes);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto fit = [this, scroll] {
        scroll->setFixedHeight(std::min(m_axes->sizeHint().height(), kMostAxesPx));
    };
    fit();
    connect(m_axes, &SweepAxes::changed, scroll, fit, Qt::QueuedConnection); // after its layout
    scroll->setFocusPolicy(Qt::NoFocus);
    m_more->setProperty("role", QStringLiteral("link"));
    connect(m_more, &QPushButton::clicked, this, [this, scroll] {
        m_axes->addRow();
        QMetaObject::invokeMethod(
            scroll,
            [this, scroll] {
                scroll->ensureWidgetVisible(&m_axes->keyField(m_axes->rowCount() - 1));
            },
            Qt::QueuedConnection);
    });
    fields->addRow(tr("Values"), scroll, tr("Settings and the values that they take in turn"));
    fields->addRow({}, m_more, tr("Every combination of their values becomes a run"));
    m_forAll->setPlaceholderText(QStringLiteral("max_iter=2000"));
    m_forAll->setAcceptDrops(false);
    fields->addRow(tr("For all runs"), m_forAll,
                   tr("Settings that all runs have in place of the recipe's, as max_iter=2000 "
                      "trainer.save_period=500"));
    fields->addRow(tr("Folder"), makePlace(), tr("The runs are made in it"));
    fields->addRow(tr("Median"), m_median,
                   tr("A run whose figure at a validation is worse than the median of what at "
                      "least three others had come to at that step is stopped; it keeps its "
                      "checkpoint"));
    m_figure->lineEdit()->setPlaceholderText(tr("The one that decides which checkpoint is best"));
    fields->addRow(tr("Compared by"), m_figure,
                   tr("The figure in the table of the sweep, and by which runs fall behind"));
    return fields;
}

QWidget* SweepForm::makePlace() {
    auto* both = new QWidget(this);
    m_choose->setAccessibleName(tr("Choose the folder"));
    m_place->setAcceptDrops(false);
    connect(m_choose, &QPushButton::clicked, this, &SweepForm::browse);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_place, 1);
    row->addWidget(m_choose);
    return both;
}

QWidget* SweepForm::makeFooter() {
    auto* footer = new QWidget(this);
    m_before->setToolTip(tr("Shows how far it is, stops it, or goes on with it"));
    m_start->setProperty("role", QStringLiteral("primary"));
    connect(m_before, &QPushButton::clicked, this, &SweepForm::openBefore);
    connect(m_close, &QPushButton::clicked, this, &SweepForm::closeAsked);
    connect(m_start, &QPushButton::clicked, this, &SweepForm::startAsked);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_before);
    row->addStretch(1);
    row->addWidget(m_close);
    row->addWidget(m_start);
    return footer;
}

void SweepForm::setRecipe(SweepRecipe recipe) {
    m_recipe = std::move(recipe);
    m_title->setText(tr("Sweep over %1").arg(m_recipe.name));
    m_config = config::loadConfigText(m_recipe.yaml, m_recipe.shownAs).config;
    m_place->setText(freeSweepPlace(
        runPlace(m_config.run.outputDir, m_recipe.shownAs.parent_path()), m_recipe.name));
    QStringList figures;
    for (const std::string& figure : config::validationFigures(m_config))
        figures += toQString(figure);
    m_figure->offer(figures);
    look();
}

fs::path SweepForm::folder() const {
    const QString text = m_place->text().trimmed();
    return text.isEmpty() ? fs::path() : fs::absolute(toPath(text)).lexically_normal();
}

SweepPlan SweepForm::plan(const fs::path& recipeFile) const {
    std::vector<std::string> settings;
    for (const QString& setting : QProcess::splitCommand(m_forAll->text())) {
        if (setting.indexOf(u'=') <= 0)
            throw Error::invalidInput(setting.toStdString() + " is no setting",
                                      "write KEY=VALUE, as max_iter=2000");
        settings.push_back(setting.toStdString());
    }
    SweepPlan plan{fs::current_path(),
                   m_figure->currentText().trimmed().toStdString(),
                   m_median->isChecked(),
                   {}};
    plan.runs = sweepRuns({recipeFile}, m_axes->axes(), settings);
    return plan;
}

void SweepForm::sayFault(const QString& text) {
    setRole(m_summary, text.isEmpty() ? "label" : "bad");
    m_summary->setText(text);
    m_start->setEnabled(false);
}

/// What can be said at once; whether each run can be trained takes a moment.
void SweepForm::look() {
    m_check.forget();
    m_pause.stop();
    m_found = {};
    m_names->clear();
    m_start->setText(tr("Start"));
    m_start->setEnabled(false);
    if (const QString unknown = m_axes->markUnknown(); !unknown.isEmpty())
        return sayFault(tr("%1 is no setting of a recipe.").arg(unknown));
    try {
        m_plan = plan(toPath(m_recipe.name + QStringLiteral(".yaml")));
    } catch (const Error& error) {
        return sayFault(QString(sentence(error.what()) + u' ' + sentence(error.hint())).trimmed());
    }
    if (m_axes->axes().empty()) {
        setRole(m_summary, "label");
        return m_summary->setText(tr("Name a setting, and the values that it is to have."));
    }
    const int count = static_cast<int>(m_plan.runs.size());
    QStringList names;
    for (const SweepRun& run : m_plan.runs)
        names += toQString(run.name);
    m_names->addItems(names);
    m_start->setText(tr("Start %n runs", nullptr, count));
    setRole(m_summary, "label");
    m_summary->setText(tr("%n runs, which are being checked", nullptr, count));
    m_pause.start();
}

void SweepForm::check() {
    m_check.ask(
        [plan = m_plan, recipe = m_recipe](const std::stop_token& stop) {
            const auto load = [&recipe](const SweepRun&, const std::vector<std::string>& settings) {
                return config::loadConfigText(recipe.yaml, recipe.shownAs, settings);
            };
            const auto fault = faultInSweep(plan.runs, plan.figure, load, stop);
            // Programs are asked about when it is started.
            if (!fault || !fault->programs.empty())
                return Found{{}, fault ? fault->programs : std::vector<std::string>()};
            if (!fault->figure.empty())
                return Found{toQString(fault->figure), {}};
            return Found{SweepForm::tr("%1 cannot be trained: %2")
                             .arg(toQString(fault->run), firstError(fault->loaded)),
                         {}};
        },
        [this](const Found& found) { take(found); });
}

void SweepForm::take(Found found) {
    m_found = std::move(found);
    if (!m_found.fault.isEmpty())
        return sayFault(m_found.fault);
    const fs::path place = folder();
    std::error_code unknown;
    if (place.empty())
        return sayFault(tr("Name the folder of the sweep."));
    if (isSweep(place))
        return sayFault(tr("There is a sweep in this folder already; name another one."));
    if (fs::exists(place, unknown) && !fs::is_empty(place, unknown))
        return sayFault(tr("There is something in this folder already; name another one."));
    setRole(m_summary, "label");
    m_summary->setText(
        tr("%n runs, one after the other", nullptr, static_cast<int>(m_plan.runs.size())));
    m_start->setEnabled(true);
}

void SweepForm::browse() {
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Folder of the sweep"), m_place->text());
    if (!chosen.isEmpty())
        m_place->setText(chosen);
}

void SweepForm::openBefore() {
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("The folder of a sweep"),
                                                             m_place->text().section(u'/', 0, -2));
    if (!chosen.isEmpty())
        emit openAsked(toPath(chosen));
}

} // namespace unlit::ui
