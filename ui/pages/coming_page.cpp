#include "ui/pages/coming_page.h"

#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kTextWidthPx = 520;

} // namespace

ComingPage::ComingPage(const ComingPageText& text, QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    column->addLayout(makeHeading(text));
    QLabel* lead = makeLabel(text.lead, "lead", this);
    lead->setWordWrap(true);
    column->addWidget(lead);
    column->addSpacing(4);
    column->addLayout(makePoints(text.points));
    column->addSpacing(8);
    QLabel* meanwhile = makeLabel(text.meanwhile, "label", this);
    meanwhile->setWordWrap(true);
    column->addWidget(meanwhile);

    auto* block = new QWidget(this);
    block->setFixedWidth(kTextWidthPx);
    block->setLayout(column);
    auto* page = new QVBoxLayout(this);
    page->addStretch(2);
    page->addWidget(block, 0, Qt::AlignHCenter);
    page->addStretch(3);
}

QLayout* ComingPage::makeHeading(const ComingPageText& text) {
    auto* icon = new QToolButton(this);
    icon->setObjectName(QStringLiteral("pageIcon"));
    icon->setIcon(themedIcon(text.icon));
    icon->setIconSize(QSize(28, 28));
    icon->setAttribute(Qt::WA_TransparentForMouseEvents);
    icon->setFocusPolicy(Qt::NoFocus);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(icon);
    row->addWidget(makeLabel(text.title, "title", this));
    row->addWidget(makeLabel(tr("comes later"), "chip", this), 0, Qt::AlignVCenter);
    row->addStretch(1);
    return row;
}

QLayout* ComingPage::makePoints(const QStringList& points) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 1);
    for (int row = 0; row < points.size(); ++row) {
        QLabel* words = makeLabel(points[row], "label", this);
        words->setWordWrap(true);
        grid->addWidget(makeLabel(QStringLiteral("–"), "label", this), row, 0, Qt::AlignTop);
        grid->addWidget(words, row, 1);
    }
    return grid;
}

std::vector<ComingPageText> comingPageTexts() {
    const auto tr = [](const char* text) { return ComingPage::tr(text); };
    const QString today =
        tr("This page is switched off: it comes with a later version. Infer works today.");
    return {
        {QStringLiteral("data"),
         tr("Data"),
         tr("Turn a folder of renders into a training set you can trust."),
         {tr("pairs of beauty and albedo with thumbnails, and the reason for each pairing"),
          tr("faults found before training: sizes, missing layers, NaN, black or duplicate images"),
          tr("layer choice, mask view, split into training and validation"),
          tr("a synthetic set, made on this machine")},
         today},
        {QStringLiteral("train"),
         tr("Train"),
         tr("Train a model on your own pairs and watch it learn."),
         {tr("recipes as a form or as YAML, checked while you type"),
          tr("start, pause, resume, validate and save at any step"),
          tr("loss, learning rate and validation curves while it runs"),
          tr("a wall of beauty, prediction, truth and error")},
         today},
        {QStringLiteral("models"),
         tr("Models"),
         tr("The model folders that were found: what they predict and where they come from."),
         {tr("targets, sizes, number types, colour encoding, training provenance"),
          tr("check a folder for faults, convert it, use it in Infer")},
         tr("This page is switched off: it comes with a later version. Today a model folder is "
            "chosen in Infer.")}};
}

} // namespace unlit::ui
