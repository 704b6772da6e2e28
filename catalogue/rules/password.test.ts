import { describe, expect, it } from 'vitest'
import { isCommonPassword, passwordFault, passwordStrength } from './password.ts'

const nobody = { words: [], texts: [] }

describe('a password', () => {
  it.each(['Abc#12', '', 'Ab1!', `Aa1!${'x1y2'.repeat(16)}`])(
    'of the wrong length is refused: %j',
    (password) => {
      expect(passwordFault(password, nobody)).toMatch(/^密码至[少多] \d+ 个字符$/)
    },
  )

  it.each(['kestrel-otter', '48271956204', 'KESTREL99OTTER'])(
    'of fewer than three kinds of letters is refused: %s',
    (password) => {
      expect(passwordFault(password, nobody)).toContain('至少三种')
    },
  )

  it.each([
    'Password1!',
    'P@ssw0rd',
    'Admin@2026',
    'Jiaoshi#123',
    'Woaini1314!',
    'Qwerty123!',
    '1Qaz@wsx',
    '123Laoshi!!',
    'Xingtan@2026',
    'Aa123456@',
  ])('that everybody has thought of is refused: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(passwordFault(password, nobody)).toContain('太常见')
  })

  it.each(['Aaaaaaa1!', 'Abcdefghij1!', 'aA1!aA1!aA1!'])(
    'of repeated or following letters is refused: %s',
    (password) => {
      expect(passwordFault(password, nobody)).toMatch(/连续|常见/)
    },
  )

  it('with something of its owner in it is refused, and fine for others', () => {
    const own = {
      words: ['shuying', 'lsy2046', '13912347582', '347582', '1990'],
      texts: ['tingchaozhongxue'],
    }
    for (const password of [
      'Shuying#88x',
      'xLSY2046#k',
      'Kite#347582',
      'Kite#1990x',
      'Tingchao#88',
      'kx-13912347582-K',
    ]) {
      expect(passwordFault(password, own), password).toContain('不要有姓名')
      expect(passwordFault(password, nobody), password).toBeUndefined()
    }
  })

  it('is called by its strength; the fixed one of the demo will do', () => {
    expect(
      ['Password1!', 'Kx#9mtpq', 'Chunfeng#2026', 'Otter-7-kites-fly'].map((one) =>
        passwordStrength(one, nobody),
      ),
    ).toEqual(['weak', 'fair', 'good', 'strong'])
  })
})
