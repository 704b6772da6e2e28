import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type {
  CandidatePage,
  NominationReport,
  SeatBoard,
} from '../../../catalogue/contract/training/enrolments.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { courseIn, entries, projects } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-invite')
  course = courseIn(region)
})
afterAll(() => region.close())

type Faulty<T> = T & { readonly errors?: readonly { readonly field: string; readonly message: string }[] }
const ask = (who: Person, id: string, teachers: readonly Person[], as = 'invitations') =>
  who.post<Faulty<NominationReport>>(`${projects}/${id}/${as}`, {
    teachers: teachers.map(({ teacherId }) => teacherId),
  })
const invited = (host: Person, more: object = {}) => {
  const days = { startDate: addDays(today(), 30), endDate: addDays(today(), 31) }
  return course.opened({ invited: true, trainingLevel: '4', quota: 1, ...days, ...more }, host)
}

describe('a project by invitation', () => {
  it('asks whom the host means; the seat is held while they answer', async () => {
    const { area, school } = region.people
    const { id } = await invited(area)
    const [one, two] = [await course.teacher(), await course.teacher()]
    const done = await ask(area, id, [one, two])
    expect(done.data.done).toMatchObject([{ teacherId: one.teacherId, state: 'toConfirm' }])
    expect(done.data.refused).toMatchObject([
      { teacherId: two.teacherId, message: '名额已经用完，剩余 0 个；可以列入候补' },
    ])
    const entry = done.data.done[0]?.id ?? ''
    // Nobody is enrolled without agreeing, and nobody is asked twice.
    expect((await ask(area, id, [one])).data.refused).toMatchObject([{ message: '同一项目不能重复报名' }])
    expect((await course.act(one, entry, 'agree')).data.state).toBe('confirmed')
    const { pools } = (await area.get<SeatBoard>(`${projects}/${id}/seats`)).data
    expect(pools).toMatchObject([{ granted: 1, held: 1, left: 0 }])
    expect((await school.get<CaseView>(`${entries}/${entry}`)).data.state).toBe('confirmed')
  })

  it('takes neither applications nor recommendations, and only its host invites', async () => {
    const { area, city, school, otherArea, teacher, stranger } = region.people
    const { id } = await invited(area, { quota: 5 })
    const begun = await teacher.post<CaseView>(entries, {
      about: { campaign: id },
      value: { trainingRole: '1' },
    })
    const sent = await course.act(teacher, begun.data.id, 'submit')
    expect([sent.status, JSON.stringify(sent.data)]).toEqual([400, expect.stringContaining('不接受报名')])
    const recommended = await ask(school, id, [teacher], 'nominations')
    expect([recommended.status, recommended.msg]).toEqual([409, '该项目由主办单位邀请参加，不接受推荐'])
    expect((await ask(school, id, [teacher])).status).toBe(403)
    expect((await ask(otherArea, id, [teacher])).status).toBe(404)
    expect((await ask(city, id, [teacher])).status).toBe(404)
    const elsewhere = await ask(area, id, [stranger])
    expect([elsewhere.status, elsewhere.data.errors?.[0]?.field]).toEqual([400, 'teachers'])
    const open = await course.opened()
    expect((await ask(school, open.id, [teacher])).status).toBe(409)
  })

  it('finds teachers in reach by name, and nobody else', async () => {
    const { area, otherArea } = region.people
    const { id } = await invited(area)
    const find = (who: Person, q: string) =>
      who.get<CandidatePage>(`${projects}/${id}/candidates?q=${encodeURIComponent(q)}`)
    expect((await find(area, '林疏影')).data.list).toMatchObject([{ name: '林疏影', unmet: [] }])
    expect((await find(area, '单于飞')).data.list).toEqual([])
    expect((await area.get<CandidatePage>(`${projects}/${id}/candidates`)).data.list).toEqual([])
    expect((await find(otherArea, '林疏影')).status).toBe(404)
  })
})
