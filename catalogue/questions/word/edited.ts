import { wordsOfRich } from '../../kinds/rich-text.ts'
import { textsOf } from '../texts.ts'
import type { QuestionPart, QuestionValue } from '../value.ts'
import { lettersOf } from './lines.ts'

/** How many letters somebody added to and removed from a question that was read; white space does not count. */
export interface EditedLetters {
  readonly added: number
  readonly removed: number
}

const bare = (text: string): string => text.replace(/\s/g, '')

/** Every text of a question by its place; answers that are letters or texts of blanks count, too. */
function wordsByPlace(value: QuestionValue): Map<string, string> {
  const chosen = (one: QuestionValue | QuestionPart, at: string): [string, string] => [
    `${at}answer`,
    one.questionKind === 'essay' ? '' : bare([one.answer ?? ''].flat(3).join('')),
  ]
  return new Map([
    chosen(value, ''),
    ...value.parts.map((part, i) => chosen(part, `parts.${i}.`)),
    ...textsOf(value).map(({ field, html }): [string, string] => [field, bare(wordsOfRich(html))]),
  ])
}

/**
 * Letters of all texts of a question. With what `editedLetters` says, no letter of a paper is lost without a
 * word: letters before − removed + added = letters after.
 */
export const lettersOfQuestion = (value: QuestionValue): number =>
  [...wordsByPlace(value).values()].reduce((sum, text) => sum + lettersOf(text), 0)

/** Compares a question as it was read with what somebody made of it, text by text. */
export function editedLetters(before: QuestionValue, after: QuestionValue): EditedLetters {
  const old = wordsByPlace(before)
  const now = wordsByPlace(after)
  let added = 0
  let removed = 0
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = withoutShared(old.get(place) ?? '', now.get(place) ?? '')
    removed += from
    added += to
  }
  return { added, removed }
}

/** Lengths of two texts without what they begin and end with alike. */
function withoutShared(from: string, to: string): readonly [number, number] {
  const most = Math.min(from.length, to.length)
  let head = 0
  while (head < most && from[head] === to[head]) head += 1
  let tail = 0
  while (tail < most - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1
  return [from.length - head - tail, to.length - head - tail]
}
