import { setImmediate } from 'node:timers/promises'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { isSameQuestion } from '../../engine/question-files/index.ts'
import { filesOfValue, questionsToTake, versionsToTake } from '../../engine/questions/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FileReading } from './verdict.ts'

/** A question of the bank that says the same as one of a file. */
export interface KnownQuestion {
  readonly id: number
  readonly value: QuestionValue
}

/**
 * Finds the questions of a file in the bank: those whose number this portal wrote into it, which the reader may
 * take and which say the same. The number of a question that he may not take finds nothing. `changed`: he may
 * take it, and the file says something else.
 */
export async function knownOf(
  db: Queryable,
  actor: Actor,
  { questions, pictures }: FileReading,
): Promise<readonly (KnownQuestion | 'changed' | null)[]> {
  const pins = questions.flatMap(({ source }) => source ?? [])
  const held = [
    ...(await questionsToTake(db, actor, [...new Set(pins.map(({ id }) => id))])),
    ...(await versionsToTake(db, actor, pins)),
  ]
  const hashes = new Map(pictures.map(({ id, bytes }) => [id, sha256(Buffer.from(bytes)).toString('hex')]))
  const ids = [...new Set(held.flatMap(({ value }) => filesOfValue(value)))]
  const files =
    ids.length === 0
      ? []
      : await db.query<{ id: string; hash: string }>(
          sql`select id, encode(sha256, 'hex') as hash from file where id = any(${ids}::uuid[])`,
        )
  for (const { id, hash } of files) hashes.set(id, hash)
  const pictureOf = (id: string) => hashes.get(id) ?? id
  const known: (KnownQuestion | 'changed' | null)[] = []
  for (const { value, source } of questions) {
    const candidates = source ? held.filter(({ id }) => id === source.id) : []
    const found = candidates.find((one) => isSameQuestion(one.value, value, pictureOf))
    known.push(found ?? (candidates.length > 0 ? 'changed' : null))
    // Formulas are typeset to be compared: others are answered between two questions.
    if (candidates.length > 0) await setImmediate()
  }
  return known
}
