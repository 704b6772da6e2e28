import type { Region } from '../../app/testing/test-region.ts'
import { addDays, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { followFacts } from './follow.ts'

/** A project that is under way; answers its number. */
export async function addProject(
  region: Region,
  { host = region.places.city, ...more }: { readonly host?: number } & Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = uuidv7()
  const value = {
    projectYear: Number(today().slice(0, 4)),
    trainingLevel: '3',
    startDate: addDays(today(), -3),
    endDate: addDays(today(), 3),
    quota: 10,
    creditHours: 40,
    ...more,
  }
  await region.db.execute(sql`
    insert into campaign (institution_id, id, type, collects, state, title, value, by_identity)
    values (${host}, ${id}, 'trainingProject', 'trainingEnrolment', 'ongoing', ${String(more['title'] ?? '大单元研修')},
      ${sql.json(value)}, ${region.people.city.identityId})`)
  return id
}

/** One step of an enrolment: the state that it came to, who moved it and how long it had lain. */
export interface TestStep {
  readonly to: string
  readonly from?: string
  readonly move?: string
  readonly by?: number
  readonly waited?: number
}

/** An enrolment that went through these states; answers its number. */
export async function enrol(
  region: Region,
  campaign: string,
  teacherId: number,
  steps: readonly TestStep[],
  school = region.places.school,
): Promise<string> {
  const id = uuidv7()
  const last = steps.at(-1)
  await region.db.execute(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity, campaign_id,
      handed_in, value)
    values (${school}, ${id}, 'trainingEnrolment', ${last?.to ?? 'draft'}, ${teacherId}, ${sql.json({ school })}, '{}',
      ${region.people.school.identityId}, ${campaign}::uuid, true, ${sql.json({ creditHours: 40, score: 88 })})`)
  for (const [index, step] of steps.entries()) await addStep(region, id, { no: index + 1, ...step })
  return id
}

const addStep = (
  region: Region,
  id: string,
  { no, to, from = '', move = 'move', by, waited = 0 }: TestStep & { readonly no: number },
) =>
  region.db.execute(sql`
    insert into process_event (institution_id, case_id, no, move, from_state, to_state, by_institution, waited_seconds)
    select institution_id, id, ${no}, ${move}, ${from}, ${to}, ${by ?? null}::int, ${waited}
    from process_case where id = ${id}::uuid`)

/** Moves an enrolment on to a state. */
export async function moveOn(region: Region, id: string, to: string): Promise<void> {
  const { no } = await region.db.one<{ no: number }>(
    sql`select count(*)::int + 1 as no from process_event where case_id = ${id}::uuid`,
  )
  await addStep(region, id, { no, to })
  await region.db.execute(sql`
    update process_case set state = ${to}, version = version + 1, updated_at = now() where id = ${id}::uuid`)
}

export const confirmed: readonly TestStep[] = [{ to: 'recommending' }, { to: 'confirmed' }]
export const learning: readonly TestStep[] = [...confirmed, { to: 'learning' }]
export const passed: readonly TestStep[] = [...learning, { to: 'qualified' }]
export const failed: readonly TestStep[] = [...learning, { to: 'unqualified' }]

/** Lets the facts follow until there is nothing more to do. */
export async function followed({ engine }: Region): Promise<void> {
  while (await followFacts(engine)) continue
}
