import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MessageChoices } from '../../../catalogue/contract/account/message-choices.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { good as password, hashPassword, keys } from '../../app/testing/test-sign-in.ts'
import { findByOutside } from '../../engine/directory/index.ts'
import { createLog } from '../../platform/log/log.ts'
import { StandIn } from '../../platform/channels/testing/stand-in.ts'
import { sql } from '../../platform/db/sql.ts'

const standIn = new StandIn()
let region: Region
beforeAll(async () => {
  const url = await standIn.open()
  region = await testRegion('outside', createLog('silent'), {
    wecom: { url, corpId: 'ww1', agentId: 7, secret: 'right' },
  })
  await region.db.execute(sql`update person set password_hash = ${await hashPassword(password)}`)
})
afterAll(async () => {
  await region.close()
  await standIn.close()
})
beforeEach(() => {
  standIn.taken.length = 0
  standIn.mood = () => 'take'
})

interface TestAnswer {
  readonly errors?: readonly FieldFault[]
  readonly subject?: string
}
const ask = (who: Person, subject: string, provider = 'wecom') =>
  who.post<TestAnswer>('/api/v1/user/outsideCode', { provider, subject })
const bind = (who: Person, body: object) =>
  who.put<TestAnswer>('/api/v1/user/outsideAccount', { provider: 'wecom', password, ...body })
const codeSent = () => /验证码 (\d{6})/.exec(standIn.taken.at(-1)?.text ?? '')?.[1] ?? ''
const boundOf = async (who: Person) => (await who.get<MessageChoices>('/api/v1/user/messageChoices')).data

it('a number at 企业微信 is bound with the password and the code that came there, kept sealed, and unbound', async () => {
  const { teacher, colleague } = region.people
  expect(await boundOf(teacher)).toMatchObject({
    ready: { wecom: true, dingtalk: false },
    bound: { wecom: null, dingtalk: null },
  })
  expect((await ask(teacher, 'LinXia')).msg).toBe('ok')
  expect(standIn.taken).toMatchObject([{ provider: 'wecom', to: 'LinXia' }])
  const code = codeSent()
  const wrong = await bind(teacher, { subject: 'LinXia', code: code === '000000' ? '000001' : '000000' })
  expect([wrong.status, wrong.data.errors?.[0]?.field]).toEqual([400, 'code'])
  const guessed = await bind(teacher, { subject: 'LinXia', code, password: 'not it' })
  expect([guessed.status, guessed.data.errors?.[0]?.field]).toEqual([400, 'password'])
  expect((await bind(teacher, { subject: 'Another', code })).status).toBe(400)
  expect((await bind(colleague, { subject: 'LinXia', code })).status).toBe(400)
  expect((await bind(teacher, { subject: 'LinXia', code })).data).toEqual({
    provider: 'wecom',
    subject: 'L***a',
  })
  expect((await bind(teacher, { subject: 'LinXia', code })).status).toBe(400)
  expect((await boundOf(teacher)).bound.wecom).toBe('L***a')
  expect(await findByOutside(region.db, keys, { provider: 'wecom', subject: 'LinXia' })).toBe(
    teacher.personId,
  )
  const row = await region.db.one<{ sealed: string; key: string }>(
    sql`select subject_sealed as sealed, subject_key as key from outside_account`,
  )
  expect(JSON.stringify(row)).not.toContain('LinXia')
  const noted = await region.db.one<{ facts: unknown }>(
    sql`select facts from audit where action = 'outside.bound'`,
  )
  expect(JSON.stringify(noted)).not.toContain('LinXia')
  expect((await teacher.del('/api/v1/user/outsideAccount?provider=wecom')).msg).toBe('ok')
  expect((await teacher.del('/api/v1/user/outsideAccount?provider=wecom')).status).toBe(404)
})

it('a number that another person has is refused, and so is one that 企业微信 does not know', async () => {
  const { school, school2 } = region.people
  await ask(school, 'Shared')
  expect((await bind(school, { subject: 'Shared', code: codeSent() })).msg).toBe('ok')
  await region.db.execute(sql`update mobile_code set created_at = now() - interval '2 minutes'`)
  await ask(school2, 'Shared')
  const taken = await bind(school2, { subject: 'Shared', code: codeSent() })
  expect([taken.status, taken.data.errors?.[0]?.field]).toEqual([409, 'subject'])
  standIn.mood = () => 60111
  const nobody = await ask(school2, 'Nobody')
  expect([nobody.status, nobody.data.errors?.[0]]).toEqual([
    409,
    { field: 'subject', message: '企业微信里没有该成员，或不在应用的可见范围' },
  ])
  expect((await ask(school2, 'Somebody', 'dingtalk')).status).toBe(409)
  expect((await ask(school2, 'two words')).status).toBe(400)
  expect((await ask(school2, 'x', 'pigeon')).status).toBe(400)
})
