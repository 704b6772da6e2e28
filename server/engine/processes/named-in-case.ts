import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { actingParts } from '../../../catalogue/processes/reading.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Kinds of people who act in cases that name them, as `process part`. */
const acting: readonly string[] = Object.values(processes).flatMap((definition: AnyProcess) =>
  actingParts(definition).map((part) => `${definition.name} ${part}`),
)

/** Condition that `process_case k` names a person in a part that is a party. */
export const namedInCase = (teacherId: number): Sql =>
  acting.length === 0
    ? sql`false`
    : sql`k.id = any(array(
        select n.case_id from case_person n join process_case o on o.id = n.case_id
        where n.teacher_id = ${teacherId} and n.state <> 'left' and o.type || ' ' || n.part = any(${acting}::text[])))`

/** The parts whose people are asked, as `process part`. */
const askedParts: readonly string[] = Object.values(processes).flatMap(({ name, people = {} }: AnyProcess) =>
  Object.entries(people).flatMap(([part, { asked }]) => (asked === undefined ? [] : [`${name} ${part}`])),
)

/** Condition that `case_person m` of `process_case k` belongs to a part that is asked. */
export const isAsked: Sql = sql`k.type || ' ' || m.part = any(${askedParts}::text[])`
