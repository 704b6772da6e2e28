import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuestionDetail, QuestionLine } from '../../../catalogue/contract/questions.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { carryQuestions } from '../../engine/questions/index.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
/** A teacher of another school of the same district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('questions')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
beforeEach(async () => {
  for (const table of ['shelf', 'favourite', 'use_event', 'question'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(() => region.close())

const base = '/api/v1/question'
const stem = '<p>方程 $x^2-5x+6=0$ 的根是</p>'
const value = (over: object = {}) => ({
  questionKind: 'single',
  questionForm: '01',
  schoolStage: '3',
  subject: '14',
  difficulty: '3',
  licence: '2',
  stem,
  options: ['2 和 3', '1 和 6', '−2 和 −3'].map((content, i) => ({ key: 'ABC'.charAt(i), content })),
  answer: 'A',
  shareScope: '1',
  ...over,
})
interface Faults {
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}

async function written(who: Person, over: object = {}): Promise<number> {
  const made = await who.post<{ id: number }>(base, value(over))
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
const detail = (who: Person, id: number) => who.get<QuestionDetail>(`${base}/${id}`)
async function step(who: Person, id: number, name: string, more: object = {}) {
  const { version } = (await detail(who, id)).data
  return who.post<Faults>(`${base}/${id}/${name}`, { version, ...more })
}
async function done(who: Person, id: number, name: string, more: object = {}): Promise<void> {
  const answer = await step(who, id, name, more)
  expect(answer.msg, JSON.stringify(answer.data)).toBe('ok')
}
/** A question of the teacher that the offices of its way agreed to. */
async function shared(over: object = {}, ...others: readonly Person[]): Promise<number> {
  const { teacher, school } = region.people
  const id = await written(teacher, over)
  await done(teacher, id, 'submit')
  for (const office of [school, ...others]) await done(office, id, 'approve')
  return id
}
const ids = async (who: Person, query = '') =>
  (await who.get<{ list: QuestionLine[] }>(`${base}?${query}`)).data.list.map(({ id }) => id)
const edited = async (who: Person, id: number, over: object) => {
  const { version } = (await detail(who, id)).data
  return who.put<QuestionDetail>(`${base}/${id}`, { ...value(over), version })
}

describe('a question', () => {
  it('is its author’s alone while it is a draft', async () => {
    const { teacher, colleague, school, area } = region.people
    const id = await written(teacher, { stem: '<p>写了一半</p>', answer: null })
    expect((await detail(teacher, id)).data.faults.map(({ field }) => field)).toEqual(['answer'])
    for (const who of [colleague, neighbour, school, area]) {
      expect((await detail(who, id)).status).toBe(404)
      expect((await who.get(`${base}/${id}/versions/1`)).status).toBe(404)
      expect((await who.get(`${base}/${id}/near`)).status).toBe(404)
      for (const name of ['submit', 'withdraw', 'offline'])
        expect((await who.post(`${base}/${id}/${name}`, { version: 1 })).status, name).toBe(404)
      expect((await who.put(`${base}/${id}`, { ...value(), version: 1 })).status).toBe(404)
      expect((await who.del(`${base}/${id}`)).status).toBe(404)
      expect(await ids(who)).toEqual([])
    }
    expect(await ids(teacher, 'view=mine')).toEqual([id])
    expect((await teacher.del(`${base}/${id}`)).status).toBe(200)
    expect(await ids(teacher, 'view=mine')).toEqual([])
  })

  it('is read by the school the minute the school agrees, by the district after its word (tests 1, 2)', async () => {
    const { teacher, colleague, school, area } = region.people
    const id = await written(teacher, { shareScope: '2' })
    await done(teacher, id, 'submit')
    expect(await ids(school, 'view=queue')).toEqual([id])
    expect(await ids(area, 'view=queue')).toEqual([])
    await done(school, id, 'approve')
    expect(await ids(colleague)).toEqual([id])
    expect((await detail(neighbour, id)).status).toBe(404)
    await done(area, id, 'return', { opinion: '单位没有写' })
    expect(await ids(colleague)).toEqual([id])
    expect((await detail(teacher, id)).data).toMatchObject({
      remark: '单位没有写',
      state: 'draft',
      reach: '1',
    })
    expect(await ids(teacher, 'view=returned')).toEqual([id])
    expect((await edited(teacher, id, { shareScope: '2', stem: '<p>方程 $x^2=4$ 的根是</p>' })).status).toBe(
      200,
    )
    await done(teacher, id, 'submit', { change: 'revision', reason: '换了数字' })
    expect((await detail(colleague, id)).data).toMatchObject({ no: 1, newer: true })
    await done(school, id, 'approve')
    await done(area, id, 'approve')
    expect((await detail(neighbour, id)).data).toMatchObject({ no: 2, reach: '2' })
    expect(await ids(neighbour, 'view=others')).toEqual([id])
  })

  it('shows its formulas typeset, and its answer', async () => {
    const id = await shared({ stem: '<p>$5$ 元是 \\$5 吗</p>' })
    const { data } = await detail(region.people.colleague, id)
    expect(data.stem).toContain('class="katex"')
    expect(data.stem).toContain('元是 $5 吗')
    expect(data.shown).toMatchObject({ answer: 'A', questionKind: 'single' })
    expect(data.draft).toBeNull()
  })

  it('is refused with every fault at its field, and saved all the same', async () => {
    const { teacher } = region.people
    const id = await written(teacher, { stem: '<p>求 $\\frac1x和 $\\foo$</p>', answer: 'E', subject: null })
    const refused = await step(teacher, id, 'submit')
    expect(refused.status).toBe(400)
    expect(refused.data.errors.map(({ field }) => field)).toEqual(['subject', 'answer', 'stem'])
  })

  it('is told of an equal one that the author can read, once, and of none that he cannot', async () => {
    const { teacher, colleague, stranger } = region.people
    await shared()
    const again = { stem: '<p>方程 $x^{2} - 5x + 6 = 0$ 的根是（　　）</p>' }
    const id = await written(colleague, again)
    expect((await step(colleague, id, 'submit')).status).toBe(409)
    await done(colleague, id, 'submit', { knowing: true })
    const far = await written(stranger, again)
    await done(stranger, far, 'submit')
    const { list } = (await teacher.get<{ list: { how: string }[] }>(`${base}/${id}/near`)).data ?? {}
    expect(list).toBeUndefined()
    const near = await region.people.school.get<{ list: { how: string; id: number | null }[] }>(
      `${base}/${id}/near`,
    )
    expect(near.data.list.map(({ how, id: of }) => [how, of === null])).toEqual([
      ['equal', true],
      ['equal', false],
    ])
  })

  it('is found as a variant of another one by its numbers aside', async () => {
    const { teacher, colleague } = region.people
    const first = await shared()
    const id = await written(colleague, { stem: '<p>方程 $x^2-7x+12=0$ 的根是</p>' })
    const near = await colleague.get<{ list: { how: string; id: number }[] }>(`${base}/${id}/near`)
    expect(near.data.list).toMatchObject([{ how: 'variant', id: first }])
    expect((await teacher.get(`${base}/${id}/near`)).status).toBe(404)
  })

  it('asks again from the level above when it shall be read by more, with no new version', async () => {
    const { teacher, area } = region.people
    const id = await shared()
    await done(teacher, id, 'raise', { shareScope: '2' })
    const { data } = await detail(teacher, id)
    expect(data.steps.map(({ level }) => level)).toEqual(['area'])
    await done(area, id, 'approve')
    expect((await detail(neighbour, id)).data).toMatchObject({ no: 1, reach: '2' })
    await done(teacher, id, 'raise', { shareScope: '1' })
    expect((await detail(neighbour, id)).status).toBe(404)
    expect((await step(teacher, id, 'raise', { shareScope: '0' })).status).toBe(409)
  })

  it('says what a change is once others read it: an erratum or a revision', async () => {
    const { teacher, school, colleague } = region.people
    const id = await shared()
    await edited(teacher, id, { stem: '<p>方程 $x^2-5x+6=0$ 的两个根是</p>' })
    expect((await step(teacher, id, 'submit')).data.errors[0]?.field).toBe('change')
    expect((await step(teacher, id, 'submit', { change: 'erratum' })).data.errors[0]?.field).toBe('reason')
    await done(teacher, id, 'submit', { change: 'erratum', reason: '补一个字' })
    expect((await detail(colleague, id)).data.versions.map(({ no }) => no)).toEqual([1])
    expect((await colleague.get(`${base}/${id}/versions/2`)).status).toBe(404)
    await done(school, id, 'approve')
    expect((await detail(colleague, id)).data.versions).toMatchObject([
      { no: 2, change: 'erratum', reason: '补一个字' },
      { no: 1, change: null },
    ])
    const before = await colleague.get<{ stem: string }>(`${base}/${id}/versions/1`)
    expect(before.data.stem).not.toContain('两个')
  })

  it('of whoever is the only officer of his school goes to the level above (test 4)', async () => {
    const author = await region.add(2, region.places.citySchool, '市直兼职')
    const officers = sql`role = 3 and institution_id = ${region.places.citySchool}`
    await region.db.execute(sql`update identity set state = 'disabled' where ${officers}`)
    const id = await written(author, { stem: '<p>兼职的题</p>' })
    await region.db.execute(sql`
      insert into identity (person_id, role, institution_id, state)
      select a.person_id, 3, a.institution_id, a.state
      from identity a
      join question q on q.author_identity = a.id
      where q.id = ${id}`)
    await done(author, id, 'submit')
    expect((await detail(author, id)).data.steps.map(({ level }) => level)).toEqual(['city'])
    await region.db.execute(sql`update identity set state = 'enabled' where ${officers}`)
    await done(region.people.city, id, 'approve')
    expect((await detail(author, id)).data.reach).toBe('1')
  })

  it('of a school right below the city asks the city instead of the district (test 3)', async () => {
    const { city } = region.people
    const author = await region.add(2, region.places.citySchool, '市直老师')
    const id = await written(author, { shareScope: '2', stem: '<p>市直学校的题</p>' })
    await done(author, id, 'submit')
    const { data } = await detail(author, id)
    expect(data.steps.map(({ level }) => level)).toEqual(['school', 'city'])
    await done(region.people.citySchool, id, 'approve')
    await done(city, id, 'approve')
    expect((await detail(neighbour, id)).data.reach).toBe('2')
  })

  it('goes along where its school is merged into another one, on its way, too', async () => {
    const { teacher, colleague } = region.people
    const id = await shared()
    const onItsWay = await written(teacher, { stem: '<p>在审</p>' })
    await done(teacher, onItsWay, 'submit')
    const { from } = await region.db.one<{ from: number }>(
      sql`select institution_id as from from question where id = ${id}`,
    )
    expect((await detail(neighbour, id)).status).toBe(404)
    await region.db.transaction((tx) => carryQuestions(tx, from, region.places.sibling))
    expect(await ids(neighbour, 'view=own')).toEqual([id])
    expect((await detail(colleague, id)).status).toBe(404)
    const { holder } = await region.db.one<{ holder: number }>(sql`
      select (route -> 0 ->> 'institutionId')::int as holder from question where id = ${onItsWay}`)
    expect(holder).toBe(region.places.sibling)
  })

  it('is adapted into an own draft that names where it comes from, unless its rights are kept', async () => {
    const { colleague } = region.people
    const id = await shared({ licence: '3' })
    const made = await colleague.post<{ id: number }>(`${base}/${id}/adapt`, {})
    expect((await detail(colleague, made.data.id)).data.draft).toMatchObject({
      sourceKind: '2',
      shareScope: '1',
    })
    const kept = await shared({ licence: '9', stem: '<p>另一题</p>' })
    expect((await colleague.post(`${base}/${kept}/adapt`, {})).status).toBe(403)
    expect((await neighbour.post(`${base}/${id}/adapt`, {})).status).toBe(404)
  })
})

describe('an office', () => {
  it('decides in its turn alone, and nobody about his own', async () => {
    const { teacher, school, area, stranger } = region.people
    const id = await written(teacher, { shareScope: '2' })
    await done(teacher, id, 'submit')
    const { version } = (await detail(school, id)).data
    expect((await area.post(`${base}/${id}/approve`, { version })).status).toBe(409)
    expect((await teacher.post(`${base}/${id}/approve`, { version })).status).toBe(403)
    expect((await stranger.post(`${base}/${id}/approve`, { version })).status).toBe(403)
    expect((await school.post(`${base}/${id}/return`, { version })).status).toBe(400)
    expect((await school.post(`${base}/${id}/return`, { version, opinion: ' ' })).status).toBe(400)
    expect((await region.people.city.post(`${base}/${id}/approve`, { version })).status).toBe(404)
    // Two officers at once: one decides, the other is told.
    const both = await Promise.all([1, 2].map(() => school.post(`${base}/${id}/approve`, { version })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('takes its agreement back until somebody else saw the question (test 7)', async () => {
    const { teacher, school, colleague } = region.people
    const id = await written(teacher)
    await done(teacher, id, 'submit')
    await done(school, id, 'approve')
    expect((await detail(school, id)).data.may.undo).toBe(true)
    expect(await ids(colleague)).toEqual([id])
    await done(school, id, 'undo')
    expect(await ids(colleague)).toEqual([])
    expect(await ids(school, 'view=queue')).toEqual([id])
    await done(school, id, 'approve')
    expect((await detail(colleague, id)).status).toBe(200)
    const refused = await step(school, id, 'undo')
    expect([refused.status, refused.msg]).toEqual([
      409,
      '已有更大范围的人看过该题，不能撤销；不宜再用的请下架',
    ])
  })

  it('takes down what it gave the reach to, with a reason; who kept it is told that it is gone', async () => {
    const { teacher, school, area, colleague } = region.people
    const id = await shared({ shareScope: '2' }, area)
    await colleague.post(`${base}/${id}/favorite`, {})
    expect((await step(school, id, 'offline', { opinion: '不宜' })).status).toBe(404)
    expect((await step(area, id, 'offline')).status).toBe(400)
    await done(area, id, 'offline', { opinion: '超出课标' })
    expect((await detail(neighbour, id)).data).toMatchObject({ gone: true, stem: '' })
    expect(await ids(colleague)).toEqual([])
    expect(await ids(colleague, 'view=kept')).toEqual([id])
    expect((await step(teacher, id, 'online')).status).toBe(403)
    await done(area, id, 'online')
    expect(await ids(colleague)).toEqual([id])
  })

  it('agrees anew, from the school on, to what was taken down and changed', async () => {
    const { teacher, school, area, colleague } = region.people
    const id = await shared({ shareScope: '2' }, area)
    await done(area, id, 'offline', { opinion: '答案有误' })
    expect((await edited(teacher, id, { shareScope: '2', answer: 'B' })).status).toBe(200)
    // What its author changes meanwhile is no business of the office.
    expect((await detail(area, id)).status).toBe(200)
    expect((await detail(area, id)).data.gone).toBe(true)
    await done(teacher, id, 'submit')
    expect(await ids(colleague)).toEqual([])
    await done(school, id, 'approve')
    expect((await detail(colleague, id)).data).toMatchObject({ no: 2, reach: '1' })
    expect(await ids(neighbour)).toEqual([])
  })

  it('shares what it writes within its region at once', async () => {
    const { area, school, colleague } = region.people
    const id = await written(area, { shareScope: '2' })
    await done(area, id, 'submit')
    expect(await ids(colleague)).toEqual([id])
    const own = await written(school, { stem: '<p>校内题</p>', shareScope: '2' })
    await done(school, own, 'submit')
    expect(await ids(colleague, 'view=own')).toEqual([own])
    expect(await ids(area, 'view=queue')).toEqual([own])
  })
})

describe('calls of the bank', () => {
  it('narrow by what questions are, and by words within formulas', async () => {
    const { colleague } = region.people
    const id = await shared({ nodes: [304], points: [21], difficulty: '4', year: 2025, grade: '09' })
    for (const good of [
      'questionKind=single',
      'questionForm=01',
      'difficulty=4',
      'year=2025',
      'node=304',
      'point=20',
      'shareScope=1',
      `keyword=${encodeURIComponent('方程')}`,
      `keyword=${encodeURIComponent('5x')}`,
    ])
      expect(await ids(colleague, good), good).toEqual([id])
    for (const none of ['questionKind=blank', 'difficulty=1', 'year=2024', 'node=102', 'subject=13'])
      expect(await ids(colleague, none), none).toEqual([])
    for (const none of ['view=mine&questionKind=blank', 'view=mine&node=102', 'view=mine&point=20&year=2024'])
      expect(await ids(region.people.teacher, none), none).toEqual([])
    for (const bad of [
      'view=x',
      'year=x',
      'node=0',
      'questionKind=x',
      'else=1',
      'page=0',
      'shareScope=12345',
    ])
      expect((await colleague.get(`${base}?${bad}`)).status, bad).toBe(400)
  })

  it('answer every role, whatever the view', async () => {
    const { teacher, school, area, city, province } = region.people
    for (const who of [teacher, school, area, city, province])
      for (const view of ['all', 'own', 'others', 'region', 'kept', 'mine', 'reviewing', 'returned', 'queue'])
        expect((await who.get(`${base}?view=${view}`)).status, view).toBe(200)
    expect((await region.app.inject({ method: 'GET', url: base })).statusCode).toBe(401)
    for (const who of [region.people.expert, region.people.admin])
      expect((await who.get(base)).status).toBe(403)
  })

  it.each([
    [{ questionKind: 'other' }, 'questionKind'],
    [{ stem: 5 }, 'stem'],
    [{ answer: 5 }, 'answer'],
    [{ options: [{ key: 'Z', content: '' }] }, 'options.0.key'],
    [{ nodes: [999_999] }, 'nodes'],
    [{ points: [999_999] }, 'points'],
    [{ nodes: [1, 2, 3, 4, 5, 6, 7] }, 'nodes'],
    [{ year: 1900 }, 'year'],
    [{ score: 1.25 }, 'score'],
    [{ shareScope: '7' }, 'shareScope'],
  ])('refuse %j with its field', async (over, field) => {
    const refused = await region.people.teacher.post<Faults>(base, value(over))
    expect(refused.status).toBe(400)
    expect(refused.data.errors.map((fault) => fault.field)).toContain(field)
  })

  it('take pictures that the author uploaded, and nobody else’s', async () => {
    const { teacher, colleague } = region.people
    const file = await picture(region, teacher)
    const withPicture = { stem: `<p>如图</p><p><img data-file="${file}" alt="三角形"></p>` }
    const id = await shared(withPicture)
    expect((await detail(colleague, id)).data.stem).toMatch(/<img src="[^"]+" alt="三角形"/)
    const refused = await colleague.post<Faults>(base, value(withPicture))
    expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'stem'])
  })

  it('store no markup that acts', async () => {
    const { teacher } = region.people
    const id = await written(teacher, { stem: '<p onclick="x()">甲<script>alert(1)</script></p>' })
    const { draft } = (await detail(teacher, id)).data
    expect(draft?.stem).toBe('<p>甲</p>')
  })

  it('refuse a save over a version that was changed meanwhile', async () => {
    const { teacher } = region.people
    const id = await written(teacher)
    expect((await edited(teacher, id, {})).status).toBe(200)
    expect((await teacher.put(`${base}/${id}`, { ...value(), version: 1 })).status).toBe(409)
    expect((await teacher.post(`${base}/${id}/submit`, { version: 1 })).status).toBe(409)
    await done(teacher, id, 'submit')
    expect((await edited(teacher, id, {})).status).toBe(409)
    await done(teacher, id, 'withdraw')
    expect((await step(teacher, id, 'withdraw')).status).toBe(409)
    expect((await teacher.del(`${base}/${id}`)).status).toBe(409)
  })

  it('tell the offices of their work and the author of what became of it', async () => {
    const { teacher, school } = region.people
    const id = await written(teacher)
    await done(teacher, id, 'submit')
    const todos = await school.get<{ list: { title: string; link: string }[] }>('/api/v1/todo?kind=content')
    expect(todos.data.list).toMatchObject([{ link: `/school/xxstsh?id=${id}` }])
    const handedIn = await teacher.get<{ list: { link: string; standingText: string }[] }>(
      '/api/v1/todo/submitted',
    )
    expect(handedIn.data.list.find(({ link }) => link === `/teacher/bxst?id=${id}`)?.standingText).toBe(
      '待学校审核',
    )
  })
})
