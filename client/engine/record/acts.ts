import { eventWord } from '../../../catalogue/flows/event-words.ts'

/** Colours of the actions that are not quiet. */
const tones: Readonly<Record<string, string>> = {
  approve: 'pass',
  forward: 'pass',
  return: 'wrong',
  reject: 'wrong',
  appeal: 'wait',
  undo: 'wait',
  urge: 'wait',
}

/** What an event of a record is called, and its colour. */
export const actWord = (action: string): readonly [word: string, tone: string] => [
  eventWord(action),
  tones[action] ?? 'quiet',
]
