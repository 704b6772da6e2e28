import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doubtful, late, leftEarly, present } from '../../../catalogue/presence/rules.ts'
import {
  answerQuestion,
  attendanceOf,
  beginClaim,
  cancelSession,
  claimOffline,
  codesAhead,
  doubtsOf,
  issuePass,
  markByHand,
  markByOwnCode,
  ownCode,
  teacherOfPass,
} from './index.ts'
import { at, eventsIn, testKeys, testRegion, type Region } from './test-event.ts'

let region: Region
let events: ReturnType<typeof eventsIn>
let [anna, bert] = [0, 0]
beforeAll(async () => {
  region = await testRegion('presence-claims')
  events = eventsIn(region)
  anna = region.people.teacher.teacherId ?? 0
  bert = region.people.colleague.teacherId ?? 0
})
afterAll(() => region.close())

const by = () => region.people.school.identityId
const codeAt = (session: string, moment: number) => codesAhead(testKeys, session, moment).codes[0] ?? ''
const claimOf = (begun: object): string => {
  if (!('claim' in begun) || typeof begun.claim !== 'string') throw new Error('no claim')
  return begun.claim
}

describe('the screen', () => {
  it('holds codes and numbers of ten minutes, of one session', async () => {
    const now = at('08:31:07')
    const screen = codesAhead(testKeys, 'one', now)
    expect([screen.slotSeconds, screen.codes.length, screen.numbers.length]).toEqual([15, 40, 40])
    expect(screen.codes.every((code) => /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code))).toBe(true)
    expect(screen.numbers.every((number) => number >= 10 && number <= 99)).toBe(true)
    expect(new Set(screen.codes).size).toBe(40)
    expect(codesAhead(testKeys, 'one', now + 15_000).codes[0]).toBe(screen.codes[1])
    expect(codesAhead(testKeys, 'two', now).codes[0]).not.toBe(screen.codes[0])
  })

  it('is good for a code in its slot and the next, then it is over (19)', async () => {
    const { sessionId } = await events.event()
    const shown = at('08:31:00')
    const scan = (time: string) => events.scan(sessionId, at(time), 'phone', shown)
    expect(await scan('08:31:00')).toHaveProperty('claim')
    expect(await scan('08:31:14.999')).toHaveProperty('claim')
    expect(await scan('08:31:29.9')).toHaveProperty('question')
    await expect(scan('08:31:30.0')).rejects.toThrow('二维码已过期，请扫大屏')
  })

  it('takes no code of another session, of a slot to come, or of nowhere', async () => {
    const [one, other] = [await events.event(), await events.event()]
    const scan = (session: string, code: string) =>
      beginClaim(region.db, testKeys, { session, code, device: 'phone' }, at('08:31:00'))
    const refused = '二维码已过期，请扫大屏'
    await expect(scan(one.sessionId, codeAt(other.sessionId, at('08:31:00')))).rejects.toThrow(refused)
    await expect(scan(one.sessionId, codeAt(one.sessionId, at('08:31:15')))).rejects.toThrow(refused)
    await expect(scan(one.sessionId, codeAt(one.sessionId, at('09:31:15')))).rejects.toThrow(refused)
    await expect(scan(one.sessionId, '')).rejects.toThrow(refused)
    await expect(scan('no session', 'ABCDEFGHJK')).rejects.toThrow('没有找到')
    await region.db.transaction((tx) => cancelSession(tx, other.key, { reason: '停电', now: at('08:00:00') }))
    await expect(scan(other.sessionId, codeAt(other.sessionId, at('08:31:00')))).rejects.toThrow('没有找到')
  })

  it('says when it is too early or too late', async () => {
    const { sessionId } = await events.event()
    await expect(events.scan(sessionId, at('07:59:59'))).rejects.toThrow('还没到签到时间')
    await expect(events.scan(sessionId, at('09:10:01'))).rejects.toThrow('请申请更正')
  })
})

describe('a claim', () => {
  it('counts by its moment, not by that of signing in (20, 21)', async () => {
    const { sessionId } = await events.event()
    const claim = claimOf(await events.scan(sessionId, at('08:39:50')))
    expect(await events.bind(claim, anna, at('08:41:10'))).toMatchObject({
      status: present,
      moment: at('08:39:50'),
      means: 'code',
    })
    const other = await events.event()
    expect((await events.checkIn(other.sessionId, anna, at('08:40:01'))).status).toBe(late)
  })

  it('is over after three minutes, and nothing when it is cut off or altered', async () => {
    const { sessionId } = await events.event()
    const claim = claimOf(await events.scan(sessionId, at('08:31:00')))
    await expect(events.bind(claim, anna, at('08:34:00') + 1)).rejects.toThrow('3 分钟')
    const [body = '', mac = ''] = claim.split('.')
    const altered = Buffer.from(
      Buffer.from(body, 'base64url')
        .toString()
        .replace(/"moment":\d+/, `"moment":${at('08:33:00')}`),
    ).toString('base64url')
    for (const token of [body, claim.slice(0, -4), `${altered}.${mac}`, '', '.', `${claim}.x`])
      await expect(events.bind(token, anna, at('08:33:00'))).rejects.toThrow('请扫大屏')
  })

  it('makes one mark, sent fifty times at once', async () => {
    const { eventId, sessionId } = await events.event()
    const claim = claimOf(await events.scan(sessionId, at('08:31:00')))
    const marks = await Promise.all(
      Array.from({ length: 50 }, () => events.bind(claim, anna, at('08:31:05'))),
    )
    expect(new Set(marks.map(({ id }) => id)).size).toBe(1)
    expect(await events.marks(eventId)).toEqual([
      { teacher_id: anna, way: 'in', status: present, doubt: null },
    ])
    expect(marks.every(({ acts }) => acts === 1)).toBe(true)
  })

  it('belongs to the person who used it first', async () => {
    const { eventId, sessionId } = await events.event()
    const claim = claimOf(await events.scan(sessionId, at('08:31:00')))
    const both = await Promise.allSettled([anna, bert].map((who) => events.bind(claim, who, at('08:31:05'))))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await events.marks(eventId)).toHaveLength(1)
    await expect(
      Promise.all([anna, bert].map((who) => events.bind(claim, who, at('08:31:06')))),
    ).rejects.toThrow('已由他人用过')
  })

  it('of two phones at once makes one mark of the person', async () => {
    const { eventId, sessionId } = await events.event()
    const claims = await Promise.all(
      Array.from({ length: 8 }, async (_, n) =>
        claimOf(await events.scan(sessionId, at('08:31:00'), `phone ${n}`)),
      ),
    )
    await Promise.all(claims.map((claim) => events.bind(claim, anna, at('08:31:05'))))
    expect(await events.marks(eventId)).toHaveLength(1)
  })

  it('of two hundred people at once makes two hundred marks', async () => {
    const { eventId, sessionId } = await events.event()
    const people = Array.from({ length: 200 }, (_, n) => 1_000_000 + n)
    await Promise.all(people.map((who) => events.checkIn(sessionId, who, at('08:31:00'))))
    const marks = await events.marks(eventId)
    expect([marks.length, new Set(marks.map((mark) => mark.teacher_id)).size]).toEqual([200, 200])
    expect(marks.every(({ status }) => status === present)).toBe(true)
  })

  it('of a second person on one phone is a doubt that shows both, also at once (22)', async () => {
    const { eventId, sessionId } = await events.event()
    const both = await Promise.all(
      [anna, bert].map((who) => events.checkIn(sessionId, who, at('08:31:00'), 'one phone')),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([present, doubtful])
    const [doubt, ...more] = await doubtsOf(region.db, eventId)
    expect(more).toEqual([])
    expect(doubt?.mark).toMatchObject({ doubt: 'device', status: doubtful })
    expect(
      new Set([doubt?.mark.teacherId, ...(doubt?.beside ?? []).map(({ teacherId }) => teacherId)]),
    ).toEqual(new Set([anna, bert]))
  })

  it('of somebody on leave is a doubt', async () => {
    const { key, sessionId } = await events.event()
    const setting = { status: '4', reason: '事假', by: by() } as const
    await region.db.transaction((tx) => markByHand(tx, events.markKey(key, anna), setting, at('07:00:00')))
    expect(await events.checkIn(sessionId, anna, at('08:31:00'))).toMatchObject({
      status: doubtful,
      doubt: 'leave',
    })
  })

  it('at the end of a session signs out who signed in', async () => {
    const { eventId, sessionId } = await events.event(1, { signOut: true })
    await events.checkIn(sessionId, anna, at('08:31:00'))
    await events.checkIn(sessionId, bert, at('08:31:00'))
    expect(await events.checkIn(sessionId, anna, at('11:50:00'))).toMatchObject({ way: 'out' })
    await expect(events.scan(sessionId, at('11:44:00'))).rejects.toThrow('签到时间已过')
    const attendance = await attendanceOf(region.db, { eventId, teachers: [anna, bert] }, at('13:00:00'))
    expect([anna, bert].map((who) => attendance.get(who)?.statuses.get(sessionId))).toEqual([
      present,
      leftEarly,
    ])
  })
})

describe('the question of a claim', () => {
  const asked = at('08:31:20')
  async function question() {
    const { sessionId } = await events.event()
    const begun = await events.scan(sessionId, asked, 'phone', at('08:31:00'))
    if (!('question' in begun)) throw new Error('no question')
    const { codes, numbers } = codesAhead(testKeys, sessionId, asked)
    expect(codes).toHaveLength(40)
    const right = numbers[0] ?? 0
    const wrong = begun.numbers.filter((number) => number !== right)
    const answer = (number: number, moment = asked + 1_000) =>
      answerQuestion(region.db, testKeys, { question: begun.question, number }, moment)
    return { ...begun, sessionId, right, wrong, answer, next: numbers[1] ?? 0 }
  }

  it('offers three numbers, of which that beside the code is right', async () => {
    const { numbers, right, answer } = await question()
    expect([numbers.length, new Set(numbers).size, numbers.includes(right)]).toEqual([3, 3, true])
    const bound = await events.bind(claimOf(await answer(right)), anna, asked + 5_000)
    expect(bound).toMatchObject({ status: present, moment: asked })
    // Sent again it is the same answer; the number that comes next is right once it is there.
    expect(await answer(right)).toHaveProperty('claim')
    const later = await question()
    expect(await later.answer(later.next, at('08:31:31'))).toHaveProperty('claim')
  })

  it('lets answer twice within twenty seconds; the second right answer is a doubt', async () => {
    const second = await question()
    expect(await second.answer(second.wrong[0] ?? 0)).toEqual({ left: 1 })
    const claim = claimOf(await second.answer(second.right))
    expect(await events.bind(claim, bert, asked + 3_000)).toMatchObject({ status: doubtful, doubt: 'number' })
    const third = await question()
    expect(await third.answer(third.wrong[0] ?? 0)).toEqual({ left: 1 })
    expect(await third.answer(third.wrong[1] ?? 0)).toEqual({ left: 0 })
    expect(await third.answer(third.right)).toEqual({ left: 0 })
    const slow = await question()
    await expect(slow.answer(slow.right, asked + 20_001)).rejects.toThrow('选择超时')
  })

  it('is not answered by all three numbers at once', async () => {
    const { wrong, answer } = await question()
    const tries = await Promise.all([...wrong, ...wrong].map((number) => answer(number)))
    expect(tries.filter((one) => 'left' in one && one.left > 0)).toHaveLength(1)
  })

  it('is no claim by itself', async () => {
    const { question: token } = await question()
    await expect(events.bind(token, anna, asked)).rejects.toThrow('请扫大屏')
  })
})

describe('without the screen', () => {
  it('the phone keeps the code and sends it within a day, as a doubt (23)', async () => {
    const { key, sessionId } = await events.event()
    const code = codeAt(sessionId, at('08:35:00'))
    const send = (moment: number, more = {}) =>
      region.db.transaction((tx) =>
        claimOffline(
          tx,
          testKeys,
          { ...key, code, device: 'phone', teacherId: anna, by: by(), ...more },
          moment,
        ),
      )
    await expect(send(at('09:36:00', '2026-11-24'))).rejects.toThrow('申请更正')
    const marks = await Promise.all([send(at('11:20:00')), send(at('11:20:00')), send(at('11:20:01'))])
    expect(new Set(marks.map(({ id }) => id)).size).toBe(1)
    expect(marks[0]).toMatchObject({ status: doubtful, doubt: 'offline', moment: at('08:35:00') })
    const refused = '这不是本场的签到码'
    await expect(send(at('11:20:00'), { code: codeAt(sessionId, at('09:20:00')) })).rejects.toThrow(refused)
    await expect(send(at('08:34:00'), { teacherId: bert })).rejects.toThrow(refused)
    await expect(send(at('11:20:00'), { code: 'ABCDEFGHJK' })).rejects.toThrow(refused)
  })

  it('a phone that signed in once has a pass of the event until it ends', async () => {
    const [{ eventId }, other] = [await events.event(), await events.event()]
    const until = at('18:00:00', '2036-11-27')
    const secret = await issuePass(region.db, { eventId, teacherId: anna, until })
    const whose = (event: string, pass: string, now: number) =>
      teacherOfPass(region.db, { eventId: event, secret: pass, now })
    expect(await whose(eventId, secret, until)).toBe(anna)
    expect(await whose(eventId, secret, until + 1)).toBeUndefined()
    expect(await whose(other.eventId, secret, until)).toBeUndefined()
    expect(await whose(eventId, secret.slice(1), until)).toBeUndefined()
  })

  it('the own code of a teacher is scanned within a minute', async () => {
    const [{ eventId, key }, other] = [await events.event(), await events.event()]
    const token = ownCode(testKeys, { eventId, teacherId: anna }, at('08:31:00'))
    const scan = (moment: number, where = key) =>
      region.db.transaction((tx) => markByOwnCode(tx, testKeys, { ...where, token, by: by() }, moment))
    await expect(scan(at('08:32:00') + 1)).rejects.toThrow('本人码已过期')
    await expect(scan(at('08:31:30'), other.key)).rejects.toThrow('不是本活动学员')
    expect(await scan(at('08:31:30'))).toMatchObject({ status: present, means: 'ownCode', teacherId: anna })
  })
})
