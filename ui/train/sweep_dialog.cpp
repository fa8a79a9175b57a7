#include "ui/train/sweep_dialog.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/config/recipe_edit.h"
#include "core/session/installed_share.h"
#include "ui/kit/text.h"
#include "ui/train/allow_question.h"

#include <QMessageBox>
#include <QProcess>
#include <QVBoxLayout>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr QSize kSweepSize(680, 560);

bool startSweepProcess(const QStringList& words, const QString& file) {
    QProcess process;
    process.setProgram(toQString(commandLineProgram()));
    process.setArguments(words);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(file, QIODevice::Append);
    return process.startDetached();
}

} // namespace

SweepDialog::SweepDialog(QWidget* parent)
    : QDialog(parent), m_startProcess(startSweepProcess), m_stack(new QStackedWidget(this)),
      m_form(new SweepForm(m_stack)), m_progress(new SweepProgress(m_stack)),
      m_message(new MessageBar(this)) {
    setWindowTitle(tr("Sweep"));
    resize(kSweepSize);
    m_stack->addWidget(m_form);
    m_stack->addWidget(m_progress);
    auto* message = new QHBoxLayout;
    message->setContentsMargins(16, 0, 16, 0);
    message->addWidget(m_message);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(message);
    column->addWidget(m_stack, 1);
    for (QPushButton* button : findChildren<QPushButton*>())
        button->setAutoDefault(false); // Return in a field chooses a completion
    connect(m_form, &SweepForm::startAsked, this, &SweepDialog::askToStart);
    connect(m_form, &SweepForm::closeAsked, this, &QDialog::hide);
    connect(m_form, &SweepForm::openAsked, this,
            [this](const fs::path& sweep) { showSweep(sweep); });
    connect(m_progress, &SweepProgress::goOnAsked, this, &SweepDialog::goOn);
    connect(m_progress, &SweepProgress::runsAsked, this, &SweepDialog::runsAsked);
    connect(m_progress, &SweepProgress::anotherAsked, this, &SweepDialog::showForm);
    connect(m_progress, &SweepProgress::closeAsked, this, &QDialog::hide);
}

void SweepDialog::open(SweepRecipe recipe, const fs::path& sweep) {
    m_form->setRecipe(std::move(recipe));
    if (!sweep.empty() && SweepLock::isTaken(sweep))
        showSweep(sweep);
    else
        showForm();
    show();
    raise();
    activateWindow();
}

void SweepDialog::showForm() {
    m_message->hide();
    m_stack->setCurrentWidget(m_form);
    m_form->look();
}

void SweepDialog::showSweep(const fs::path& sweep, bool isStarting) {
    m_message->hide();
    m_progress->setSweep(sweep, isStarting);
    m_stack->setCurrentWidget(m_progress);
    show();
    raise();
}

void SweepDialog::say(const Failure& failure) {
    m_message->say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), {});
}

void SweepDialog::askToStart() {
    m_message->hide();
    const auto failed = [this] { say(translateCurrentException()); };
    if (m_form->programsToAllow().empty())
        return start();
    openAllowQuestion(
        this, m_form->programsToAllow(), [this] { start(); }, failed);
}

/// Its recipe is a copy: what becomes of the one in the editor changes no run that waits.
void SweepDialog::start() {
    const fs::path sweep = m_form->folder();
    const SweepRecipe& recipe = m_form->recipe();
    try {
        const fs::path file = sweep / toPath(recipe.name + QStringLiteral(".yaml"));
        const SweepPlan plan = m_form->plan(file);
        fs::create_directories(sweep);
        writeAtomically(file, config::movedRecipe(recipe.yaml, recipe.shownAs, file));
        writeSweepPlan(sweep, plan);
        goOn(sweep);
    } catch (...) {
        say(translateCurrentException());
    }
}

void SweepDialog::goOn(const fs::path& sweep) {
    const QStringList words = {QStringLiteral("sweep"), QStringLiteral("--resume"),
                               toQString(sweep)};
    if (!m_startProcess(words, toQString(sweep / "console.log"))) {
        m_message->say(MessageBar::Kind::Bad, tr("The sweep cannot be started"),
                       tr("The program unlit lies beside the studio, or in $PATH. The sweep's "
                          "folder is there: go on with it when unlit is found."),
                       {});
        return;
    }
    emit started(sweep);
    showSweep(sweep, true);
}

} // namespace unlit::ui
