import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignedTo } from '../../../catalogue/access/access.ts'
import type { RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { assignedCondition, ownerOf } from './index.ts'

let region: Region
/** A teacher of another school whose number is that of the school. */
let namesake: Person
let group: string

const url = '/api/v1/records/subjectGroup'

beforeAll(async () => {
  region = await testRegion('owners')
  const { school, teacher } = region.people
  do namesake = await region.add(2, region.places.otherSchool, '同号')
  while ((namesake.teacherId ?? 0) < region.places.school)
  const made = await school.post(url, {
    name: '语文组',
    groupKind: '1',
    schoolStage: '4',
    subject: '13',
    leader: teacher.teacherId,
    members: [],
  })
  group = made.data.id
})
afterAll(() => region.close())

describe('an institution and a teacher of the same number', () => {
  it('are two owners', async () => {
    expect(namesake.teacherId).toBe(region.places.school)
    const id = region.places.school
    expect(await ownerOf(region.db, 'institution', id)).toMatchObject({
      kind: 'institution',
      personId: null,
      name: '东区一中',
      institution: '东区一中',
      institutionId: id,
      districtId: region.places.district,
    })
    expect(await ownerOf(region.db, 'teacher', id)).toMatchObject({
      kind: 'teacher',
      personId: namesake.personId,
      name: '同号',
      institution: '西区一中',
      institutionId: region.places.otherSchool,
    })
    expect(await ownerOf(region.db, 'teacher', 999_999)).toBeUndefined()
  })

  it('share no list, no count and no single read', async () => {
    const page = (await namesake.get<RecordPage & { counts: { approved: number } }>(`${url}?counts=1`)).data
    expect(page.list).toEqual([])
    expect(page.counts.approved).toBe(0)
    expect((await namesake.get(`${url}/${group}`)).status).toBe(404)
    expect((await region.people.school.get<RecordPage>(url)).data.list).toMatchObject([
      { ownerName: '东区一中', institutionName: '东区一中' },
    ])
  })

  it('share no timeline', async () => {
    const page = await namesake.get<{ list: unknown[]; total: number }>(
      `/api/v1/archive/${namesake.teacherId}/timeline`,
    )
    expect(page.data).toMatchObject({ list: [], total: 0 })
  })

  it('share no file', async () => {
    const { school, school2, otherSchool, area, otherArea } = region.people
    const file = await picture(region, school)
    await region.db.execute(sql`
      insert into file_use (file_id, owner_id, record_id, type)
      values (${file}, ${region.places.school}, ${group}, 'subjectGroup')`)
    await region.db.execute(sql`
      update revision
      set value = value || ${sql.json({ attachments: [file] })}
      where owner_id = ${region.places.school} and record_id = ${group}`)
    const status = async (who: Person) => (await who.get(`/api/v1/upload/file?key=${file}`)).status
    expect(await Promise.all([school2, area].map(status))).toEqual([200, 200])
    expect(await Promise.all([otherSchool, otherArea, namesake].map(status))).toEqual([404, 404, 404])
  })
})

describe('the scope of what was assigned', () => {
  it('holds the rows that were assigned to the person and no others', async () => {
    const { expert, staff } = region.people
    const packets = sql`(values (1), (2), (3)) c (id)`
    const assigned = async (person: Person, counts?: ReturnType<typeof sql>) =>
      region.db.transaction(async (tx) => {
        await tx.execute(sql`
          create temporary table packet_assignment (packet_id int, person_id int, refused bool)
          on commit drop`)
        await tx.execute(sql`
          insert into packet_assignment
          values (1, ${expert.personId}, false), (2, ${staff.personId}, false), (3, ${expert.personId}, true)`)
        const source = { table: 'packet_assignment', row: 'packet_id', person: 'person_id' }
        const scope = assignedTo(actorOf(person, 99))
        const rows = await tx.query<{ id: number }>(sql`
          select c.id
          from ${packets}
          where ${assignedCondition(scope, counts ? { ...source, counts } : source, 'c')}
          order by c.id`)
        return rows.map(({ id }) => id)
      })
    expect(await assigned(expert)).toEqual([1, 3])
    expect(await assigned(expert, sql`not a.refused`)).toEqual([1])
    expect(await assigned(staff)).toEqual([2])
    expect(await assigned(region.people.school)).toEqual([])
  })
})
