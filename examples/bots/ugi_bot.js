// A minimal UGI bot for Connect-4 on 7x6: any column that is not full.
// Check it:  poda check-bot cmd:'node ugi_bot.js' --game connect4
const lines = require("readline").createInterface({ input: process.stdin });
let seed = 0n;
let moves = [];

function choose() {
  const open = [..."1234567"].filter((column) => moves.filter((move) => move === column).length < 6);
  const chance = (seed * 6364136223846793005n + BigInt(moves.length) * 1442695040888963407n) >> 16n;
  return open[Number(chance % BigInt(open.length))];
}

lines.on("line", (line) => {
  const words = line.trim().split(/\s+/);
  switch (words[0]) {
    case "ugi":
      console.log("id name ugi_bot.js");
      console.log("option name Game type combo default connect4:7x6 var connect4:7x6");
      console.log("option name Seed type string default 0");
      console.log("ugiok");
      break;
    case "isready":
      console.log("readyok");
      break;
    case "setoption":
      if (words[2] === "Seed") seed = BigInt(words[4]);
      break;
    case "position":
      moves = words.slice(3);
      break;
    case "go":
      console.log("bestmove " + choose());
      break;
    case "quit":
      process.exit(0);
  }
});
