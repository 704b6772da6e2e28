import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContentLine, ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { SubmittedPage, TodoPage } from '../../../catalogue/contract/todos.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { act as actOn, begin, numbered } from '../personnel/test-cases.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
/** A second teacher's school of the same district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('authors')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
afterAll(() => region.close())

type View = Answer<ContentView & { errors: { field: string; message: string }[] }>
const base = '/api/v1/contents/resource'
const at = (id: number) => `${base}/${id}`
async function valueOf(who: Person, more: object = {}) {
  return {
    title: '有理数的加法课件',
    resourceKind: '01',
    schoolStage: '3',
    subject: '11',
    author: '林疏影',
    shareScope: '1',
    file: await picture(region, who),
    isOriginal: true,
    licence: '3',
    statement: true,
    ...more,
  }
}
async function drafted(who: Person, more: object = {}): Promise<number> {
  const made: View = await who.post(base, { value: await valueOf(who, more) })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
const look = async (who: Person, id: number) => (await who.get<ContentView>(at(id))).data
const decide = async (who: Person, id: number, name: string, more: object = {}): Promise<View> =>
  who.post(`${at(id)}/${name}`, { version: (await look(who, id))?.version ?? 1, ...more })
async function sent(who: Person, more: object = {}): Promise<number> {
  const id = await drafted(who, more)
  const handedIn = await decide(who, id, 'publish')
  expect(handedIn.msg, JSON.stringify(handedIn.data)).toBe('ok')
  return id
}
async function agreed(id: number, ...offices: Person[]): Promise<void> {
  for (const office of offices) {
    const done = await decide(office, id, 'publish')
    expect(done.msg, JSON.stringify(done.data)).toBe('ok')
  }
}
const steps = ({ approval }: ContentView) => approval?.steps.map(({ institution }) => institution)
const listed = async (who: Person, query = '') =>
  (await who.get<{ list: ContentLine[] }>(`${base}?pageSize=100${query}`)).data.list
const todo = async (who: Person) =>
  (await who.get<TodoPage>('/api/v1/todo?kind=content&pageSize=100')).data.list
const handedIn = async (who: Person, state: string) =>
  (await who.get<SubmittedPage>(`/api/v1/todo/submitted?state=${state}&pageSize=100`)).data.list
const told = async (who: Person) =>
  (await who.get<{ list: { title: string; content: string; link: string }[] }>('/api/v1/userSystemMessage'))
    .data.list

/** Names of the people of the region, and `visitor`, who can read a content in the portal. */
async function readersOf(id: number): Promise<string[]> {
  const everybody = { ...region.people, neighbour }
  const readers: string[] = []
  for (const [name, who] of Object.entries(everybody)) {
    const one = await who.get(`/api/v1/portal/contents/resource/${id}`)
    if (one.status === 200) readers.push(name)
  }
  const url = `/api/v1/portal/contents/resource/${id}`
  const visitor = await region.app.inject({ method: 'GET', url, remoteAddress: '10.9.9.9' })
  return visitor.statusCode === 200 ? [...readers, 'visitor'] : readers
}

const ofSchool = ['teacher', 'colleague', 'school', 'school2']
const ofDistrict = [...ofSchool, 'siblingSchool', 'area', 'neighbour']
const ofCity = ofDistrict.concat(
  'stranger cityTeacher southTeacher otherSchool citySchool southSchool otherArea city'.split(' '),
)
const everybody = [...ofCity, 'otherCity', 'province', 'admin', 'expert', 'staff']

describe('what a teacher wrote', () => {
  it.each([
    ['his school', '1', ['school'], ofSchool],
    ['the district', '2', ['school', 'area'], ofDistrict],
    ['the city', '3', ['school', 'area', 'city'], ofCity],
    ['the province', '4', ['school', 'area', 'city', 'province'], everybody],
    ['everybody', '9', ['school', 'area', 'city', 'province'], [...everybody, 'visitor']],
  ] as const)(
    'for %s is agreed to by each office of the way, and read there only',
    async (_, scope, way, readers) => {
      const { people } = region
      const id = await drafted(people.teacher, { shareScope: scope, title: `给${scope}` })
      // The way is told before it is taken.
      expect((await look(people.teacher, id)).approval?.steps.length).toBe(way.length)
      await decide(people.teacher, id, 'publish')
      for (const [at, name] of way.entries()) {
        const office = people[name]
        for (const other of ['school', 'area', 'city', 'province', 'otherArea', 'colleague'] as const) {
          if (other === name || (other === 'school' && name === 'school')) continue
          expect((await decide(people[other], id, 'publish')).status, `${other} at ${name}`).not.toBe(200)
        }
        expect(
          (await todo(office)).map(({ link, owner, note }) => [link.endsWith(`id=${id}`), owner, note]),
        ).toContainEqual([true, '林疏影', expect.stringMatching(/东区一中　林疏影送审　共享范围：/)])
        // What the offices before agreed to is read already.
        const before = [[], ofSchool, ofDistrict, ofCity][at] ?? []
        expect((await readersOf(id)).toSorted(), name).toEqual([...before].toSorted())
        expect((await decide(office, id, 'publish')).msg).toBe('ok')
      }
      expect((await readersOf(id)).toSorted()).toEqual([...readers].toSorted())
      expect((await told(people.teacher))[0]).toMatchObject({
        title: `已通过并发布：给${scope}`,
        link: `/teacher/wdzp?tab=resource&id=${id}`,
      })
      expect((await look(people.school, id)).author).toBe('林疏影')
    },
  )

  it('he keeps for himself needs nobody, and nobody else reads it', async () => {
    const { teacher, school, colleague, admin } = region.people
    const id = await drafted(teacher, { shareScope: '0' })
    expect((await decide(teacher, id, 'publish')).data.state).toBe('published')
    expect(await readersOf(id)).toEqual([])
    expect((await listed(teacher)).map((one) => one.id)).toContain(id)
    for (const who of [colleague, school, region.people.area, admin])
      expect((await listed(who)).map((one) => one.id)).not.toContain(id)
    // Shared later, the version before stays his.
    const { version, value } = await look(teacher, id)
    await teacher.put(at(id), { version, value: { ...value, shareScope: '1', title: '给大家' } })
    await decide(teacher, id, 'publish')
    await agreed(id, school)
    const versionsSeenBy = async (who: Person) =>
      (await who.get<{ list: { no: number }[] }>(`${at(id)}/versions`)).data.list.map(({ no }) => no)
    expect([await versionsSeenBy(teacher), await versionsSeenBy(school)]).toEqual([[2, 1], [2]])
  })

  it('is his alone until he sends it in', async () => {
    const { teacher, ...others } = region.people
    const id = await drafted(teacher)
    expect((await listed(teacher)).map((one) => one.id)).toContain(id)
    // What the page of the form asks for beside the content.
    expect((await teacher.get('/api/v1/contentAreas')).status).toBe(200)
    for (const [name, who] of Object.entries({ ...others, neighbour })) {
      const read = await who.get(at(id))
      expect([403, 404], name).toContain(read.status)
      const written = await who.put(at(id), { version: 1, value: await valueOf(teacher) })
      expect([403, 404], name).toContain(written.status)
      for (const verb of ['publish', 'withdraw', 'urge', 'sendBack', 'takeDown', 'pin', 'restore']) {
        const done = await who.post(`${at(id)}/${verb}`, { version: 1, reason: '略', no: 1, pinned: true })
        expect([403, 404], `${name} ${verb}`).toContain(done.status)
      }
      expect([403, 404], name).toContain((await who.get(`${at(id)}/versions`)).status)
      expect([403, 404], name).toContain((await who.del(at(id))).status)
      if (read.status === 404)
        expect(
          (await listed(who)).map((one) => one.id),
          name,
        ).not.toContain(id)
    }
    expect((await teacher.del(at(id))).msg).toBe('ok')
  })

  it('is sent back, changed where only he sees it, and sent in again', async () => {
    const { teacher, school, school2, area } = region.people
    const id = await sent(teacher, { shareScope: '2', title: '分数的加法' })
    await agreed(id, school)
    expect((await decide(area, id, 'sendBack', { reason: '封面不清楚' })).msg).toBe('ok')
    const [message] = await told(teacher)
    expect([message?.title, message?.content]).toEqual(['已退回修改：分数的加法', '意见：封面不清楚'])
    expect(await handedIn(teacher, 'open')).toContainEqual(
      expect.objectContaining({
        standing: 'back',
        note: '封面不清楚',
        link: `/teacher/wdzp?tab=resource&id=${id}`,
      }),
    )
    // What the school agreed to is still read there; nobody but the author changes it.
    expect((await readersOf(id)).toSorted()).toEqual([...ofSchool].toSorted())
    for (const office of [school2, area]) {
      const seen = await look(office, id)
      expect([seen.state, seen.can]).toEqual(['published', ['takeDown', 'pin']])
    }
    const back = await look(teacher, id)
    expect([back.returned, back.can]).toEqual([true, ['edit', 'publish', 'takeDown', 'restore']])
    const changed: View = await teacher.put(at(id), {
      version: back.version,
      value: await valueOf(teacher, { shareScope: '2', title: '分数的加减法' }),
    })
    expect(changed.msg).toBe('ok')
    for (const office of [school2, area]) expect((await look(office, id)).value['title']).toBe('分数的加法')
    expect(steps((await decide(teacher, id, 'publish')).data)).toEqual(['东区一中', '东区教育局'])
    await agreed(id, school, area)
    expect((await look(area, id)).live?.['title']).toBe('分数的加减法')
  })

  it('is withdrawn, by its author only, and urged once a day', async () => {
    const { teacher, school, colleague } = region.people
    const id = await sent(teacher)
    expect((await handedIn(teacher, 'open')).find(({ link }) => link.endsWith(`id=${id}`))).toMatchObject({
      standing: 'waiting',
      acts: ['withdraw', 'urge'],
    })
    await region.db.execute(
      sql`update content set holder_since = now() - interval '25 hours' where id = ${id}`,
    )
    await region.db.execute(
      sql`update content set holder_since = now() - interval '25 hours' where id = ${id}`,
    )
    expect((await decide(teacher, id, 'urge')).msg).toBe('ok')
    expect((await decide(teacher, id, 'urge')).status).toBe(409)
    expect((await decide(colleague, id, 'withdraw')).status).toBe(404)
    expect((await decide(school, id, 'withdraw')).status).toBe(403)
    expect((await decide(teacher, id, 'withdraw')).data.state).toBe('draft')
    expect((await school.get(at(id))).status).toBe(404)
    expect((await todo(school)).filter(({ link }) => link.endsWith(`id=${id}`))).toEqual([])
  })

  it('stays what was published while he changes it; the offices see no word of the change', async () => {
    const { teacher, school, area } = region.people
    const id = await sent(teacher, { title: '勾股定理' })
    await agreed(id, school)
    const own = await look(teacher, id)
    const value = await valueOf(teacher, { title: '勾股定理的秘密改稿' })
    expect((await teacher.put<View>(at(id), { version: own.version, value })).msg).toBe('ok')
    const seen = await look(school, id)
    expect([seen.value['title'], seen.state, seen.changed, seen.can]).toEqual([
      '勾股定理',
      'published',
      false,
      ['takeDown', 'pin'],
    ])
    expect((await listed(school, '&q=秘密')).length).toBe(0)
    for (const who of [school, area]) expect(JSON.stringify(await listed(who))).not.toContain('秘密')
    expect((await decide(school, id, 'publish')).status).toBe(403)
    expect((await decide(school, id, 'restore', { no: 1 })).status).toBe(403)
    // Offices of the region take down what should not be there; the author hears of it.
    expect((await decide(area, id, 'takeDown')).msg).toBe('ok')
    expect(await readersOf(id)).toEqual([])
    expect((await told(teacher))[0]?.title).toContain('已下架：')
    expect(JSON.stringify(await look(school, id))).not.toContain('秘密')
  })

  it('goes on with him to another school; what was published stays read where it was agreed to', async () => {
    const { siblingSchool, school, area } = region.people
    let mover = await region.add(2, region.places.school, '调老师')
    const [published, draft, waiting] = [
      await sent(mover, { title: '已发布' }),
      await drafted(mover, { title: '草稿' }),
      await sent(mover, { title: '在审' }),
    ]
    await agreed(published, school)
    await moved(mover)
    mover = await region.signInAgain(mover)
    const own = (await listed(mover)).map(({ id }) => id)
    expect(own).toEqual(expect.arrayContaining([published, draft, waiting]))
    expect((await look(mover, published)).org).toBe('东区一中')
    // Who reads it: still the school that agreed, and its offices go on deciding what waits there.
    expect((await readersOf(published)).toSorted()).toEqual([...ofSchool].toSorted())
    expect((await decide(siblingSchool, waiting, 'publish')).status).toBe(404)
    await agreed(waiting, school)
    // The draft is handed in at the new school, and read there.
    expect(steps((await decide(mover, draft, 'publish')).data)).toEqual(['东区二小'])
    expect((await school.get(at(draft))).status).toBe(404)
    await agreed(draft, siblingSchool)
    expect((await readersOf(draft)).toSorted()).toEqual(['neighbour', 'siblingSchool'])
    // A new version of what was published is the first school's to agree to.
    const next = await look(mover, published)
    const value = await valueOf(mover, { title: '已发布，第二版' })
    await mover.put(at(published), { version: next.version, value: { ...value, file: next.value['file'] } })
    expect(steps((await decide(mover, published, 'publish')).data)).toEqual(['东区一中'])
    expect((await decide(mover, published, 'takeDown')).msg).toBe('ok')
    expect((await area.get(at(published))).status).toBe(200)
  })

  it('stays published when its author leaves', async () => {
    const leaver = await region.add(2, region.places.school, '离老师')
    const id = await sent(leaver)
    await agreed(id, region.people.school)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${leaver.identityId}`)
    expect((await readersOf(id)).toSorted()).toEqual([...ofSchool].toSorted())
  })

  it('is refused with its field: no reach, one that is none, no licence, gaps', async () => {
    const { teacher, expert } = region.people
    const gap = await drafted(teacher, { file: null })
    expect((await decide(teacher, gap, 'publish')).data.errors[0]?.field).toBe('file')
    for (const [key, bad] of [
      ['shareScope', '7'],
      ['shareScope', { in: '1' }],
      ['nothing', 'x'],
    ] as const) {
      const refused: View = await teacher.post(base, { value: await valueOf(teacher, { [key]: bad }) })
      expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, key])
    }
    const none = await drafted(teacher, { shareScope: null })
    expect((await decide(teacher, none, 'publish')).data.errors[0]?.field).toBe('shareScope')
    for (const [more, field, says] of [
      [{ licence: '1', shareScope: '2' }, 'licence', '仅供校内教学'],
      [{ licence: '9', shareScope: '9' }, 'licence', 'CC 许可'],
      [{ isOriginal: false }, 'sourceNote', '写明来源'],
      [{ statement: false }, 'statement', '确认声明'],
    ] as const) {
      const unsound = await drafted(teacher, more)
      const refused = await decide(teacher, unsound, 'publish')
      expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, field])
      expect(refused.data.errors[0]?.message).toContain(says)
    }
    expect((await expert.post(base, { value: await valueOf(teacher) })).status).toBe(403)
    expect((await teacher.post('/api/v1/contents/notice', { value: {} })).status).toBe(403)
    expect((await teacher.get('/api/v1/contents/nothing')).status).toBe(400)
  })

  it('may not be somebody else’s file', async () => {
    const { teacher, colleague } = region.people
    const value = await valueOf(teacher, { file: await picture(region, colleague) })
    const refused: View = await teacher.post(base, { value })
    expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'file'])
  })
})

describe('what an office writes of such a type', () => {
  it('is the office’s own: its colleagues see the draft, and only levels above agree', async () => {
    const { school, school2, teacher, area } = region.people
    const id = await drafted(school, { shareScope: '1' })
    expect([(await school2.get(at(id))).status, (await teacher.get(at(id))).status]).toEqual([200, 404])
    expect((await look(school2, id)).author).toBeUndefined()
    expect((await decide(school2, id, 'publish')).data.state).toBe('published')
    const wider = await drafted(school, { shareScope: '2' })
    expect(steps((await decide(school, wider, 'publish')).data)).toEqual(['东区教育局'])
    await agreed(wider, area)
  })
})

describe('what a teacher wrote', () => {
  it('is agreed to by the declared offices where a chain published later leaves one out', async () => {
    const { teacher } = region.people
    await region.db.execute(sql`
      insert into flow (type, version, chain)
      select 'resource', max(version) + 1, '[{"level":"school"}]'::jsonb from flow where type = 'resource'`)
    const id = await drafted(teacher, { shareScope: '3' })
    expect(steps(await look(teacher, id))).toEqual(['东区一中', '东区教育局', '市教育局'])
  })
})

/** Moves a teacher to the neighbouring school, as offices do. */
async function moved(who: Person): Promise<void> {
  const { siblingSchool, school, area } = region.people
  const made = await begin(siblingSchool, 'transfer', await numbered(region, who), {
    kind: '1',
    effectiveOn: '2026-09-01',
    reason: '工作需要',
  })
  const asked = await actOn(siblingSchool, made, 'submit')
  await actOn(school, asked, 'agree')
  expect((await actOn(area, asked, 'agree', { reason: '同意' })).data.state).toBe('done')
}
