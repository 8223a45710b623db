// The smallest bot that plays every game: one JSON object a line in, one move a line out.
// Build it:  g++ -O2 -o json_bot_cpp json_bot.cpp
// Check it:  poda check-bot json:./json_bot_cpp --game boom
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

// The texts between quotes in the list behind "name". Moves hold neither quotes nor brackets.
static std::vector<std::string> list(const std::string& line, const std::string& name) {
    std::vector<std::string> texts;
    size_t at = line.find("\"" + name + "\":[");
    if (at == std::string::npos) return texts;
    at += name.size() + 4;
    const size_t end = line.find(']', at);
    while ((at = line.find('"', at)) < end) {
        const size_t close = line.find('"', at + 1);
        texts.push_back(line.substr(at + 1, close - at - 1));
        at = close + 1;
    }
    return texts;
}

static uint64_t number(const std::string& line, const std::string& name) {
    const size_t at = line.find("\"" + name + "\":");
    return at == std::string::npos ? 0 : std::stoull(line.substr(at + name.size() + 3));
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::vector<std::string> legal = list(line, "legal");
        // The same seed and the same number of moves give the same answer, so that games can be repeated.
        const uint64_t chance =
            (number(line, "seed") * 6364136223846793005u + list(line, "moves").size() * 1442695040888963407u) >> 33;
        std::cout << legal[chance % legal.size()] << std::endl;
    }
}
