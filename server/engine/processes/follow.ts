import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { climbOf, staffOf } from '../../../catalogue/processes/reading.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import type { Field } from '../../../catalogue/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { namedInCase } from './named-in-case.ts'
import { holderIn, partiesOfCase } from './parties.ts'
import { casesWhere, type CaseRow } from './row.ts'

/**
 * Lets open cases follow the tree after institutions were merged, split, closed or moved: what was begun by,
 * held by or named one of them goes to its successor at the same state, without a new consent (personnel.md,
 * section 6).
 * @param successors the institution that takes the place of each; itself where only what is above it changed
 */
export async function casesOfInstitutions(tx: Tx, successors: ReadonlyMap<number, number>): Promise<number> {
  const from = [...successors.keys()]
  const rows = await casesWhere(tx, sql`k.open and k.involved && ${from}::int[]`)
  for (const row of rows) await followOne(tx, processes[row.type], row, successors)
  return rows.length
}

/** Finds the parties of a person's open cases anew after the person moved. */
export async function casesOfPerson(tx: Tx, teacherId: number): Promise<void> {
  const rows = await casesWhere(
    tx,
    sql`k.open and (k.teacher_id = ${teacherId} or ${namedInCase(teacherId)})`,
  )
  for (const row of rows) await followOne(tx, processes[row.type], row, new Map())
}

const namesInstitution = (field: Field | undefined): boolean =>
  field !== undefined && kindOf(field).names === 'institution'

interface Anew {
  readonly definition: AnyProcess
  readonly row: CaseRow
  readonly parties: Readonly<Record<string, number | null>>
  readonly successor: (id: number) => number
}

/** The institution that holds a case now; a climbing case goes to the successor of its holder. */
async function heldAnew(tx: Tx, { definition, row, parties, successor }: Anew) {
  const holder = await holderIn(tx, definition, row.state, { ...row, parties, sender: null })
  const state = definition.states[row.state]
  if ((!climbOf(state) && !staffOf(state)) || row.holderInstitutionId === null) return holder
  return { ...holder, institutionId: successor(row.holderInstitutionId), role: row.holderRole }
}

async function followOne(
  tx: Tx,
  definition: AnyProcess,
  row: CaseRow,
  successors: ReadonlyMap<number, number>,
): Promise<void> {
  const successor = (id: number) => successors.get(id) ?? id
  const value = Object.fromEntries(
    Object.entries(row.value).map(([key, held]) => [
      key,
      namesInstitution(definition.fields[key]) && typeof held === 'number' ? successor(held) : held,
    ]),
  )
  const { person } = await tx.one<{ person: number }>(
    sql`select person_id as person from identity where id = ${row.byIdentity}`,
  )
  const anew = await partiesOfCase(tx, {
    ...row,
    definition,
    institutionId: successor(row.institutionId),
    submitter: person,
    value,
    campaignHost: row.campaignHost === null ? null : successor(row.campaignHost),
    ...(row.state !== definition.initial && { kept: row.id }),
  })
  const holder = await heldAnew(tx, { definition, row, parties: anew.parties, successor })
  await tx.execute(sql`
    update process_case
    set institution_id = ${successor(row.institutionId)}, value = ${sql.json(value)}, parties = ${sql.json(anew.parties)}, involved = ${anew.involved}::int[],
      subject_institution_id = ${row.subjectInstitutionId === null ? null : successor(row.subjectInstitutionId)},
      holder_institution_id = ${holder.institutionId}, holder_role = ${holder.role}, holder_teacher_id = ${holder.teacherId}, version = version + 1
    where institution_id = ${row.institutionId} and id = ${row.id}::uuid`)
}
