import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageChoices } from '../../../catalogue/contract/account/message-choices.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { keys } from '../../app/testing/test-sign-in.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  choicesUrl,
  choose,
  reachable as reachablePerson,
  sendAll as sendEverything,
  write as writeTo,
} from './test-deliveries.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('forward')))
afterAll(() => region.close())

const url = choicesUrl

/** What goes out by mail and short message. */
async function sendAll() {
  const sent = await sendEverything(region)
  const of = (name: string) =>
    sent.filter(({ channel }) => channel === name).map(({ to, text }) => ({ to, text }))
  return { mails: of('mail'), texts: of('sms') }
}
const write = (who: Person, kind: string, title: string) => writeTo(region, who, kind, title)
const reachable = (label: string) => reachablePerson(region, label)

describe('messages by mail and short message', () => {
  it('go out as chosen, together, with how many and of which kind and nothing of what they say', async () => {
    const who = await reachable('zhong')
    expect((await who.get<MessageChoices>(url)).data).toMatchObject({
      ready: { mail: true, sms: true },
      list: [],
    })
    await write(who, '2', '选之前的')
    expect(
      (
        await choose(who, [
          { kind: '2', by: 'mail' },
          { kind: '3', by: 'mail' },
          { kind: '3', by: 'sms' },
        ])
      ).data.list,
    ).toHaveLength(3)
    await write(who, '2', '您的学历被退回修改：湘雅医学院')
    await write(who, '2', '您的学位通过')
    await write(who, '3', '待办')
    await write(who, '1', '系统')
    const { mails, texts } = await sendAll()
    expect(mails).toEqual([
      {
        to: 'zhong@example.cn',
        text: expect.stringContaining(
          '您有 3 条未读消息：审核消息 2 条，待办提醒 1 条。\n请登录查看：https://portal.example.cn/login',
        ),
      },
    ])
    expect(texts).toEqual([
      { to: '13911110000', text: '杏坛：您有 1 条未读消息：待办提醒 1 条。请登录查看。' },
    ])
    expect(JSON.stringify([mails, texts])).not.toContain('湘雅')
    expect(await sendAll()).toEqual({ mails: [], texts: [] })
  })

  it('say what waits, too, where somebody wants them together once a day', async () => {
    const who = await reachable('hui')
    await choose(who, [{ kind: '2', by: 'mail' }])
    const pace = { every: 'daily', at: '08:10', quietFrom: null, quietTo: null, workdays: false }
    expect((await who.put('/api/v1/user/messagePace', pace)).msg).toBe('ok')
    await write(who, '2', '您的学位通过')
    expect((await sendAll()).mails[0]?.text).toContain(
      '您有 1 条未读消息：审核消息 1 条。现有 14 件待办，2 件超期，最久的已等 9 天。',
    )
  })

  it('wait a little, and do not go out once they were read, deleted or are no longer wanted', async () => {
    const who = await reachable('shen')
    await choose(who, [{ kind: '2', by: 'mail' }])
    const [read, deleted] = [await write(who, '2', '读过'), await write(who, '2', '删掉')]
    const waits = await region.db.query<{ minutes: number }>(sql`
      select round(extract(epoch from ready_at - now()) / 60)::int as minutes
      from delivery
      where person_id = ${who.personId}`)
    expect(waits).toEqual([{ minutes: 2 }, { minutes: 2 }])
    await who.put(`/api/v1/userSystemMessage/read/${read.id}`, {})
    await who.del(`/api/v1/userSystemMessage/${deleted.id}`)
    expect((await sendAll()).mails).toEqual([])
    await write(who, '2', '不要了')
    await choose(who, [])
    expect((await sendAll()).mails).toEqual([])
  })

  it('are each person’s own business, and of known kinds and ways', async () => {
    const [one, other] = [await reachable('wo'), await reachable('ni')]
    await choose(one, [{ kind: '2', by: 'mail' }])
    expect((await other.get<MessageChoices>(url)).data.list).toEqual([])
    await write(other, '2', '他人的')
    expect((await sendAll()).mails).toEqual([])
    for (const bad of [
      [{ kind: '99', by: 'mail' }],
      [{ kind: '2', by: 'pigeon' }],
      'all',
      Array(30).fill({ kind: '2', by: 'mail' }),
    ]) {
      const answer = await one.put<{ errors: { message: string }[] }>(url, { list: bad })
      expect(answer.status).toBe(400)
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
  })

  it('of a whole office come from one statement, through the consumer as well as by hand', async () => {
    const officer = await region.add(3, region.places.sibling, 'ban')
    await region.db.execute(
      sql`update person
        set email_sealed = ${keys.seal('ban@example.cn', `person|email|${officer.personId}`)}
        where id = ${officer.personId}`,
    )
    await choose(officer, [
      { kind: '3', by: 'mail' },
      { kind: '3', by: 'sms' },
    ])
    await region.db.execute(sql`
      insert into message (identity_id, kind, title)
      select a.id, '3', '待办'
      from identity a
      where a.institution_id = ${officer.institutionId} and a.role = 3`)
    const { mails, texts } = await sendAll()
    expect([mails.map(({ to }) => to), texts]).toEqual([['ban@example.cn'], []])
  })
})
