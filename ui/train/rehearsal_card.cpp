#include "ui/train/rehearsal_card.h"

#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/widgets/dismiss_button.h"
#include "ui/widgets/form_column.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

using Kind = RehearsalCheck::Kind;
using State = RehearsalCheck::State;

QString markOf(const RehearsalCheck& check) {
    switch (check.state) {
    case State::Passed:
        return QStringLiteral("✓");
    case State::Failed:
        return QStringLiteral("✕");
    case State::LeftOut:
        return QStringLiteral("–");
    case State::Running:
        break;
    }
    return QStringLiteral("·");
}

const char* roleOf(const RehearsalCheck& check) {
    return check.state == State::Passed ? "good" : check.state == State::Failed ? "bad" : "label";
}

QString nameOf(RehearsalCheck::Kind kind) {
    switch (kind) {
    case Kind::Read:
        return QObject::tr("model and sets are found and read");
    case Kind::Train:
        return QObject::tr("two steps are trained");
    case Kind::Validate:
        return QObject::tr("a validation runs, on one picture of each set");
    case Kind::Save:
        return QObject::tr("a checkpoint is written");
    case Kind::Resume:
        return QObject::tr("the run is resumed from it, and goes on");
    }
    return {};
}

QString foundText(const RehearsalCheck& check) {
    const RehearsalFound& found = check.found;
    if (check.state == State::LeftOut)
        return QObject::tr("the recipe has no validation set");
    if (check.state != State::Passed)
        return toQString(found.text); // the core's own sentence
    switch (check.kind) {
    case Kind::Train:
        return QObject::tr("%1 s a step, loss %2")
            .arg(found.secondsPerStep, 0, 'g', 4)
            .arg(found.loss, 0, 'g', 4);
    case Kind::Save:
        return QObject::tr("%1 in %2, training waited %3")
            .arg(toQString(formatBytes(found.bytes)), toQString(formatSeconds(found.saveSeconds)),
                 toQString(formatSeconds(found.waitSeconds)));
    case Kind::Resume:
        return QObject::tr("step %1 follows").arg(found.step);
    case Kind::Read:
    case Kind::Validate:
        break;
    }
    return toQString(found.text);
}

QString titleOf(const QString& recipe, const RehearsalReport& report) {
    if (!report.isOver)
        return QObject::tr("Rehearsing %1…").arg(recipe);
    const QString seconds = toQString(formatSeconds(report.seconds));
    return report.hasPassed()
               ? QObject::tr("%1 has passed its rehearsal in %2").arg(recipe, seconds)
               : QObject::tr("%1 has failed its rehearsal").arg(recipe);
}

} // namespace

QString costsText(const RehearsalReport& report) {
    QStringList parts;
    if (report.secondsPerStep > 0) {
        QString time =
            QObject::tr("A step takes %1").arg(toQString(formatSeconds(report.secondsPerStep)));
        if (report.maxIter > 0)
            time += QObject::tr(": %1 of them about %2")
                        .arg(report.maxIter)
                        .arg(toQString(formatSeconds(report.secondsPerStep *
                                                     static_cast<double>(report.maxIter))));
        parts += time;
    }
    if (report.peakMemoryBytes)
        parts += QObject::tr("%1 more memory at the peak than before")
                     .arg(toQString(formatBytes(*report.peakMemoryBytes)));
    if (report.checkpointBytes > 0)
        parts += QObject::tr("%1 a checkpoint, %2 free on the disk")
                     .arg(toQString(formatBytes(report.checkpointBytes)),
                          toQString(formatBytes(report.freeDiskBytes)));
    return parts.isEmpty() ? QString() : parts.join(QStringLiteral(" · ")) + u'.';
}

RehearsalCard::RehearsalCard(QWidget* parent)
    : QFrame(parent), m_title(makeLabel({}, "plotTitle", this)), m_checks(new QGridLayout),
      m_costs(makeLabel({}, "hint", this)) {
    setObjectName(QStringLiteral("message"));
    m_costs->setWordWrap(true);
    m_checks->setHorizontalSpacing(10);
    m_checks->setVerticalSpacing(3);
    m_checks->setColumnStretch(2, 1);
    auto* copying = new QPushButton(tr("Copy"), this);
    copying->setProperty("role", QStringLiteral("link"));
    copying->setToolTip(tr("Copy the report"));
    connect(copying, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(text()); });
    auto* close = makeDismissButton(*this);
    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(copying);
    heading->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 8, 10);
    column->setSpacing(6);
    column->addLayout(heading);
    column->addLayout(m_checks);
    column->addWidget(m_costs);
    hide();
}

void RehearsalCard::show(const QString& recipe, const RehearsalReport& report) {
    m_recipe = recipe;
    m_report = report;
    m_title->setText(titleOf(recipe, report));
    while (QLayoutItem* item = m_checks->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const RehearsalCheck& check : report.checks) {
        QLabel* found = makeLabel(foundText(check), "hint", this);
        found->setWordWrap(true);
        found->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_checks->addWidget(makeLabel(markOf(check), roleOf(check), this), row, 0, Qt::AlignTop);
        m_checks->addWidget(makeLabel(nameOf(check.kind), roleOf(check), this), row, 1,
                            Qt::AlignTop);
        m_checks->addWidget(found, row, 2);
        const QString seconds =
            check.state == State::Running ? QString() : toQString(formatSeconds(check.seconds));
        m_checks->addWidget(makeLabel(seconds, "hint", this), row++, 3, Qt::AlignTop);
    }
    m_costs->setText(costsText(report));
    m_costs->setVisible(!m_costs->text().isEmpty());
    setVisible(true);
}

QString RehearsalCard::text() const {
    QStringList lines{titleOf(m_recipe, m_report)};
    for (const RehearsalCheck& check : m_report.checks) {
        QString line = markOf(check) + u' ' + nameOf(check.kind);
        const QString found = foundText(check);
        if (!found.isEmpty())
            line += QStringLiteral(": ") + found;
        lines += line;
    }
    lines += costsText(m_report);
    return lines.join(u'\n');
}

} // namespace unlit::ui
