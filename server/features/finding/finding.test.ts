import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAnswer, type FindGroup, type FoundLine } from '../../../catalogue/contract/finding.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('finding')
  const { teacher } = region.people
  const attachments = [await picture(region, teacher)]
  const made = await teacher.post('/api/v1/records/studyExperience', { ...study, attachments })
  expect(
    (await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, { version: 1 })).status,
  ).toBe(200)
})
afterAll(() => region.close())

/** What somebody finds, by group. */
async function found(who: Person, q: string): Promise<Partial<Record<FindGroup, readonly FoundLine[]>>> {
  const answer = await who.get(`/api/v1/find?q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  const { groups } = findAnswer.parse(answer.data)
  return Object.fromEntries(groups.map(({ group, lines }) => [group, lines]))
}
const titles = (lines: readonly FoundLine[] = []) => lines.map(({ title }) => title)

describe('an office', () => {
  it('finds a teacher by name, pinyin and initials, with what is under way, and each line leads somewhere', async () => {
    for (const q of ['林疏影', '疏影', 'linshuying', 'lsy']) {
      const { people, records } = await found(region.people.school, q)
      expect(titles(people), q).toEqual(['林疏影'])
      expect(people?.[0]).toMatchObject({ detail: 'lin shu ying', note: expect.stringContaining('东区一中') })
      expect(people?.[0]?.link).toMatch(/^\/teacherArchives\/.+\?teacher=\d+$/)
      expect(records?.[0]?.title).toContain('林疏影')
      expect(records?.[0]?.note).toContain('待学校审核')
    }
  })

  it('finds nobody outside its scope, in no group', async () => {
    for (const who of [region.people.siblingSchool, region.people.otherArea, region.people.otherCity]) {
      const { people, records } = await found(who, '林疏影')
      expect([people, records]).toEqual([undefined, undefined])
    }
    expect(titles((await found(region.people.province, '林疏影')).people)).toEqual(['林疏影'])
    expect((await found(region.people.otherArea, '东区一中')).institutions).toBeUndefined()
    expect(titles((await found(region.people.area, '东区一中')).institutions)).toEqual(['东区一中'])
  })

  it('leaves a line where what is under way of a teacher was named', async () => {
    await found(region.people.school2, '林疏影')
    const rows = await region.db.query<{ kind: string; owner_ids: number[] }>(sql`
      select kind, owner_ids from reading where by_identity = ${region.people.school2.identityId}`)
    expect(rows).toEqual([{ kind: 'queue', owner_ids: [region.people.teacher.teacherId] }])
  })
})

describe('a teacher', () => {
  it('finds the own records by type and by what names them, and never another teacher', async () => {
    const { records, people } = await found(region.people.teacher, String(study.educationSchool))
    expect(people).toBeUndefined()
    expect(records?.[0]).toMatchObject({ detail: '学习经历', note: expect.stringContaining('待学校审核') })
    expect((await found(region.people.colleague, String(study.educationSchool))).records).toBeUndefined()
    expect((await found(region.people.colleague, '林疏影')).people).toBeUndefined()
  })

  it('finds pages by their name, pinyin and initials, only those of the own role', async () => {
    for (const q of ['学习经历', 'xuexi', 'xxjl'])
      expect(titles((await found(region.people.teacher, q)).pages), q).toContain('学习经历')
    expect(titles((await found(region.people.teacher, '用户管理')).pages)).toEqual([])
    // A page of one content needs its number, and leads nowhere by itself.
    expect(titles((await found(region.people.teacher, '详情')).pages)).toEqual([])
    expect(titles((await found(region.people.admin, '用户管理')).pages)).toContain('用户管理')
  })
})

it('an administrator finds accounts; an expert finds neither people nor institutions', async () => {
  expect(titles((await found(region.people.admin, '林疏影')).people)).toEqual(['林疏影'])
  const asExpert = await found(region.people.expert, '林疏影')
  expect([asExpert.people, asExpert.institutions, asExpert.records]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it.each(['', ' ', 'x'.repeat(41), 'a\u0000b'])('refuses %j with the field', async (q) => {
  const answer = await region.people.school.get(`/api/v1/find?q=${encodeURIComponent(q)}`)
  expect(answer).toMatchObject({ status: 400, data: { errors: [{ field: 'q' }] } })
  expect((await region.app.inject({ url: '/api/v1/find?q=a' })).statusCode).toBe(401)
})

it.each(["' or 1=1", '%', '_', '\\', '&|!:*', '()'])(
  'takes %j for a text that nobody is called',
  async (q) => {
    const { people, institutions, records } = await found(region.people.province, q)
    expect([people, institutions, records]).toEqual([undefined, undefined, undefined])
  },
)
