/** A text as it is compared: its letters and numbers alone, in one form, and where each of them stood. */
export interface Letters {
  readonly text: string
  readonly from: readonly number[]
}

/**
 * Letters and numbers of a text, of full or half width, large or small; what stands between them is left out.
 */
export function lettersOf(text: string): Letters {
  let out = ''
  const from: number[] = []
  let at = 0
  for (const letter of text) {
    for (const unit of letter.normalize('NFKC').toLowerCase())
      if (/[\p{L}\p{N}]/u.test(unit)) {
        out += unit
        for (let i = 0; i < unit.length; i += 1) from.push(at)
      }
    at += letter.length
  }
  return { text: out, from }
}
