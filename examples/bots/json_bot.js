// The smallest bot that plays every game: one JSON object a line in, one move a line out.
// Check it:  poda check-bot json:'node json_bot.js' --game boom
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { seed, moves, legal } = JSON.parse(line);
  // The same seed and the same number of moves give the same answer, so that games can be repeated.
  const chance = (BigInt(seed) * 6364136223846793005n + BigInt(moves.length) * 1442695040888963407n) >> 16n;
  console.log(legal[Number(chance % BigInt(legal.length))]);
});
