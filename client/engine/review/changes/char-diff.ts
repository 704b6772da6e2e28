/** A piece of the new text: kept from the old one, or added. */
export interface Piece {
  readonly text: string
  readonly added: boolean
}

/**
 * The most cells of the comparison table. Longer texts are compared by their common head and tail only,
 * because the table would take a million cells.
 */
const most = 300

/**
 * Which characters of `now` are not in `before`, by the longest common subsequence. Counts characters, not
 * UTF-16 units, so that a rare character of a name is never cut in half.
 */
export function addedCharacters(before: string, now: string): Piece[] {
  const a = [...before]
  const b = [...now]
  if (a.length === 0) return b.length === 0 ? [] : [{ text: now, added: true }]
  if (a.length > most || b.length > most) return edges(a, b)
  const table = lengths(a, b)
  const kept: boolean[] = []
  let i = a.length
  let j = b.length
  while (j > 0) {
    const up = i > 0 ? at(table, i - 1, j) : -1
    const left = at(table, i, j - 1)
    if (i > 0 && a[i - 1] === b[j - 1]) {
      kept[j - 1] = true
      i -= 1
      j -= 1
    } else if (up >= left) i -= 1
    else j -= 1
  }
  return pieces(b, (place) => kept[place] !== true)
}

const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0

function lengths(a: readonly string[], b: readonly string[]): number[][] {
  const table: number[][] = [Array.from({ length: b.length + 1 }, () => 0)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [0]
    for (let j = 1; j <= b.length; j += 1) {
      row[j] =
        a[i - 1] === b[j - 1] ? at(table, i - 1, j - 1) + 1 : Math.max(at(table, i - 1, j), row[j - 1] ?? 0)
    }
    table.push(row)
  }
  return table
}

function edges(a: readonly string[], b: readonly string[]): Piece[] {
  let head = 0
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1
  return pieces(b, (place) => place >= head && place < b.length - tail)
}

function pieces(letters: readonly string[], isAdded: (place: number) => boolean): Piece[] {
  const found: { text: string; added: boolean }[] = []
  letters.forEach((letter, place) => {
    const last = found.at(-1)
    const added = isAdded(place)
    if (last && last.added === added) last.text += letter
    else found.push({ text: letter, added })
  })
  return found
}
