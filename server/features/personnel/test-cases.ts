import type { CaseAbout, CaseView } from '../../../catalogue/contract/processes.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { idNumber, testKeys, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

/** What a call about a case answers; `data` is the case where it went well. */
export type CaseAnswer = Answer<
  CaseView & { readonly errors?: readonly { field: string; message: string }[] }
>

let counter = 0

const numbers = new WeakMap<Person, string>()

/**
 * Gives a person an identity number, the same one each time, and answers how a stranger names that person.
 */
export async function numbered(region: Region, person: Person): Promise<CaseAbout> {
  counter += 1
  const number = numbers.get(person) ?? idNumber(`19${60 + (counter % 37)}-05-17`, counter % 2 === 0)
  numbers.set(person, number)
  const { name } = await region.db.one<{ name: string }>(sql`
    update person set id_no_key = ${testKeys.blind('id_no', number)} where id = ${person.personId} returning name`)
  return { name, number }
}

export const begin = (who: Person, type: ProcessName, about: CaseAbout, value: object): Promise<CaseAnswer> =>
  who.post(`/api/v1/${type}`, { about, value })

/** Reads the case as somebody sees it and makes a move with the version just read. */
export async function act(
  who: Person,
  { data: { type, id } }: CaseAnswer,
  action: string,
  more: { readonly reason?: string; readonly value?: object; readonly version?: number } = {},
): Promise<CaseAnswer> {
  const seen: CaseAnswer = await who.get(`/api/v1/${type}/${id}`)
  if (seen.status !== 200) return seen
  return who.post(`/api/v1/${type}/${id}/${action}`, { version: seen.data.version, reason: '', ...more })
}

export const look = (who: Person, { data: { type, id } }: CaseAnswer): Promise<CaseAnswer> =>
  who.get(`/api/v1/${type}/${id}`)

/** A case whose day has come: its date fields are moved, and the day of the clock with them. */
export async function dayComes(
  region: Region,
  { data: { id } }: CaseAnswer,
  field: string,
  day: string,
  actsOn = day,
): Promise<void> {
  await region.db.query(sql`
    update process_case
    set value = value || jsonb_build_object(${field}::text, ${day}::text), acts_on = ${actsOn}::date
    where id = ${id}::uuid`)
}
