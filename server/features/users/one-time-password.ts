import { randomInt } from 'node:crypto'

/** No letter that could be taken for another on paper or read aloud. */
const groups = ['ABCDEFGHJKMNPQRSTUVWXYZ', 'abcdefghjkmnpqrstuvwxyz', '23456789']

const pick = (letters: string): string => letters[randomInt(letters.length)] ?? ''

/**
 * A random password to be handed over once, about 66 bits: three groups of four, with capitals, small letters
 * and digits in it whatever chance says, so that no rule about passwords refuses it.
 */
export function oneTimePassword(): string {
  const all = groups.join('')
  const letters = [...groups.map(pick), ...Array.from({ length: 9 }, () => pick(all))]
  for (let i = letters.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1)
    ;[letters[i], letters[j]] = [letters[j] ?? '', letters[i] ?? '']
  }
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
