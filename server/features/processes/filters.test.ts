import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CasePage } from '../../../catalogue/contract/processes.ts'
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
      const field = definition.fields[key]
      const [one, other] = (field && kindOf(field).choices?.(field)) ?? []
      const wanted = await caseWith(definition, { [key]: one?.value })
      await caseWith(definition, { [key]: other?.value })
      await caseWith(definition, {})
      const list = async (query: string): Promise<Answer<CasePage & { errors: { field: string }[] }>> =>
        city.get(`${processPath(definition)}?${query}`)
      const all = await list('queue=open')
      const filtered = await list(`queue=open&${key}=${String(one?.value)}`)
      expect([all.data.total, filtered.data.list.map(({ id }) => id)]).toEqual([3, [wanted]])
      const unknown = await list(`${key}=nothing`)
      expect([unknown.status, unknown.data.errors[0]?.field]).toEqual([400, key])
      const foreign = await list('noFilter=1')
      expect(foreign.status).toBe(400)
      await region.db.execute(sql`delete from process_case where type = ${definition.name}`)
    },
  )
})
