#include "ui/train/run_bar.h"

#include "core/config/learning_rate_bounds.h"
#include "core/runs/control/steer_run.h"
#include "ui/theme/theme_tokens.h"
#include "ui/widgets/cut_label.h"
#include "ui/widgets/form_column.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr const char* kUsualExtension = "1000";

QString colorName(RunTone tone, const ThemeTokens& tokens) {
    switch (tone) {
    case RunTone::Good:
        return tokens.good.name();
    case RunTone::Busy:
        return tokens.accent.name();
    case RunTone::Bad:
        return tokens.bad.name();
    case RunTone::Quiet:
        break;
    }
    return tokens.secondary.name();
}

} // namespace

RunBar::RunBar(QWidget* parent)
    : QFrame(parent), m_name(makeLabel({}, "plotTitle", this)), m_dot(new QLabel(this)),
      m_status(new CutLabel(this)), m_facts(makeCutLabel("label", this)),
      m_more(new QPushButton(tr("More"), this)), m_moreMenu(new QMenu(this)),
      m_extendMenu(new ExtendMenu(this)),
      m_rateMenu(
          new ValueMenu(tr("Learning rate; its schedule goes on from it"), tr("Change"), this)) {
    setObjectName(QStringLiteral("viewerBar"));
    setFixedHeight(62);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* title = new QHBoxLayout;
    title->setSpacing(8);
    title->addWidget(m_name);
    title->addWidget(m_dot);
    title->addWidget(m_status, 1);
    m_pause = addButton(tr("Pause"),
                        tr("Hold still with the model loaded; Infer has the machine "
                           "meanwhile (Ctrl+P)"),
                        &RunBar::pauseAsked);
    m_goOn = addButton(tr("Go on"), tr("Train on (Ctrl+P)"), &RunBar::goOnAsked);
    m_validate =
        addButton(tr("Validate now"),
                  tr("Figures and pictures of the validation sets at this step (Ctrl+Shift+V)"),
                  &RunBar::validateAsked);
    m_save = addButton(tr("Save now"), tr("Write checkpoint/latest at this step (Ctrl+Shift+K)"),
                       &RunBar::saveAsked);
    m_stop = addButton(tr("Stop and save"),
                       tr("End within a micro-batch, with everything that a resume needs"),
                       &RunBar::stopAsked);
    m_resume = addButton(tr("Resume"), tr("Go on from the latest checkpoint (Ctrl+R)"),
                         &RunBar::resumeAsked);
    m_extend = addButton(tr("Extend…"), tr("Go on with further steps"), nullptr);
    connect(m_extend, &QPushButton::clicked, this, &RunBar::askExtend);
    m_more->setMenu(m_moreMenu);
    m_more->setToolTip(tr("What else can be done with runs"));
    m_goOn->setProperty("role", QStringLiteral("primary"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addLayout(title, 1);
    for (QPushButton* button :
         {m_pause, m_goOn, m_validate, m_save, m_stop, m_resume, m_extend, m_more})
        row->addWidget(button);
    auto* rows = new QVBoxLayout(this); // beside the buttons there is no room for all facts
    rows->setContentsMargins(12, 6, 12, 6);
    rows->setSpacing(2);
    rows->addLayout(row);
    rows->addWidget(m_facts);
    connect(m_moreMenu, &QMenu::aboutToShow, this, &RunBar::fillMore);
    show({});
}

QPushButton* RunBar::addButton(const QString& text, const QString& toolTip,
                               void (RunBar::*asked)()) {
    auto* button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    if (asked != nullptr)
        connect(button, &QPushButton::clicked, this, asked);
    return button;
}

QPushButton* RunBar::button(const QString& text) const {
    for (QPushButton* button : findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly))
        if (button->text() == text && button->isVisibleTo(this))
            return button;
    return nullptr;
}

void RunBar::show(const RunBarState& state) {
    m_state = state;
    const ThemeTokens& tokens = themeTokens(palette());
    m_name->setText(state.name.isEmpty() ? tr("No run on show") : state.name);
    m_dot->setText(state.status.isEmpty() ? QString() : QStringLiteral("●"));
    const QString color = QStringLiteral("color: %1;").arg(colorName(state.tone, tokens));
    if (m_status->styleSheet() != color) {
        m_dot->setStyleSheet(color);
        m_status->setStyleSheet(color);
    }
    m_status->setText(state.status);
    m_status->setToolTip(state.note.isEmpty() ? state.status : state.note);
    m_facts->setText(state.facts);
    m_facts->setToolTip(state.facts);
    showButtons();
}

void RunBar::showButtons() {
    const bool isOwn = isGoing();
    const bool isResting = m_state.verbs == RunVerbs::Resting;
    m_pause->setVisible(isOwn && !m_state.isPaused);
    m_goOn->setVisible(isOwn && m_state.isPaused);
    m_validate->setVisible(isOwn);
    m_save->setVisible(isOwn);
    m_stop->setVisible(isOwn);
    m_resume->setVisible(isResting);
    m_extend->setVisible(isResting);
    for (QPushButton* button : {m_pause, m_goOn, m_validate, m_save})
        button->setEnabled(m_state.isReady && !m_state.isEnding);
    m_stop->setEnabled(!m_state.isEnding);
    m_resume->setEnabled(m_state.canResume);
    m_extend->setEnabled(m_state.canExtend);
}

void RunBar::fillMore() {
    m_moreMenu->clear();
    const auto add = [&](const QString& text, bool isPossible, auto act) {
        m_moreMenu->addAction(text, this, act)->setEnabled(isPossible);
    };
    const bool canAsk = isGoing() && m_state.isReady && !m_state.isEnding;
    add(tr("Change the learning rate…"), canAsk, &RunBar::askRate);
    add(tr("Write histograms for TensorBoard"), canAsk, &RunBar::histogramsAsked);
    add(tr("Resume with changes…"), m_state.verbs == RunVerbs::Resting && m_state.canExtend,
        &RunBar::changesAsked);
    if (m_state.verbs == RunVerbs::Resting)
        add(tr("Resume in a process of its own"), m_state.canResume, &RunBar::detachAsked);
    else
        add(tr("Go on in a process of its own"), canAsk && m_state.verbs == RunVerbs::Own,
            &RunBar::detachAsked);
    add(tr("Use its weights in Infer"), m_state.hasCheckpoint, &RunBar::useAsked);
    add(tr("Its checkpoints"), m_state.verbs != RunVerbs::None, &RunBar::checkpointsAsked);
    add(tr("Open its folder"), m_state.verbs != RunVerbs::None, &RunBar::folderAsked);
    m_moreMenu->addSeparator();
    if (m_state.canShowOwn)
        add(tr("Show the run under way"), true, &RunBar::ownAsked);
    add(tr("Open a run…"), true, &RunBar::openAsked);
    for (const QString& folder : m_recent) {
        QAction* action = m_moreMenu->addAction(QFileInfo(folder).fileName(), this,
                                                [this, folder] { emit recentAsked(folder); });
        action->setToolTip(folder);
    }
    m_moreMenu->setToolTipsVisible(true);
}

void RunBar::askExtend() {
    const QWidget* under = m_extend->isVisible() ? m_extend : m_more;
    m_extendMenu->setRun(m_state.folder);
    m_extendMenu->ask(under->mapToGlobal(QPoint(0, under->height())),
                      QString::fromLatin1(kUsualExtension), [this](const QString& text) {
                          const auto steps = ExtendMenu::stepsOf(text);
                          if (!steps)
                              return tr("A whole number of steps, 1 or more.");
                          emit extendAsked(*steps, m_extendMenu->schedule());
                          return QString();
                      });
}

bool RunBar::isGoing() const {
    return m_state.verbs == RunVerbs::Own || m_state.verbs == RunVerbs::Steered;
}

void RunBar::askRate() {
    const double before = m_state.baseRate;
    m_rateMenu->ask(
        m_more->mapToGlobal(QPoint(0, m_more->height())),
        before > 0 ? QString::number(before, 'g', 4) : QString(),
        [this, before, sure = QString()](const QString& text) mutable {
            bool isNumber = false;
            const double rate = text.toDouble(&isNumber);
            if (!isNumber || !std::isfinite(rate) || rate <= 0 ||
                rate > config::kHighestLearningRate)
                return tr("A number above 0, at most 1, as 3e-5.");
            const double factor = before > 0 ? rate / before : 1;
            if ((factor > runs::kLargestRateChange || factor < 1 / runs::kLargestRateChange) &&
                sure != text) {
                sure = text;
                return tr("That is %1 times what it is. Once more takes it.")
                    .arg(factor < 100 ? QString::number(factor, 'g', 3)
                                      : QString::number(factor, 'f', 0));
            }
            emit rateAsked(rate);
            return QString();
        });
    m_rateMenu->setFact(
        m_state.currentRate > 0
            ? tr("The last step went with %1.").arg(QString::number(m_state.currentRate, 'g', 4))
            : QString());
}

} // namespace unlit::ui
