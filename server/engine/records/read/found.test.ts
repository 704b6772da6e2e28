import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordView } from '../../../../catalogue/contract/archive/records.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { study } from '../../../app/testing/test-values.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { ownerIn, recordNumber } from '../../access/index.ts'
import { takeOver } from '../write/take-over.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('found')))
afterAll(() => region.close())

const url = '/api/v1/records/studyExperience'

const begun = async (owner: Person): Promise<string> => {
  const made = await owner.post(url, study)
  expect(made.msg).toBe('ok')
  return made.data.id as string
}

/** A group of the school, in force. */
const group = async (name: string): Promise<string> => {
  const { school, teacher } = region.people
  const made = await school.post('/api/v1/records/subjectGroup', {
    name,
    groupKind: '1',
    schoolStage: '4',
    subject: '13',
    leader: teacher.teacherId,
    members: [],
  })
  expect(made.msg).toBe('ok')
  return made.data.id as string
}

it('a new record’s number carries its owner, a person’s and an institution’s', async () => {
  const { teacher, school } = region.people
  expect(ownerIn(await begun(teacher))).toBe(teacher.teacherId)
  expect(ownerIn(await group('数学组'))).toBe(school.institutionId)
})

it('a number that was made up is answered like one that never was, whatever owner it carries', async () => {
  const { teacher, colleague, school } = region.people
  const id = await begun(colleague)
  const carrying = (owner: number | null) => recordNumber(owner ?? 0, `${id.slice(0, 28)}00000000`)
  const never = await teacher.get(`${url}/${uuidv7()}`)
  expect(never.status).toBe(404)
  for (const made of [
    id,
    // The number of a colleague's draft with one's own as its owner, and others that nobody has.
    carrying(teacher.teacherId),
    carrying(0x7fff_ffff),
    recordNumber(teacher.teacherId ?? 0),
    recordNumber(colleague.teacherId ?? 0),
  ])
    for (const answer of [
      await teacher.get(`${url}/${made}`),
      await teacher.get(`${url}/${made}/history`),
      await teacher.put(`${url}/${made}`, { ...study, version: 1 }),
      await teacher.post(`${url}/${made}/submit`, {}),
      await teacher.del(`${url}/${made}`),
    ])
      expect([made, answer.status, answer.data, answer.msg]).toEqual([made, 404, never.data, never.msg])
  // The draft of a colleague with the office's scope: in scope, but not shown.
  for (const made of [id, carrying(school.institutionId)])
    expect((await school.get(`${url}/${made}`)).status).toBe(404)
  expect((await colleague.get(`${url}/${id}`)).status).toBe(200)
})

it('a number of before, which carries nobody, is found, changed and removed as ever', async () => {
  const { teacher } = region.people
  const [id, old] = [await begun(teacher), uuidv7()]
  for (const table of ['revision', 'revision_event'])
    await region.db.execute(sql`update ${sql.id(table)} set record_id = ${old} where record_id = ${id}`)
  expect((await teacher.get<RecordView>(`${url}/${old}`)).data.pending).toMatchObject({
    values: { major: study.major },
  })
  expect((await teacher.get(`${url}/${id}`)).status).toBe(404)
  expect((await teacher.put(`${url}/${old}`, { ...study, major: '历史学', version: 1 })).msg).toBe('ok')
  expect((await teacher.get(`${url}/${old}/history`)).status).toBe(200)
  expect((await teacher.del(`${url}/${old}`)).msg).toBe('ok')
})

it('a record that passed is found where it is now, there and back and on to a third', async () => {
  const { school, otherSchool } = region.people
  const { places, engine } = region
  const id = await group('物理组')
  const at = `/api/v1/records/subjectGroup/${id}`
  const seenBy = async () => [(await school.get(at)).status, (await otherSchool.get(at)).status]
  const pass = (from: number, to: number) =>
    engine.db.transaction((tx) => takeOver(engine, tx, { from, to, ids: [id] }))
  const noted = () =>
    region.db.query<{ owner: number }>(
      sql`select owner_id as owner from record_passed where record_id = ${id}`,
    )
  expect(await seenBy()).toEqual([200, 404])
  await pass(places.school, places.otherSchool)
  expect(await seenBy()).toEqual([404, 200])
  await pass(places.otherSchool, places.sibling)
  expect(await seenBy()).toEqual([404, 404])
  expect(await noted()).toEqual([{ owner: places.sibling }])
  expect((await region.people.area.get<RecordView>(at)).data.ownerId).toBe(places.sibling)
  await pass(places.sibling, places.school)
  expect(await seenBy()).toEqual([200, 404])
  expect(await noted()).toEqual([])
  expect((await school.get(`${at}/history`)).status).toBe(200)
})
