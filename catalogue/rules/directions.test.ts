import { expect, it } from 'vitest'
import { messageToMany } from '../contract/account/messages-to-many.ts'
import { campaignCreate } from '../contract/campaigns.ts'

it('titles that many people read lose the letters that turn their direction', () => {
  const title = ' 关于\u202e\u2066调整\u200f的通知 '
  const message = messageToMany.parse({
    roles: [2],
    key: '0b6d9a5e-52a9-4b6f-8d2c-0f4f1f6f0a11',
    title,
    content: '见\u202e附件',
  })
  expect([message.title, message.content]).toEqual(['关于调整的通知', '见附件'])
  expect(campaignCreate.parse({ collects: 'x', title }).title).toBe('关于调整的通知')
  expect(campaignCreate.safeParse({ collects: 'x', title: '\u202e' }).success).toBe(false)
})
