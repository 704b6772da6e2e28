import { describe, expect, it } from 'vitest'
import { clockText, deviceText, reasonText, secondsIn } from './words.ts'

describe('seconds in words', () => {
  it('are read back as they are written', () => {
    for (const seconds of [0, 59, 60, 760, 3_599, 3_600, 7_384])
      expect(secondsIn(clockText(seconds))).toBe(seconds)
    expect([clockText(760), clockText(14_565), secondsIn('12：40'), secondsIn('760')]).toEqual([
      '12:40',
      '4:02:45',
      760,
      760,
    ])
  })

  it('are nothing where they are no time', () => {
    for (const text of ['', '12:60', '1:60:00', 'x', '-3', '1:2:3:4']) expect(secondsIn(text)).toBeNull()
  })
})

describe('a reason', () => {
  it('says what to do', () => {
    const terms = { fastest: 200, cap: 150, lateMinutes: 30 }
    expect(reasonText('fast', terms)).toBe('2 倍速最多按 1.5 倍计，没计的秒数补看即可')
    expect(reasonText('fast', { ...terms, fastest: 100 })).toContain('比时钟走得多')
    expect(reasonText('late', terms)).toContain('30 分钟')
    expect([deviceText('phone'), deviceText('fridge')]).toEqual(['手机', '另一台设备'])
  })
})
