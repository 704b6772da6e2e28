/** Pairs of neighbouring letters, and the letters themselves. */
function grams(text: string): Set<string> {
  const letters = [...text]
  const found = new Set(letters)
  for (let i = 1; i < letters.length; i += 1) found.add(`${letters[i - 1]}${letters[i]}`)
  return found
}

/** How alike two texts are: 0 for nothing in common, 1 for the same pairs of letters. */
function likeness(one: string, other: string): number {
  const [a, b] = [grams(one), grams(other)]
  let both = 0
  for (const gram of a) if (b.has(gram)) both += 1
  return (2 * both) / (a.size + b.size)
}

/** Below this a choice is no better than a guess. */
const least = 0.34
const most = 3

/** The choices that were probably meant by a text, the likeliest first. */
export function likely(text: string, choices: readonly string[]): readonly string[] {
  const ranked = choices
    .map((choice) => ({
      choice,
      // What a name adds in brackets nobody writes: 一级教师（中学/中小学）.
      rank:
        choice.includes(text) || text.includes(choice)
          ? 1
          : likeness(text, choice.replaceAll(/（[^）]*）/g, '')),
    }))
    .filter(({ rank }) => rank >= least)
    .toSorted((a, b) => b.rank - a.rank || a.choice.length - b.choice.length)
  return ranked.slice(0, most).map(({ choice }) => choice)
}
