#include "ui/train/resume_form.h"

#include "core/session/train/resumed_config.h"
#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <utility>

namespace unlit::ui {

namespace {

constexpr QSize kResumeFormSize(640, 480);
constexpr int kOfferKeyPx = 340; // the longest keys

} // namespace

ResumeForm::ResumeForm(QWidget* parent)
    : QDialog(parent), m_title(makeLabel({}, "title", this)),
      m_lead(makeLabel(tr("What is written here stands in the run's config.yaml from then on, and "
                          "its history says so. Below is what may change while a run goes on, "
                          "with the values that it has; for others, fork the run."),
                       "label", this)),
      m_settings(new SettingsLine(this)), m_message(new MessageBar(this)),
      m_offers(new QTreeWidget(this)), m_resume(new QPushButton(tr("Resume"), this)),
      m_detach(new QPushButton(tr("Resume in a process of its own"), this)),
      m_close(new QPushButton(tr("Close"), this)) {
    setWindowTitle(tr("Resume with changes"));
    resize(kResumeFormSize);
    layOut();
    m_settings->installEventFilter(this);
    connect(m_settings, &QLineEdit::textChanged, this, &ResumeForm::narrow);
    connect(m_settings, &QLineEdit::cursorPositionChanged, this, &ResumeForm::narrow);
    connect(m_settings, &QLineEdit::returnPressed, this, [this] { ask(&ResumeForm::resumeAsked); });
    connect(m_offers, &QTreeWidget::itemActivated, this, &ResumeForm::take);
    connect(m_resume, &QPushButton::clicked, this, [this] { ask(&ResumeForm::resumeAsked); });
    connect(m_detach, &QPushButton::clicked, this, [this] { ask(&ResumeForm::detachAsked); });
    connect(m_close, &QPushButton::clicked, this, &QDialog::hide);
}

void ResumeForm::layOut() {
    m_title->setWordWrap(true);
    m_lead->setWordWrap(true);
    m_settings->setPlaceholderText(tr("KEY=VALUE, with spaces between them: lr=1e-5"));
    m_settings->setAccessibleName(tr("Settings that change"));
    m_offers->setColumnCount(2);
    m_offers->setHeaderLabels({tr("Setting"), tr("Now")});
    m_offers->setRootIsDecorated(false);
    m_offers->setUniformRowHeights(true);
    m_offers->setAccessibleName(tr("Settings that may change"));
    m_offers->header()->resizeSection(0, kOfferKeyPx);
    m_resume->setProperty("role", QStringLiteral("primary"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* button : {m_resume, m_detach, m_close}) {
        button->setAutoDefault(false); // Return in the list takes a row
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_lead, m_settings, m_message})
        column->addWidget(part);
    column->addWidget(m_offers, 1);
    column->addLayout(buttons);
}

void ResumeForm::openFor(const std::filesystem::path& run) {
    if (std::exchange(m_run, run) != run)
        m_settings->clear();
    m_message->hide();
    m_title->setText(tr("Resume %1 with changes").arg(toQString(run.filename())));
    readOffers();
    narrow();
    show();
    raise();
    activateWindow();
    m_settings->setFocus();
}

void ResumeForm::readOffers() {
    m_offers->clear();
    try {
        for (const ChangeableSetting& setting : changeableSettings(m_run)) {
            auto* row =
                new QTreeWidgetItem(m_offers, {toQString(setting.key), toQString(setting.value)});
            for (const int column : {0, 1}) {
                row->setToolTip(column, sentence(setting.help));
                row->setFont(column, valueFont());
            }
        }
    } catch (...) {
        m_message->say(MessageBar::Kind::Bad, tr("The run's settings cannot be read"),
                       failureText(translateCurrentException()), {});
    }
}

void ResumeForm::narrow() {
    const QString key = m_settings->keyAtCursor();
    for (int i = 0; i < m_offers->topLevelItemCount(); ++i) {
        QTreeWidgetItem* row = m_offers->topLevelItem(i);
        row->setHidden(!row->text(0).contains(key, Qt::CaseInsensitive));
    }
}

void ResumeForm::take(const QTreeWidgetItem* offer) {
    m_settings->putSetting(offer->text(0), offer->text(1));
    m_settings->setFocus(Qt::OtherFocusReason); // the value stays selected
}

bool ResumeForm::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_settings && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        m_offers->setFocus();
        for (int i = 0; i < m_offers->topLevelItemCount(); ++i)
            if (QTreeWidgetItem* row = m_offers->topLevelItem(i); !row->isHidden()) {
                m_offers->setCurrentItem(row);
                break;
            }
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void ResumeForm::ask(void (ResumeForm::*asked)(const unlit::ResumedRun&)) {
    const ResumedRun run{.run = m_run, .overrides = m_settings->settings()};
    if (run.overrides.empty()) {
        m_message->say(MessageBar::Kind::Note, tr("Nothing is to change yet"),
                       tr("Write a setting as KEY=VALUE, or choose one in the list."), {});
        return;
    }
    try {
        requireResumable(run, AskedBy::Window);
    } catch (...) {
        m_message->say(MessageBar::Kind::Bad, tr("The run cannot go on like this"),
                       failureText(translateCurrentException()), {});
        m_settings->setFocus();
        return;
    }
    hide();
    emit(this->*asked)(run);
}

} // namespace unlit::ui
