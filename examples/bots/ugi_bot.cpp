// A minimal UGI bot for Connect-4 on 7x6: any column that is not full.
// Build it:  g++ -O2 -o ugi_bot_cpp ugi_bot.cpp
// Check it:  poda check-bot cmd:./ugi_bot_cpp --game connect4
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
    uint64_t seed = 0;
    std::vector<std::string> moves;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "ugi") {
            std::cout << "id name ugi_bot.cpp\n"
                      << "option name Game type combo default connect4:7x6 var connect4:7x6\n"
                      << "option name Seed type string default 0\n"
                      << "ugiok" << std::endl;
        } else if (word == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (word == "setoption") {
            std::string name, value;
            words >> word >> name >> word >> value;
            if (name == "Seed") seed = std::stoull(value);
        } else if (word == "position") {
            moves.clear();
            words >> word >> word;  // startpos moves
            while (words >> word) moves.push_back(word);
        } else if (word == "go") {
            std::vector<std::string> open;
            for (const char* column : {"1", "2", "3", "4", "5", "6", "7"})
                if (std::count(moves.begin(), moves.end(), column) < 6) open.push_back(column);
            const uint64_t chance = (seed * 6364136223846793005u + moves.size() * 1442695040888963407u) >> 33;
            std::cout << "bestmove " << open[chance % open.size()] << std::endl;
        } else if (word == "quit") {
            return 0;
        }
    }
}
