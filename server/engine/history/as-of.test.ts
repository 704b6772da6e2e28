import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AsOfView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { testRegion, type Answer, type Region } from '../../app/testing/test-region.ts'
import { seeded } from '../../app/testing/test-sample.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('as_of')))
afterAll(() => region.close())

const dayBefore = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

/** Lets `days` pass: whatever happened so far to these records happened that much earlier. */
async function pass(ownerId: number, days: number): Promise<void> {
  const earlier = (column: string) =>
    sql`${sql.id(column)} = (${sql.id(column)} at time zone 'UTC' - make_interval(days => ${days})) at time zone 'UTC'`
  const columns = [
    'applied_at',
    'superseded_at',
    'decided_at',
    'submitted_at',
    'replaced_at',
    'created_at',
    'updated_at',
  ]
  await region.db.query(
    sql`update revision set ${sql.join(columns.map(earlier))} where owner_id = ${ownerId}`,
  )
  await region.db.query(sql`update revision_event set ${earlier('at')} where owner_id = ${ownerId}`)
}

/**
 * What the test itself wrote down: the value of one field after something happened, null when nothing was in
 * force.
 */
type Log = { value: string | null; daysAgo: number }[]

const ok = (answer: Answer): Answer => {
  expect(answer.msg).toBe('ok')
  return answer
}

/** Random acts on one study experience, each by who may do it; answers the value in force afterwards. */
async function story(random: () => number) {
  const { school } = region.people
  const owner = await region.add(2, region.places.school, '历史老师')
  const url = '/api/v1/records/studyExperience'
  const file = await picture(region, owner)
  const { id } = ok(await owner.post(url, { ...study, major: '专业0', attachments: [file] })).data
  const read = async () => (await owner.get<RecordView>(`${url}/${id}`)).data
  const log: Log = []
  let count = 0
  let inForce: string | null = null
  let before: string | null = null
  const acts: Record<string, () => Promise<void>> = {
    edit: async () =>
      void ok(
        await owner.put(`${url}/${id}`, { major: `专业${(count += 1)}`, version: (await read()).version }),
      ),
    submit: async () => void ok(await owner.post(`${url}/${id}/submit`, {})),
    back: async () => void ok(await school.post(`${url}/${id}/return`, { reason: '请核对' })),
    approve: async () => {
      const asked = String((await read()).pending?.values['major'])
      ok(await school.post(`${url}/${id}/approve`, {}))
      before = inForce
      inForce = asked
    },
    undo: async () => {
      ok(await school.post(`${url}/${id}/undo`, {}))
      inForce = before
    },
    void: async () => {
      ok(await school.post(`${url}/${id}/void`, { reason: '登记有误' }))
      inForce = null
    },
  }
  for (let step = 0; step < 20; step += 1) {
    const view = await read()
    const state: string = view.pending?.state ?? view.state
    const fitting: Record<string, string[]> = {
      draft: ['edit', 'submit'],
      inReview: ['back', 'approve', 'approve'],
      returned: ['edit'],
      approved: ['edit', 'edit', 'edit', 'edit', 'undo', 'void'],
      withdrawn: ['edit'],
    }
    const may = (fitting[state] ?? []).filter((act) => act !== 'undo' || log.at(-1)?.daysAgo === 0)
    const act = may[Math.floor(random() * may.length)]
    if (act === undefined) break
    const was: string | null = inForce
    await acts[act]?.()
    if (inForce !== was) log.push({ value: inForce, daysAgo: 0 })
    // An approval may be undone only within minutes, so time stands still after it half of the time.
    const days = act === 'approve' && random() < 0.5 ? 0 : Math.floor(random() * 40)
    if (days > 0) {
      await pass(owner.teacherId ?? 0, days)
      for (const entry of log) entry.daysAgo += days
    }
  }
  return { owner, url: `${url}/${id}`, log }
}

describe('as of any day', () => {
  it.each(Array.from({ length: 16 }, (_, i) => i + 1))(
    'is what a replay of everything up to that day leaves, story %i',
    async (seed) => {
      const random = seeded(seed * 7919)
      const { owner, url, log } = await story(random)
      const edges = log.flatMap((entry) => [entry.daysAgo + 1, entry.daysAgo, entry.daysAgo - 1])
      const asked = [
        ...edges,
        0,
        400,
        ...Array.from({ length: 10 }, () => Math.floor(random() * 300)),
      ].filter((days) => days >= 0)
      for (const days of asked) {
        const expected = log.findLast((entry) => entry.daysAgo >= days)?.value ?? null
        const answer = await owner.get<AsOfView>(`${url}/asOf?date=${dayBefore(days)}`)
        expect(answer.data.values?.major ?? null, `${days} days ago of ${JSON.stringify(log)}`).toBe(expected)
      }
    },
  )
})
