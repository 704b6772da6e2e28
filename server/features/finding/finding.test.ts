import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  findAnswer,
  teacherStanding,
  type FindGroup,
  type FoundLine,
} from '../../../catalogue/contract/finding.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
import { fillInstitutionForms } from '../../engine/directory/index.ts'
import { firstMeant } from '../users/index.ts'
import { accountsStatement, mostPeople, teachersStatement } from './people.ts'

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

  it('finds an institution by letters, pinyin, initials and code, also by former ones, and opens its page', async () => {
    const { area, city, admin, school, otherArea } = region.people
    const { places, db } = region
    await db.execute(sql`update institution set code = '3144001001' where id = ${places.school}`)
    await db.execute(sql`
      insert into institution_former (institution_id, name, code, to_on)
      values (${places.school}, '东门书院', '3144009999', '2003-08-31')`)
    await fillInstitutionForms(db, region.engine.sortForm)
    const link = `/institu/instituaaList?id=${places.school}`
    for (const q of ['东区一', 'dongquyizhong', 'dqyz', '3144001001', '3144009999', '书院']) {
      for (const who of [area, city])
        expect((await found(who, q)).institutions, q).toMatchObject([{ title: '东区一中', link }])
      expect((await found(otherArea, q)).institutions, q).toBeUndefined()
    }
    const former = (await found(area, '书院')).institutions?.[0]
    expect(former?.detail).toBe('曾用名 东门书院')
    expect((await found(admin, '3144009999')).institutions?.[0]?.link).toBe(
      `/appCore/institutions?id=${places.school}`,
    )
    expect((await found(school, 'dqyz')).institutions?.[0]?.link).toBe('/school/xuexiaoXinxi')
    // A part of a code is no code: nobody learns codes by trying digits.
    expect((await found(area, '31440010')).institutions).toBeUndefined()
  })

  it('is told of each line what it is about: fields, place, text; of a teacher’s archive on asking, within the scope', async () => {
    const { school, otherArea, siblingSchool, expert, teacher, province } = region.people
    const { people, records } = await found(school, '林疏影')
    expect(people?.[0]?.preview).toMatchObject({
      teacherId: teacher.teacherId,
      facts: expect.arrayContaining([{ label: '单位', value: '东区一中' }]),
    })
    const labels = records?.[0]?.preview.facts.map(({ label }) => label)
    expect(labels?.[0]).toBe('办理')
    expect(labels?.length).toBeGreaterThan(2)
    const standing = (who: Person, id: number | string | null = teacher.teacherId) =>
      who.get<z.infer<typeof teacherStanding>>(`/api/v1/find/teachers/${id}`)
    for (const who of [school, province]) {
      const { facts } = teacherStanding.parse((await standing(who)).data)
      expect(facts).toContainEqual({ label: '审核中', value: '1 条' })
      expect(facts[0]?.value).toMatch(/^\d+%，缺 \d+ 项$/)
    }
    expect((await standing(otherArea)).status).toBe(404)
    expect((await standing(siblingSchool)).status).toBe(404)
    expect((await standing(school, 99_999_999)).status).toBe(404)
    expect((await standing(expert)).status).toBe(403)
    expect((await standing(teacher)).status).toBe(403)
    expect((await standing(school, '1;')).status).toBe(400)
    expect(
      await region.db.query(sql`
        select owner_ids from reading where by_identity = ${province.identityId} and kind = 'roster'`),
    ).toEqual([{ owner_ids: [teacher.teacherId] }])
  })

  it('leaves a line where what is under way of a teacher was named', async () => {
    await found(region.people.school2, '林疏影')
    const rows = await region.db.query<{ kind: string; owner_ids: number[] }>(sql`
      select kind, owner_ids from reading where by_identity = ${region.people.school2.identityId}`)
    expect(rows).toEqual([{ kind: 'search', owner_ids: [region.people.teacher.teacherId] }])
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

  it('finds a page by what people call what is done there, below those of that name', async () => {
    const { teacher, school, city } = region.people
    for (const [who, word, title] of [
      [school, '登记表', '打印记录'],
      [school, '花名册', '教师名册'],
      [school, '重置密码', '账号管理'],
      [teacher, '签到', '培训签到'],
      [teacher, '集体备课', '本校备课'],
      [city, '组卷', '试卷库'],
      [city, 'xuefen', null],
    ] as const) {
      const pages = titles((await found(who, word)).pages)
      if (title === null) expect(pages).toEqual([])
      else expect(pages, word).toContain(title)
    }
    // Whose title it is comes first.
    expect(titles((await found(teacher, '学习经历')).pages)[0]).toBe('学习经历')
    // Words lead to pages of the own role alone.
    expect(titles((await found(teacher, '撤并')).pages)).toEqual([])
  })

  it('finds pages by their name, pinyin and initials, only those of the own role', async () => {
    for (const q of ['学习经历', 'xuexi', 'xxjl'])
      expect(titles((await found(region.people.teacher, q)).pages), q).toContain('学习经历')
    expect(titles((await found(region.people.teacher, '用户管理')).pages)).toEqual([])
    // A page of one content needs its number, and leads nowhere by itself.
    expect(titles((await found(region.people.teacher, '详情')).pages)).toEqual([])
    for (const title of ['用户管理', '日志', '权限管理'])
      expect(titles((await found(region.people.admin, title)).pages)).toContain(title)
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

it.skipIf(plansAreSpread)('finds people along an index, whoever asks and whatever is typed', async () => {
  const { places, people } = region
  await region.db.query(sql`insert into person (name, name_sort) select '批' || n, 'pi ' || n || '|p' || n
    from generate_series(1, 30000) n`)
  await region.db.query(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
    select p.id, p.name, p.name_sort, i.id, i.district_id, i.city_id, i.province_id
    from person p join institution i on i.id = ${places.school} where p.name like '批%'`)
  await region.db.query(sql`insert into identity (person_id, role, institution_id)
    select id, 2, ${places.school} from person where name like '批%'`)
  const plans = await openPlanReader(region.ownerUrl)
  const offices = [
    actorOf(people.school, 3),
    actorOf(people.area, 4),
    actorOf(people.city, 5),
    actorOf(people.province, 6),
  ]
  for (const q of ['林疏影', '影', 'linshuying', 'lsy', 'z']) {
    for (const actor of offices)
      expect(await plans.planOf(teachersStatement(actor, q)), q).not.toMatch(/Seq Scan on (teacher|person)/)
    expect(await plans.planOf(accountsStatement(firstMeant(q, mostPeople))), q).not.toMatch(
      /Seq Scan on (teacher|person|identity)/,
    )
  }
  await plans.close()
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
