import type { Actor } from '../../../catalogue/access/access.ts'
import { invalidFields, AppError } from '../../../catalogue/errors.ts'
import { askFor } from '../../../catalogue/kinds/kinds.ts'
import type { AnyMove, AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm } from '../../../catalogue/processes/reading.ts'
import { sql } from '../../platform/db/sql.ts'
import { publicityEnds, termEnds } from '../campaigns/index.ts'
import type { Tx } from '../engine.ts'
import { judgeFiles, judgeForm, readGiven, type FormValue } from '../filled-forms/index.ts'
import type { Matter } from './effects.ts'
import { faultsOfPeople } from './people.ts'
import type { CaseNeeds } from './processing.ts'
import { lockSubject, sameSubject, type CaseRow } from './row.ts'

interface ValueOfCase {
  readonly asked: { readonly actor: Actor; readonly definition: AnyProcess; readonly value: FormValue }
  readonly row: CaseRow
  readonly move: AnyMove
}

/** The value after a move: with the fields it asks for, judged whole where the form is handed in. */
export async function valueFor(
  processing: CaseNeeds,
  tx: Tx,
  { asked, row, move }: ValueOfCase,
): Promise<FormValue> {
  const { definition, actor } = asked
  if (move.asks) return askedValue(tx, { asked, row, move })
  if (!move.handsIn) return valueAfter(tx, row, move)
  const stage = move.handsIn === true ? firstForm : move.handsIn
  const { value, errors } = judgeForm(definition, row.value, stage)
  if (errors.length > 0) throw invalidFields(errors)
  await judgeFiles(tx, actor, { definition, value, before: row.value, rules: row.fileRules })
  await lockSubject(tx, row)
  if (stage !== firstForm) return value
  await requireAlone(tx, definition, row)
  const found = await judgedOf(processing, tx, matterOf(definition, { ...row, value }, actor))
  const faults = [...found.errors, ...(await faultsOfPeople(tx, definition, { ...row, value }))]
  if (faults.length > 0) throw invalidFields(faults)
  return value
}

/** The value after a move of the clock or of a campaign: with the day or minute that the move sets. */
export async function valueAfter(tx: Tx, row: CaseRow, move: AnyMove): Promise<FormValue> {
  if (move.publishes) return { ...row.value, [move.publishes]: await publicityEnds(tx, row.publicityDays) }
  if (move.term) return { ...row.value, [move.term.field]: await termEnds(tx, row.campaignId, move.term) }
  return row.value
}

async function askedValue(tx: Tx, { asked, row, move }: ValueOfCase): Promise<FormValue> {
  const { definition } = asked
  const keys = move.asks ?? []
  const value = await readGiven(tx, { definition, given: asked.value, before: row.value, only: keys })
  const missing = keys.flatMap((key) => {
    const field = definition.fields[key]
    return field && (value[key] === null || asked.value[key] === undefined)
      ? [{ field: key, message: askFor(field) }]
      : []
  })
  const { errors } = judgeForm(definition, value)
  const faults = [...missing, ...errors.filter(({ field }) => keys.includes(field))]
  if (faults.length > 0) throw invalidFields(faults)
  return value
}

/** Refuses a second case under way about one subject, where the process says so. Its row is locked. */
async function requireAlone(tx: Tx, { name, oneOpen }: AnyProcess, row: CaseRow): Promise<void> {
  if (oneOpen === undefined) return
  const other = await tx.maybeOne(sql`
    select 1 from process_case
    where ${sameSubject(row)} and type = ${name} and under_way and id <> ${row.id}::uuid
    limit 1`)
  if (other) throw new AppError('duplicate', { message: oneOpen })
}

export const matterOf = (
  definition: AnyProcess,
  row: Pick<CaseRow, 'id' | 'teacherId' | 'value' | 'parties' | 'campaignId' | 'ofCase' | 'subjectContentId'>,
  actor: Actor | null,
): Matter => ({
  id: row.id,
  definition,
  teacherId: row.teacherId,
  value: row.value,
  parties: row.parties,
  campaignId: row.campaignId,
  ofCase: row.ofCase,
  contentId: row.subjectContentId,
  actor,
  by: actor?.identityId ?? null,
})

/** What the database has against handing a case in. */
export async function judgedOf({ consequences }: CaseNeeds, tx: Tx | CaseNeeds['db'], matter: Matter) {
  const found = []
  for (const name of matter.definition.judgedBy ?? []) found.push(await consequences.judges[name](tx, matter))
  return {
    errors: found.flatMap(({ errors }) => errors),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}
