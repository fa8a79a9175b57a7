#include "tests/docs/markdown_page.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace unlit::test {

namespace fs = std::filesystem;

namespace {

/// "What **it** sees: `x`" becomes "what-it-sees-x".
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const char letter : heading) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x80 || std::isalnum(byte) != 0 || letter == '-' || letter == '_')
            anchor += static_cast<char>(std::tolower(byte));
        else if (letter == ' ')
            anchor += '-';
    }
    return anchor;
}

/// Takes `code` out of a line; what stands in it is no link.
std::string withoutCode(const std::string& line, std::vector<std::string>& code) {
    static const std::regex kCode("(`+)(.+?)\\1");
    for (std::sregex_iterator match(line.begin(), line.end(), kCode), end; match != end; ++match)
        code.push_back((*match)[2]);
    return std::regex_replace(line, kCode, "");
}

void addLinks(const std::string& line, int number, MarkdownPage& page) {
    // The text of a link may hold an image: only its end and target are looked at.
    static const std::regex kLink(R"((!?)\[[^\[\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|\]\(([^)\s]+)\))");
    for (std::sregex_iterator match(line.begin(), line.end(), kLink), end; match != end; ++match) {
        const bool isPlain = (*match)[2].matched;
        page.links.push_back({(*match)[isPlain ? 2 : 3], number, (*match)[1].length() > 0});
    }
    static const std::regex kTag("(src|href)=\"([^\"]+)\"");
    for (std::sregex_iterator match(line.begin(), line.end(), kTag), end; match != end; ++match)
        page.links.push_back({(*match)[2], number, (*match)[1] == "src"});
}

class Reader {
public:
    explicit Reader(const fs::path& file) { m_page.file = file; }

    MarkdownPage read() {
        std::ifstream stream(m_page.file);
        int number = 0;
        for (std::string line; std::getline(stream, line);)
            take(line, ++number);
        return m_page;
    }

private:
    void take(const std::string& line, int number) {
        if (line.starts_with("```")) {
            m_isInBlock = !m_isInBlock;
            if (m_isInBlock)
                begin(line.substr(3), number + 1);
            return;
        }
        if (m_isInBlock) {
            m_page.blocks.back().text += line + '\n';
            return;
        }
        const std::string words = withoutCode(line, m_page.inlineCode);
        addLinks(words, number, m_page);
        if (const std::size_t level = line.find_first_not_of('#'); level > 0 && level <= 6)
            if (level < line.size() && line[level] == ' ')
                addHeading(line.substr(level + 1));
    }

    void begin(const std::string& words, int line) {
        FencedBlock block;
        block.line = line;
        std::istringstream stream(words);
        stream >> block.language >> std::ws;
        std::getline(stream, block.mark);
        m_page.blocks.push_back(block);
    }

    /// Of equal headings the later ones get numbers.
    void addHeading(const std::string& heading) {
        const std::string anchor = anchorOf(heading);
        const int before = m_seen[anchor]++;
        m_page.anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
    }

    MarkdownPage m_page;
    std::map<std::string, int> m_seen;
    bool m_isInBlock = false;
};

} // namespace

MarkdownPage readMarkdown(const fs::path& file) {
    return Reader(file).read();
}

fs::path sourceFolder() {
    return UNLIT_SOURCE_DIR;
}

std::vector<fs::path> allPages() {
    std::vector<fs::path> pages;
    fs::recursive_directory_iterator place(sourceFolder());
    for (; place != fs::recursive_directory_iterator(); ++place) {
        const std::string name = place->path().filename().string();
        if (place->is_directory() && (name.starts_with('.') || name == "build"))
            place.disable_recursion_pending();
        else if (place->path().extension() == ".md")
            pages.push_back(place->path());
    }
    std::ranges::sort(pages);
    return pages;
}

} // namespace unlit::test
