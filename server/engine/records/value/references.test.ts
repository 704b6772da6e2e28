import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  recordPage,
  recordView,
  type AsOfView,
  type HistoryEntry,
  type RecordPage,
  type RecordView,
} from '../../../../catalogue/contract/archive/records.ts'
import { registry } from '../../../app/records.ts'
import { testRegion, type Person, type Region } from '../../../app/testing/test-region.ts'
import { sampleOf } from '../../../app/testing/test-sample.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { referencesOf } from './references.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('references')))
afterAll(() => region.close())

const url = '/api/v1/records/learningRecord'

/** A training in force of a teacher, by its title. */
async function training(owner: Person, title: string): Promise<string> {
  const id = uuidv7()
  await region.db.query(sql`
    insert into rec_training_registration (owner_id, id, version, institution_id, district_id, city_id,
        province_id, recorded_by, project_name)
    select id, ${id}, 1, institution_id, district_id, city_id, province_id, ${owner.identityId}, ${title}
    from teacher
    where id = ${owner.teacherId}`)
  return id
}

async function learning(owner: Person, trainingRegistrationId: string): Promise<string> {
  const definition = registry['learningRecord']
  if (!definition) throw new Error('learningRecord')
  const made = await owner.post(url, {
    ...sampleOf(definition, 3),
    title: `研修${uuidv7().slice(-6)}`,
    trainingRegistrationId,
  })
  expect(made.msg).toBe('ok')
  return made.data.id as string
}

it('every answer names what its values point to, also for an office whose first list page does not hold it', async () => {
  const { teacher, colleague, school, area } = region.people
  // More trainings in the office's list than a page has.
  for (let n = 0; n < 25; n += 1) await training(colleague, `他人的培训${n}`)
  const id = await training(teacher, '信息技术应用能力提升')
  const record = await learning(teacher, id)
  const own = recordView.parse((await teacher.get(`${url}/${record}`)).data)
  expect(own.references).toEqual({ [id]: expect.stringContaining('信息技术应用能力提升') })
  expect((await teacher.post(`${url}/${record}/submit`, {})).status).toBe(200)
  expect(recordView.parse((await school.get(`${url}/${record}`)).data).references).toEqual(own.references)
  expect(recordPage.parse((await school.get(`${url}?queue=open`)).data).references).toEqual(own.references)
  expect(recordPage.parse((await teacher.get(url)).data).references).toEqual(own.references)
  expect((await school.post(`${url}/${record}/approve`, {})).status).toBe(200)
  for (const who of [school, area]) {
    expect((await who.get<RecordView>(`${url}/${record}`)).data.references).toEqual(own.references)
    expect((await who.get<RecordPage>(url)).data.references).toEqual(own.references)
  }
  const history = (await area.get<HistoryEntry[]>(`${url}/${record}/history`)).data
  expect(history.find(({ diff }) => 'trainingRegistrationId' in diff)?.references).toEqual(own.references)
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)
  expect((await area.get<AsOfView>(`${url}/${record}/asOf?date=${today}`)).data.references).toEqual(
    own.references,
  )
  await region.db.query(sql`update rec_training_registration set voided_at = now() where id = ${id}`)
  expect((await area.get<RecordView>(`${url}/${record}`)).data.references?.[id]).toMatch(/（已作废）$/)
})

it('names nothing that lies outside the reader’s scope, and leaves the part out where nothing points anywhere', async () => {
  const { teacher, stranger, school, otherSchool } = region.people
  const foreign = await training(stranger, '邻区的培训')
  const record = await learning(teacher, await training(teacher, '本校的培训'))
  // As after a transfer or a bad import: the value points across the border.
  await region.db.query(
    sql`update revision
      set value = value || ${sql.json({ trainingRegistrationId: foreign })}
      where record_id = ${record}`,
  )
  const answers = [await teacher.get(`${url}/${record}`), await teacher.get(url)]
  for (const { data } of answers) expect(JSON.stringify(data)).not.toContain('邻区的培训')
  expect((await otherSchool.get(`${url}/${record}`)).status).toBe(404)
  expect((await school.get<RecordPage>('/api/v1/records/studyExperience')).data.references).toBeUndefined()
})

it('asks one statement for a whole page and none where nothing points anywhere', async () => {
  const { teacher } = region.people
  const definition = registry['learningRecord']
  if (!definition) throw new Error('learningRecord')
  const ids = [await training(teacher, '甲'), await training(teacher, '乙'), await training(teacher, '丙')]
  let asked = 0
  const { db } = region.engine
  const counting: typeof db = { ...db, query: (text) => ((asked += 1), db.query(text)) }
  const actor = {
    identityId: teacher.identityId,
    personId: teacher.personId,
    role: 2,
    name: '',
    institutionId: teacher.institutionId,
    institution: '',
    teacherId: teacher.teacherId,
  } as const
  const engine = { ...region.engine, db: counting }
  const named = await referencesOf(
    engine,
    actor,
    definition,
    [...ids, ids[0]].map((id) => ({ trainingRegistrationId: id })),
  )
  expect([Object.keys(named).length, asked]).toEqual([3, 1])
  expect([
    await referencesOf(engine, actor, definition, [{ trainingRegistrationId: null }, null]),
    asked,
  ]).toEqual([{}, 1])
})
