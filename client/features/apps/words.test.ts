import { expect, it } from 'vitest'
import { healthWords, isCalled, openingPath } from './words.ts'

it('finds an app by its name, its use, its pinyin and its initials', () => {
  const app = { name: '阅读测评', description: '高中版', letters: 'yue du ce ping|ydcp' }
  for (const typed of ['阅读', '高中', 'yuedu', 'YDCP', ' ydcp ', ''])
    expect(isCalled(app, typed), typed).toBe(true)
  for (const typed of ['作文', 'zw']) expect(isCalled(app, typed), typed).toBe(false)
})

it('says how an app is in words, and nothing where nobody looks', () => {
  expect(healthWords({ state: 'slow', ms: 4_210 })).toBe('缓慢 4.2 秒')
  expect(healthWords({ state: 'unchecked', ms: null })).toBeNull()
})

it('opens every app by a jump link of the own workspace', () => {
  expect([openingPath(2, '12'), openingPath(6, 'a')]).toEqual([
    '/teacher/common?app=12',
    '/province/common?app=a',
  ])
})
