import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { narrowing } from '../../../catalogue/contract/declared-query.ts'
import type { CasePage } from '../../../catalogue/contract/processes.ts'
import type { Field } from '../../../catalogue/field.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { processPath } from '../../../catalogue/processes/reading.ts'
import { testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('case_filters')
})
afterAll(() => region.close())

const declared = Object.values(processes).flatMap((definition: AnyProcess) =>
  definition.list.filters.map((key) => [definition.name, key, definition] as const),
)

/** What a filter asks and finds, another value, and what it refuses. */
function samplesOf(field: Field | undefined) {
  const asks = narrowing(field)
  if (asks === 'whole') return { wants: 2026, text: '2026', other: 2025, refused: '二零二六' }
  if (asks === 'part')
    return { wants: '骨干教师（县级）', text: '干教师', other: '教研员', refused: '\u0000' }
  const [one, two] = (field && kindOf(field).choices?.(field)) ?? []
  return { wants: one?.value, text: String(one?.value), other: two?.value, refused: 'nothing' }
}

/** A case under way of the test region's school with one value, begun by its teacher. */
async function caseWith({ name, states }: AnyProcess, value: object): Promise<string> {
  const { places, people } = region
  const { school, district, city, province } = places
  const [state] = Object.entries(states)
    .filter(([, one]) => !('final' in one))
    .map(([key]) => key)
  const row = await region.db.one<{ id: string }>(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity, handed_in,
      under_way, value)
    values (${school}, gen_random_uuid(), ${name}, ${state ?? ''}, ${people.teacher.teacherId},
      ${sql.json({ school })}, ${[school, district, city, province]}::int[], ${people.teacher.identityId}, true, true,
      ${sql.json(value)})
    returning id`)
  return row.id
}

describe('the filters that a process declares', () => {
  it.each(declared)(
    '%s by %s: what is asked for and nothing else, whatever else is unknown',
    async (_, key, definition) => {
      const { city } = region.people
      const { wants, text, other, refused } = samplesOf(definition.fields[key])
      const wanted = await caseWith(definition, { [key]: wants })
      await caseWith(definition, { [key]: other })
      await caseWith(definition, {})
      const list = async (query: string): Promise<Answer<CasePage & { errors: { field: string }[] }>> =>
        city.get(`${processPath(definition)}?${query}`)
      const all = await list('queue=open')
      const filtered = await list(`queue=open&${key}=${encodeURIComponent(text)}`)
      expect([all.data.total, filtered.data.list.map(({ id }) => id)]).toEqual([3, [wanted]])
      const unknown = await list(`${key}=${encodeURIComponent(refused)}`)
      expect([unknown.status, unknown.data.errors[0]?.field]).toEqual([400, key])
      const foreign = await list('noFilter=1')
      expect(foreign.status).toBe(400)
      await region.db.execute(sql`delete from process_case where type = ${definition.name}`)
    },
  )
})
