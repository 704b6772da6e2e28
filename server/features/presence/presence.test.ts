import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type {
  CheckedIn,
  CodesAhead,
  LedSession,
  OwnCodeMarked,
  OwnSession,
  TrainingDayLine,
} from '../../../catalogue/contract/training/presence.ts'
import type { CreditAnswer } from '../../../catalogue/contract/training/credit.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'
import { phoneIn } from './test-phone.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('presence-calls')))
afterEach(() => vi.useRealTimers())
afterAll(() => region.close())

const base = '/api/v1/presence'
const day = '2026-11-23'
const at = (time: string, on = day): number => Date.parse(`${on}T${time}+08:00`)
/** Sets the portal's clock. */
const clock = (time: string, on = day) => vi.useFakeTimers({ toFake: ['Date'], now: at(time, on) })

const draft = (more: object = {}) => ({
  title: '大单元教学研讨',
  day,
  from: '08:30',
  to: '12:00',
  place: '阶梯教室',
  hours: 4,
  teachers: [region.people.teacher.teacherId, region.people.colleague.teacherId],
  ...more,
})
const plan = (who: Person, more: object = {}): Promise<Answer<{ id: string; errors: { field: string }[] }>> =>
  who.post(`${base}/days`, draft(more))
const planned = async (more: object = {}) => (await plan(region.people.school, more)).data.id
const codesOf = async (id: string) =>
  (await region.people.school.post<CodesAhead>(`${base}/sessions/${id}/codes`)).data
const read = async (id: string) => (await region.people.school.get<LedSession>(`${base}/sessions/${id}`)).data
const personIn = async (id: string, { teacherId }: Person) =>
  (await read(id)).people.find((one) => one.teacherId === teacherId)

/** Scans the code of a moment at that moment and checks in at another one. */
async function checkIn(id: string, who: Person, { scan, bind = scan }: { scan: string; bind?: string }) {
  const phone = phoneIn(region)
  clock(scan)
  const { codes } = await codesOf(id)
  const state = await phone.scan(id, codes[0] ?? '')
  clock(bind)
  return { phone, state, answer: await phone.call<CheckedIn>('POST', 'claim', who) }
}

describe('a training day', () => {
  it('is planned by the school, with everything that is wrong named', async () => {
    const { school, stranger } = region.people
    clock('07:00:00')
    const faults = async (more: object) => {
      const { status, msg, data } = await plan(school, more)
      return [status, data.errors.map(({ field }) => field), msg]
    }
    expect(await faults({ to: '08:30' })).toEqual([400, ['to'], '结束时间要晚于开始时间'])
    expect(await faults({ teachers: [] })).toEqual([400, ['teachers'], '请选择参加的教师'])
    expect(await faults({ teachers: [stranger.teacherId] })).toEqual([
      400,
      ['teachers'],
      '名单里有人不在本校，请只选本校教师',
    ])
    expect((await faults({ title: ' ' }))[2]).toBe('请填写主题')
    expect((await faults({ day: '2026-02-30' }))[1]).toEqual(['day'])
    expect((await faults({ from: '25:00' }))[1]).toEqual(['from'])
    expect((await faults({ hours: 4.05 }))[2]).toBe('学时最多一位小数')
    const id = await planned()
    const { list } = (await school.get<{ list: TrainingDayLine[] }>(`${base}/days`)).data
    expect(list[0]).toMatchObject({ id, state: 'planned', expected: 2, marked: 0, hours: 4 })
  })

  it('belongs to its school: nobody else leads it, and the others do not learn of it', async () => {
    const id = await planned()
    const { siblingSchool, otherSchool, teacher, area, province } = region.people
    const setting = { teacherId: teacher.teacherId, status: '1', reason: '手机没电' }
    for (const who of [siblingSchool, otherSchool]) {
      const answers = [
        await who.get(`${base}/sessions/${id}`),
        await who.post(`${base}/sessions/${id}/codes`),
        await who.post(`${base}/sessions/${id}/marks`, setting),
        await who.post(`${base}/sessions/${id}/doubts`, setting),
        await who.post(`${base}/sessions/${id}/heads`, { heads: 3 }),
        await who.post(`${base}/sessions/${id}/sheet`, { rows: [{ row: 2, name: '林疏影', cell: '出勤' }] }),
        await who.post(`${base}/sessions/${id}/fix`),
        await who.put(`${base}/days/${id}`, draft()),
        await who.post(`${base}/days/${id}/cancel`, { reason: '停电' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      expect((await who.get<{ list: TrainingDayLine[] }>(`${base}/days`)).data.list).toEqual([])
    }
    for (const who of [area, province])
      expect((await who.post(`${base}/sessions/${id}/codes`)).status).toBe(404)
    expect((await teacher.post(`${base}/sessions/${id}/codes`)).status).toBe(404)
    const unsigned = await region.app.inject({ method: 'POST', url: `${base}/sessions/${id}/codes` })
    expect(unsigned.statusCode).toBe(401)
    expect((await region.people.school.get(`${base}/sessions/x`)).status).toBe(400)
  })

  it('keeps its times and people once there are marks, and can be called off', async () => {
    const { school, teacher, colleague } = region.people
    const id = await planned()
    await checkIn(id, teacher, { scan: '08:31:00' })
    const change = (more: object) => school.put(`${base}/days/${id}`, draft(more))
    expect((await change({ from: '09:00' })).status).toBe(409)
    const off = await change({ teachers: [colleague.teacherId] })
    expect([off.status, off.msg]).toEqual([400, '林疏影已有签到（出勤），不能从名单移出'])
    expect((await change({ title: '改了题目', teachers: [teacher.teacherId] })).status).toBe(200)
    expect((await read(id)).people.map(({ name }) => name)).toEqual(['林疏影'])
    expect((await school.post(`${base}/days/${id}/cancel`, { reason: ' ' })).status).toBe(400)
    expect((await school.post(`${base}/days/${id}/cancel`, { reason: '停电' })).status).toBe(200)
    expect((await read(id)).state).toBe('cancelled')
    const late = await school.post(`${base}/sessions/${id}/codes`)
    expect([late.status, late.msg]).toEqual([409, '这一场已取消'])
    expect((await school.post(`${base}/days/${id}/cancel`, { reason: '停电' })).status).toBe(409)
  })
})

describe('a scan', () => {
  it('counts in its slot; in the next one a question comes first; then it has expired (19)', async () => {
    const id = await planned()
    clock('08:31:00')
    const { codes, numbers, slotSeconds } = await codesOf(id)
    expect([codes.length, numbers.length, slotSeconds]).toEqual([40, 40, 15])
    const [code = ''] = codes
    const scan = (time: string) => (clock(time), phoneIn(region).scan(id, code))
    expect((await scan('08:31:14.999')).state).toBe('claim')
    const question = await scan('08:31:29.900')
    expect(question.state).toBe('question')
    expect(await scan('08:31:30')).toEqual({ state: 'refused', message: '二维码已过期，请扫大屏' })
  })

  it('is asked for the number on the screen, and judged twice at most', async () => {
    const id = await planned()
    const { teacher } = region.people
    clock('08:31:00')
    const { codes, numbers } = await codesOf(id)
    clock('08:31:20')
    const phone = phoneIn(region)
    expect(await phone.scan(id, codes[0] ?? '')).toMatchObject({ state: 'question' })
    expect((await phone.call('POST', 'claim', teacher)).status).toBe(409)
    const wrong = await phone.call<{ left: number }>('POST', 'answer', null, { number: 5 })
    expect(wrong.data.left).toBe(1)
    expect((await phone.call('POST', 'answer', null, { number: numbers[1] ?? 0 })).data).toEqual({
      left: null,
    })
    const bound = await phone.call<CheckedIn>('POST', 'claim', teacher)
    expect(bound.data).toMatchObject({ status: '7', doubt: 'number' })
    expect((await phone.call('POST', 'answer', null, { number: 'x' })).status).toBe(400)
  })

  it('keeps its moment while somebody signs in, and lapses after three minutes (20)', async () => {
    const id = await planned()
    const { teacher, colleague } = region.people
    const { answer, state, phone } = await checkIn(id, teacher, { scan: '08:39:50', bind: '08:41:10' })
    expect(state).toMatchObject({ state: 'claim', title: '大单元教学研讨', place: '阶梯教室' })
    expect(answer.data).toMatchObject({ status: '1', moment: at('08:39:50'), name: '林疏影', doubt: null })
    // Sent again it is the same mark; another person cannot use it.
    expect((await phone.call<CheckedIn>('POST', 'claim', teacher)).data).toEqual(answer.data)
    const second = await phone.call('POST', 'claim', colleague)
    expect([second.status, second.msg]).toEqual([400, '本次扫码已由他人用过，请自己扫大屏上的二维码'])
    const { answer: late } = await checkIn(id, colleague, { scan: '08:39:50', bind: '08:42:51' })
    expect([late.status, late.msg]).toEqual([400, '签到没有在 3 分钟内完成，请重新扫大屏'])
  })

  it('is present, late or too late by its moment, and nothing before the doors open (21)', async () => {
    const { teacher } = region.people
    const statuses = []
    for (const scan of ['08:40:00', '08:40:01', '09:10:00']) {
      // Each has a day of its own.
      const { answer } = await checkIn(await planned(), teacher, { scan })
      statuses.push(answer.data.status)
    }
    expect(statuses).toEqual(['1', '2', '2'])
    const id = await planned()
    const refused = async (time: string) => {
      clock(time)
      return phoneIn(region).scan(id, (await codesOf(id)).codes[0] ?? '')
    }
    expect(await refused('09:10:01')).toEqual({
      state: 'refused',
      message: '签到时间已过，如确已到场请申请更正',
    })
    expect(await refused('07:59:59')).toEqual({ state: 'refused', message: '还没到签到时间' })
  })

  it('of a second person on one phone waits for the leader, with both names (22)', async () => {
    const id = await planned()
    const { teacher, colleague, school } = region.people
    const { phone } = await checkIn(id, teacher, { scan: '08:31:00' })
    clock('08:32:00')
    await phone.scan(id, (await codesOf(id)).codes[0] ?? '')
    const second = await phone.call<CheckedIn>('POST', 'claim', colleague)
    expect(second.data).toMatchObject({ status: '7', doubt: 'device', name: '曾广' })
    expect((await personIn(id, colleague))?.marks).toMatchObject([
      { status: '7', doubt: 'device', beside: ['林疏影'] },
    ])
    const setting = { teacherId: colleague.teacherId, status: '1', reason: '现场核实' }
    const byHand = await school.post(`${base}/sessions/${id}/marks`, setting)
    expect([byHand.status, byHand.msg]).toEqual([409, '该签到待核，请在“待核”中核定'])
    expect((await school.post(`${base}/sessions/${id}/fix`)).status).toBe(409)
    expect((await school.post(`${base}/sessions/${id}/doubts`, setting)).status).toBe(200)
    expect((await personIn(id, colleague))?.status).toBe('1')
  })

  it('needs a teacher on the list; a pass of the phone is enough where somebody signed in before', async () => {
    const id = await planned({ teachers: [region.people.teacher.teacherId] })
    const { teacher, colleague, school } = region.people
    const refused = await checkIn(id, colleague, { scan: '08:31:00' })
    expect([refused.answer.status, refused.answer.msg]).toEqual([403, '您不在本场名单中，请找现场负责人核对'])
    expect((await refused.phone.call('POST', 'claim', school)).msg).toBe(
      '签到要用教师身份，请切换到教师身份再扫',
    )
    expect((await refused.phone.call('POST', 'claim')).status).toBe(401)
    expect((await phoneIn(region).call('POST', 'claim', teacher)).status).toBe(409)
    const { phone } = await checkIn(id, teacher, { scan: '08:31:30' })
    clock('08:35:00')
    await phone.scan(id, (await codesOf(id)).codes[0] ?? '')
    expect((await phone.call<CheckedIn>('POST', 'claim')).data).toMatchObject({ status: '1', name: '林疏影' })
    // The pass is good for nothing else.
    expect((await phone.call('GET', 'mine')).status).toBe(401)
    const other = await planned({ teachers: [teacher.teacherId] })
    await phone.scan(other, (await codesOf(other)).codes[0] ?? '')
    expect((await phone.call('POST', 'claim')).status).toBe(401)
  })

  it.each([
    ['x.y'],
    ['0190b3f0-0000-7000-8000-000000000000.ABCDEFGHJK'],
    ['%00.%00'],
    ["'; drop table teacher--.A"],
  ])('of %s is told that there is no such session, or that the code is old', async (scan) => {
    const response = await region.app.inject({ url: `/q/${encodeURIComponent(scan)}` })
    expect(response.statusCode).toBe(303)
  })
})

describe('a scan without network', () => {
  it('waits for the leader when sent within a day, later it is refused (23)', async () => {
    const { teacher, colleague } = region.people
    const id = await planned()
    clock('08:35:00')
    const code = (await codesOf(id)).codes[0] ?? ''
    clock('11:20:00')
    const phone = phoneIn(region)
    const sent = await phone.call<CheckedIn>('POST', 'offline', teacher, { session: id, code })
    expect(sent.data).toMatchObject({ status: '7', doubt: 'offline', moment: at('08:35:00') })
    expect((await phone.call('POST', 'offline', teacher, { session: id, code })).data).toEqual(sent.data)
    clock('09:35:00', '2026-11-24')
    const late = await phoneIn(region).call('POST', 'offline', colleague, { session: id, code })
    expect([late.status, late.msg]).toEqual([
      409,
      '离线签到要在 24 小时内上传；如确已到场，可在课后三个工作日内申请更正',
    ])
    const invented = await phone.call('POST', 'offline', colleague, { session: id, code: 'ABCDEFGHJK' })
    expect([invented.status, invented.msg]).toEqual([400, '这不是本场的签到码，请扫大屏上的二维码'])
    expect((await phone.call('POST', 'offline', colleague, { session: id, code: 'x' })).status).toBe(400)
    expect((await phoneIn(region).call('POST', 'offline', null, { session: id, code })).status).toBe(401)
  })
})

describe('a leader', () => {
  it('marks by hand, by the own code of a phone and by the paper list', async () => {
    const { school, teacher, colleague, stranger } = region.people
    const id = await planned()
    clock('08:31:00')
    const hand = (body: object) => school.post(`${base}/sessions/${id}/marks`, body)
    const setting = { teacherId: teacher.teacherId, status: '4', reason: '病假' }
    expect((await hand({ ...setting, reason: '' })).msg).toBe('请写明原因')
    expect((await hand({ ...setting, status: '7' })).status).toBe(400)
    expect((await hand({ ...setting, teacherId: stranger.teacherId })).status).toBe(404)
    expect((await hand(setting)).status).toBe(200)
    expect((await personIn(id, teacher))?.status).toBe('4')
    const own = await colleague.post<{ code: string }>(`${base}/sessions/${id}/ownCode`)
    expect((await stranger.post(`${base}/sessions/${id}/ownCode`)).status).toBe(404)
    const scan = (who: Person) =>
      who.post<OwnCodeMarked>(`${base}/sessions/${id}/ownCodes`, { code: own.data.code })
    const scanned = await scan(school)
    expect(scanned.data).toMatchObject({ name: '曾广', status: '1', ledAt: '/school/xbyx' })
    // Opened again it is the same mark. Nobody but the school finds the session.
    expect((await scan(school)).data).toEqual(scanned.data)
    for (const who of [colleague, teacher, stranger, region.people.siblingSchool, region.people.area])
      expect((await scan(who)).status).toBe(404)
    expect((await school.post(`${base}/sessions/${id}/ownCodes`, { code: 'x' })).status).toBe(400)
    const sheet = (rows: object[]) =>
      school.post<{ written: number; held: string[]; errors: { message: string }[] }>(
        `${base}/sessions/${id}/sheet`,
        { rows },
      )
    const wrong = await sheet([
      { row: 2, name: '查无此人', cell: '出勤' },
      { row: 3, name: '', cell: '出勤' },
    ])
    expect([wrong.status, wrong.data.errors.map(({ message }) => message)]).toEqual([
      400,
      ['第 2 行：“查无此人”不在本场名单里', '第 3 行：没有姓名'],
    ])
    expect((await sheet([{ row: 2, name: '林疏影', cell: '在' }])).status).toBe(400)
    const done = await sheet([
      { row: 2, name: '林疏影', cell: '公假' },
      { row: 3, name: '曾广', cell: '' },
    ])
    expect(done.data).toEqual({ written: 1, held: [] })
    expect((await personIn(id, teacher))?.status).toBe('5')
    expect((await school.post(`${base}/sessions/${id}/heads`, { heads: 2 })).status).toBe(200)
    expect((await school.post(`${base}/sessions/${id}/heads`, { heads: -1 })).status).toBe(400)
    expect((await read(id)).heads).toBe(2)
  })

  it('decides corrections, and fixes the attendance when the day is over', async () => {
    const { school, teacher, colleague, stranger } = region.people
    const id = await planned()
    await checkIn(id, colleague, { scan: '08:31:00' })
    const ask = (who: Person, body: object) =>
      who.post<{ id: string }>(`${base}/sessions/${id}/corrections`, body)
    clock('11:00:00')
    expect((await school.post(`${base}/sessions/${id}/fix`)).msg).toBe('这一场尚未结束，结束后才能确定出勤')
    clock('13:00:00')
    expect((await ask(stranger, { wish: '1', reason: '到了' })).status).toBe(404)
    expect((await ask(teacher, { wish: '1', reason: '' })).status).toBe(400)
    expect((await ask(teacher, { wish: '7', reason: '到了' })).status).toBe(400)
    const asked = await ask(teacher, { wish: '1', reason: '扫码没成功' })
    expect(asked.status).toBe(200)
    expect((await ask(teacher, { wish: '1', reason: '扫码没成功' })).status).toBe(409)
    const mine = (await teacher.get<{ list: OwnSession[] }>(`${base}/mine`)).data.list
    expect(mine.find((one) => one.id === id)).toMatchObject({
      status: '6',
      correction: { wish: '1', accepted: null },
    })
    expect((await school.post(`${base}/sessions/${id}/fix`)).status).toBe(200)
    const url = `${base}/sessions/${id}/corrections/${asked.data.id}`
    expect((await region.people.siblingSchool.post(url, { accepted: true })).status).toBe(404)
    expect((await school.post(url, { accepted: false })).msg).toBe('请写明原因')
    expect((await school.post(url, { accepted: true })).status).toBe(200)
    expect((await school.post(url, { accepted: true })).status).toBe(409)
    expect((await read(id)).people.map(({ name, status }) => [name, status]).toSorted()).toEqual([
      ['曾广', '1'],
      ['林疏影', '1'],
    ])
    // Whoever came has the hours of the day, one who is corrected the same; once.
    const hours = async (who: Person) =>
      (await who.get<CreditAnswer>(`/api/v1/train/credit?year=2026`)).data.list
        .filter(({ title }) => title === '大单元教学研讨')
        .map((one) => [one.category, one.hours, one.from])
    expect(await hours(teacher)).toEqual([['4', 4, day]])
    expect(await hours(colleague)).toEqual([['4', 4, day]])
    expect(await hours(stranger)).toEqual([])
    const away = await ask(colleague, { wish: '4', reason: '中途请假' })
    await school.post(`${base}/sessions/${id}/corrections/${away.data.id}`, { accepted: true })
    expect((await hours(colleague)).map(([, many]) => many).toSorted()).toEqual([-4, 4])
    const after = await school.post(`${base}/sessions/${id}/codes`)
    expect([after.status, after.msg]).toEqual([409, '出勤已经确定，不能再签到'])
    clock('13:00:00', '2026-12-10')
    const late = await ask(colleague, { wish: '2', reason: '记错了' })
    expect([late.status, late.msg.startsWith('更正要在课后三个工作日内申请')]).toEqual([409, true])
  })
})
