import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  keepInstitutions,
  type PersonPlace,
  type LastDay,
  type Membership,
  type Personnel,
} from '../directory/index.ts'
import { addDays } from '../../platform/clock/clock.ts'
import type { Tx } from '../engine.ts'

/** An institution that people come to: open, and kept open until the transaction ends. */
export interface Target {
  readonly id: number
  readonly name: string
}

interface Row extends Target {
  readonly successor: number | null
  readonly closed: boolean
}

/** Longest line of successors that is followed: each of them was closed once. */
const longest = 20

/**
 * The institutions that people come to, by the number that was asked for: one that was merged stands for its
 * successor. They are kept as they are before the people are locked, like in a merge. 400 with the field
 * where one is closed.
 */
export async function openTargets(
  tx: Tx,
  ids: readonly number[],
  field: string,
): Promise<ReadonlyMap<number, Target>> {
  const found = new Map<number, Target>()
  const rows = new Map<number, Row>()
  let asked = [...new Set(ids)].toSorted((a, b) => a - b)
  for (let step = 0; asked.length > 0 && step < longest; step += 1) {
    await keepInstitutions(tx, asked)
    const read = await tx.query<Row>(sql`
      select id, name, successor_id as successor, closed_on is not null as closed
      from institution
      where id = any(${asked}::int[])
      order by id`)
    for (const row of read) rows.set(row.id, row)
    asked = read.flatMap(({ closed, successor }) =>
      closed && successor !== null && !rows.has(successor) ? [successor] : [],
    )
  }
  for (const id of ids) {
    let row = rows.get(id)
    for (let step = 0; row?.closed && row.successor !== null && step < longest; step += 1)
      row = rows.get(row.successor)
    if (!row || row.closed) throw invalid(field, row ? `${row.name}已撤销` : '没有该单位')
    found.set(id, row)
  }
  return found
}

/** The membership that an act ends or builds on. Throws where the person belongs nowhere now. */
export function requirePersonnel({ name, personnel }: PersonPlace): Personnel {
  if (personnel && personnel.to === null) return personnel
  throw new AppError('wrongState', { message: `${name}现在没有人事关系` })
}

/** The cause of what a change of the structure does to people. */
export const structureCause = (planId: string): string => `structure:${planId}`

/**
 * On one day the structure changes first, then whoever moves from it moves on: a membership that only a merge
 * of this day made has not held for a day.
 */
const neverHeld = ({ from, cause }: Personnel, on: string): boolean =>
  from === on && cause !== null && cause.startsWith(structureCause(''))

/** Refuses a first day of the new state that is not after the first day of the present membership. */
export function requireAfter({ name }: PersonPlace, personnel: Personnel, on: string): void {
  const { institution, from } = personnel
  if (on <= from && !neverHeld(personnel, on))
    throw invalid('effectiveOn', `生效日期要晚于${name}到${institution}的首日 ${from}`)
}

/** How the present membership ends the day before `on`. */
export function endingOf(
  teacherId: number,
  personnel: Personnel,
  on: string,
): { readonly ended: readonly LastDay[]; readonly removed: readonly Membership[] } {
  if (!neverHeld(personnel, on)) {
    const ended = [{ teacherId, id: personnel.id, to: addDays(on, -1) }]
    return { ended, removed: [] }
  }
  const { id, institutionId, from, to, cause } = personnel
  const removed = [
    { id, teacherId, institutionId, kind: 'personnel', from, to, fullTime: false, cause } as const,
  ]
  return { ended: [], removed }
}

/** Refuses a day that has not come; `last` is the latest that may be. */
export function requireCome(on: string, last: string): void {
  if (on > last) throw invalid('effectiveOn', `未到生效日期 ${on}`)
}
