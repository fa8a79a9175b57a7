#include "core/session/train/run_report.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/shell_text.h"
#include "core/base/text.h"
#include "core/runs/metrics_reader.h"
#include "core/runs/run_history.h"
#include "core/runs/run_pictures.h"
#include "core/runs/run_reader.h"
#include "core/runs/run_series.h"
#include "core/runs/series_sampler.h"
#include "core/session/train/svg_plot.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <stop_token>
#include <vector>

namespace unlit {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostPlots = 60;
constexpr std::size_t kMostCurves = 12; ///< of one plot
constexpr std::size_t kMostSamples = 6;
constexpr std::size_t kMostRecords = 400;
constexpr std::uintmax_t kLargestPicture = std::uintmax_t{4} << 20; ///< bytes
constexpr int kColumns = 600;                                       ///< of a plot

constexpr const char* kPageStyle =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:1360px;padding:0 1rem;"
    "color:#1c1c1e;background:#fff}"
    "h1{font-size:1.6rem}h2{margin-top:2.2rem}h3{margin:0 0 .3rem;font-size:1rem}"
    "table{border-collapse:collapse}td,th{text-align:left;padding:.15rem 1.2rem .15rem 0;"
    "vertical-align:top;overflow-wrap:anywhere}th{font-weight:600}.n{text-align:right;font-variant-"
    "numeric:tabular-nums}"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(420px,1fr));gap:1.6rem}"
    "svg{width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:#55555a}"
    ".grid{stroke:#e3e3e6}.tick{stroke:#8e8e93}"
    ".row{display:flex;gap:.6rem;flex-wrap:wrap;margin:.4rem 0 1.2rem}"
    "figure{margin:0}figure img{max-width:300px;image-rendering:auto;display:block}"
    "figcaption{font-size:12px;color:#55555a}pre{white-space:pre-wrap;font-size:12.5px}"
    "@media(prefers-color-scheme:dark){body{background:#1c1c1e;color:#f2f2f4}"
    "svg text,figcaption{fill:#aeaeb2;color:#aeaeb2}.grid{stroke:#3a3a3c}}";

std::string bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string base64(const std::string& bytes) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8U |
                    (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        const std::size_t digits = std::min<std::size_t>(bytes.size() - i, 3) + 1;
        for (std::size_t k = 0; k < 4; ++k)
            text += k < digits ? kDigits[three >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

std::string figureText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

/// As a person reads it: a command as the shell takes it, of a group its members.
std::string factText(const nlohmann::ordered_json& value) {
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    if (value.is_null())
        return "none";
    std::string text;
    if (value.is_array())
        for (const auto& word : value)
            text += (text.empty() ? "" : " ") +
                    (word.is_string() ? shellQuoted(word.get<std::string>()) : word.dump());
    else if (value.is_object())
        for (const auto& [name, member] : value.items())
            text += (text.empty() ? "" : " · ") + name + " " + factText(member);
    else
        text = value.dump();
    return text;
}

std::string factRow(const std::string& name, const std::string& value) {
    return "<tr><th>" + htmlText(name) + "</th><td>" + htmlText(value) + "</td></tr>\n";
}

/// The plot that a tag belongs to: figures of validations by their metric, of all sets, own and
/// mean weights; losses by timestep together; medians and means with what they are of.
std::string plotOf(const std::string& tag) {
    std::string name = tag;
    for (const std::string_view windowed : {"median/", "mean/"})
        if (name.starts_with(windowed))
            name.erase(0, windowed.size());
    if (name.ends_with("_ema"))
        name.resize(name.size() - 4);
    if (!name.starts_with("val/"))
        return name;
    const std::string metric = name.substr(name.rfind('/') + 1);
    return "val: " + (metric.starts_with("loss_t") ? "loss by timestep" : metric);
}

/// What people look at first comes first.
int rankOf(const std::string& plot) {
    return plot == "train/loss"           ? 0
           : plot.starts_with("val: ")    ? 1
           : plot.starts_with("train/")   ? 2
           : plot == "lr"                 ? 3
           : plot.starts_with("time/")    ? 5
           : plot.starts_with("perf/")    ? 6
           : plot.starts_with("n_batch_") ? 7
                                          : 4;
}

class ReportPage {
public:
    explicit ReportPage(const fs::path& run) : m_run(run) {}

    RunReport write(const fs::path& file) {
        m_report.page = file;
        readSeries();
        std::string html = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                           "'none'; img-src data:; style-src 'unsafe-inline'\">\n<title>" +
                           htmlText(m_run.filename().string()) + "</title>\n<style>" + kPageStyle +
                           "</style></head><body>\n";
        html += facts() + plots() + pictures() + figures() + records() + settings();
        writeAtomically(file, html + "</body></html>\n");
        return m_report;
    }

private:
    void readSeries() {
        runs::MetricsReader reader(train::RunFolder::open(m_run).metrics());
        while (reader.poll([this](const train::MetricRow& row) { m_series.append(row); }).hasMore) {
        }
    }

    std::string facts() const {
        runs::RunReader reader({.folder = m_run, .name = m_run.filename().string()});
        const double now =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        const runs::RunSummary run = reader.refresh(now, {});
        std::string html = "<h1>" + htmlText(m_run.filename().string()) + "</h1>\n<table>\n";
        html += factRow("state", std::string(toString(run.status)));
        html += factRow("step", std::to_string(run.step) +
                                    (run.maxStep > 0 ? " of " + std::to_string(run.maxStep) : "") +
                                    ", epoch " + std::to_string(run.epoch));
        if (run.best)
            html += factRow("best", run.best->tag + " " + figureText(run.best->value) +
                                        " at step " + std::to_string(run.best->step));
        html += factRow("trained for", formatSeconds(run.seconds));
        html += factRow("on disk", formatBytes(run.bytes));
        if (!run.note.empty())
            html += factRow("note", run.note);
        for (const runs::RunEvent& event : runs::runEventsOf(m_run)) {
            if (event.kind != runs::RunEventKind::Process)
                continue;
            for (const auto& [key, value] : event.fields.items())
                html += factRow(key, factText(value));
            break; // the process that began it
        }
        return html + "</table>\n";
    }

    std::vector<runs::PlotPoint> pointsOf(const std::string& tag) const {
        const runs::TagSeries* series = m_series.find(tag);
        if (series == nullptr || m_series.rowCount() == 0)
            return {};
        const double first = m_series.xAt(0, runs::XAxis::Step);
        const double last = m_series.xAt(m_series.rowCount() - 1, runs::XAxis::Step);
        std::vector<double> edges;
        for (int i = 0; i <= kColumns; ++i)
            edges.push_back(first + (std::max(last - first, 1.0) + 0.5) * i / kColumns);
        return runs::samplePoints(m_series, *series, series->values, runs::XAxis::Step, edges);
    }

    std::string plots() {
        std::map<std::pair<int, std::string>, std::vector<std::string>> tagsOf;
        for (const std::string& tag : m_series.tags())
            tagsOf[{rankOf(plotOf(tag)), plotOf(tag)}].push_back(tag);
        std::string html = "<h2>Plots</h2>\n<div class=\"plots\">\n";
        for (const auto& [plot, tags] : tagsOf) {
            std::vector<SvgCurve> curves;
            for (const std::string& tag : tags)
                if (curves.size() < kMostCurves)
                    curves.push_back({tag, pointsOf(tag)});
            const std::string svg = svgPlot(curves, "optimizer steps");
            if (svg.empty() || m_report.plots == kMostPlots)
                continue;
            ++m_report.plots;
            html += "<div><h3>" + htmlText(tags.size() == 1 ? tags.front() : plot.second) +
                    "</h3>" + svg + "</div>\n";
        }
        return html + "</div>\n";
    }

    std::string pictures() {
        const std::vector<std::int64_t> steps = runs::pictureSteps(m_run);
        if (steps.empty())
            return "";
        std::string html = "<h2>Pictures of step " + std::to_string(steps.back()) + "</h2>\n";
        std::size_t samples = 0;
        for (const runs::SamplePictures& sample : runs::picturesAt(m_run, steps.back())) {
            if (samples == kMostSamples)
                break;
            std::string parts;
            for (const auto& [what, file] : sample.parts)
                parts += picture(what, file);
            if (parts.empty())
                continue;
            ++samples;
            html += "<div>" + htmlText(sample.dataset + ": " + sample.sample) +
                    "<div class=\"row\">" + parts + "</div></div>\n";
        }
        return html;
    }

    std::string picture(const std::string& what, const fs::path& file) {
        std::error_code unreadable;
        if (!fs::is_regular_file(file, unreadable) ||
            fs::file_size(file, unreadable) > kLargestPicture || unreadable)
            return "";
        const std::string bytes = bytesOf(file);
        if (!bytes.starts_with("\x89PNG\r\n\x1a\n"))
            return "";
        ++m_report.pictures;
        return "<figure><img alt=\"" + htmlText(what) + "\" src=\"data:image/png;base64," +
               base64(bytes) + "\"><figcaption>" + htmlText(what) + "</figcaption></figure>";
    }

    std::string figures() const {
        std::string html = "<h2>Last figures</h2>\n<table>\n";
        for (const std::string& tag : m_series.tags()) {
            const runs::TagSeries& series = *m_series.find(tag);
            if (series.rows.empty())
                continue;
            const std::size_t last = series.rows.size() - 1;
            html += "<tr><td>" + htmlText(tag) + "</td><td class=\"n\">" +
                    htmlText(figureText(series.values[last])) + "</td><td>step " +
                    std::to_string(m_series.stepAt(series.rows[last])) + "</td></tr>\n";
        }
        return html + "</table>\n";
    }

    std::string records() const {
        std::vector<runs::RunEvent> events = runs::runEventsOf(m_run);
        if (events.empty())
            return "";
        std::string html = "<h2>What became of it</h2>\n<table>\n";
        const std::size_t left = events.size() > kMostRecords ? events.size() - kMostRecords : 0;
        if (left > 0)
            html += "<tr><td>" + std::to_string(left) + " earlier records are left out</td></tr>\n";
        for (std::size_t i = left; i < events.size(); ++i) {
            std::string more;
            for (const auto& [key, value] : events[i].fields.items())
                more += (more.empty() ? "" : " · ") + key + " " + factText(value);
            html += "<tr><td>" + htmlText(events[i].time) + "</td><td class=\"n\">" +
                    std::to_string(events[i].step) + "</td><td>" +
                    htmlText(toString(events[i].kind)) + "</td><td>" + htmlText(more) +
                    "</td></tr>\n";
        }
        return html + "</table>\n";
    }

    std::string settings() const {
        std::string text;
        std::ifstream stream(m_run / "config.yaml");
        for (std::string line; std::getline(stream, line);)
            text += htmlText(line) + "\n";
        return "<h2>Settings</h2>\n<details><summary>config.yaml</summary><pre>" + text +
               "</pre></details>\n";
    }

    fs::path m_run;
    runs::RunSeries m_series;
    RunReport m_report;
};

} // namespace

RunReport writeRunReport(const RunReportOptions& options) {
    const fs::path run = train::RunFolder::open(options.run).path();
    runs::requireReadable(run);
    std::error_code unknown;
    if (!options.page.empty() && !options.overwrite && fs::exists(options.page, unknown))
        throw Error::invalidInput(options.page.string() + " is there already",
                                  "name another file, or add --overwrite");
    return ReportPage(run).write(options.page.empty() ? run / "report.html" : options.page);
}

} // namespace unlit
