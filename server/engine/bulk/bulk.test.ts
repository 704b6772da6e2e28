import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { study } from '../../app/testing/test-values.ts'
import { startOfDay, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { ownerOf } from '../access/index.ts'
import { chainOf, cityOver, stationsOf } from '../ways/index.ts'
import { announceLives, apply, draft, openLedger, submit, writeLives, type Load } from './index.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('bulk')))
afterAll(() => region.close())

const type = 'studyExperience'
const url = `/api/v1/records/${type}`

/** Rows of a spreadsheet: one that is approved on arrival, one that enters review. */
async function imported(): Promise<{ settled: string; waiting: string }> {
  const { engine, people } = region
  const { teacher, school } = people
  const owner = await ownerOf(engine.db, 'teacher', teacher.teacherId ?? 0)
  const definition = engine.records[type]
  if (!owner || !definition) throw new Error('owner')
  const chain = await chainOf(engine.db, { name: type, chain: [] }, cityOver(owner))
  const stations = await stationsOf(engine.db, owner, teacher.personId)
  const anchor = Date.parse(startOfDay(today()))
  const now = Date.now() - anchor
  const load: Load = {
    engine,
    anchor,
    latest: now,
    newId: () => uuidv7(),
    chain: () => chain,
    stations: () => stations,
    judged: 'none',
  }
  const ledger = openLedger(load)
  const settled = ledger.open(type, owner, now - 3)
  apply(settled, { by: { ...school, role: 3 }, at: now - 3 }, study)
  const waiting = ledger.open(type, owner, now - 2)
  const other = {
    ...study,
    educationLevel: '31',
    startMonth: '2010-09',
    endMonth: '2013-06',
    degreeLevel: '0',
    degree: null,
  }
  draft(waiting, { by: { ...teacher, role: 2 }, at: now - 2 }, other)
  submit(waiting, { by: { ...teacher, role: 2 }, at: now - 1 })
  await engine.db.transaction(async (tx) => {
    await writeLives(tx.client, ledger.lives)
    await announceLives(tx, ledger.lives)
  })
  return { settled: settled.recordId, waiting: waiting.recordId }
}

describe('records written in bulk', () => {
  it('are in force or in review as if the engine had written them one by one', async () => {
    const { teacher, school } = region.people
    const { settled, waiting } = await imported()
    const now = await teacher.get<RecordView>(`${url}/${settled}`)
    expect(now.data).toMatchObject({
      effective: { isHighestEducation: true, educationLevel: '21' },
      pending: null,
    })
    const pending = await school.get<RecordView>(`${url}/${waiting}`)
    expect(pending.data).toMatchObject({ effective: null, pending: { state: 'inReview', level: 'school' } })
    const { version } = pending.data
    expect((await school.post(`${url}/${waiting}/approve`, { version })).msg).toBe('ok')
    const history = await teacher.get<HistoryEntry[]>(`${url}/${waiting}/history`)
    expect(JSON.stringify(history.data)).toMatch(/approve.*submit.*create|create.*submit.*approve/)
    const edited = await teacher.put(`${url}/${settled}`, { major: '历史学', version: now.data.version })
    expect(edited.msg).toBe('ok')
    const events = await region.db.query(sql`
      select event, holder_role from outbox where record_id = any(${[settled, waiting]}::uuid[]) order by id`)
    expect(events.slice(0, 2)).toEqual([
      { event: 'record.created', holder_role: null },
      { event: 'flow.submitted', holder_role: 3 },
    ])
    const audit = await region.db.query<{ action: string }>(sql`
      select action from audit where record_id = ${waiting} order by id`)
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['record.created', 'flow.submitted', 'flow.approved']),
    )
  })
})
