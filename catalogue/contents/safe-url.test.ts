import { describe, expect, it } from 'vitest'
import { faultOfHost, safeUrl } from './safe-url.ts'
import { hostile, listedHost } from './test-hostile-addresses.ts'

const hosts = ['www.moe.gov.cn', '.smartedu.cn', 'live.example.cn:8443']

describe('safeUrl', () => {
  it.each(hostile)('$must: $text', (attempt) => {
    const verdict = safeUrl(attempt.text, [listedHost])
    if (attempt.must === 'refused') {
      expect('fault' in verdict && verdict.fault, JSON.stringify(verdict)).toMatch(/[\u4e00-\u9fff]/)
      return
    }
    expect(verdict).toMatchObject(
      attempt.must === 'inside'
        ? { place: 'inside', href: attempt.text }
        : { place: 'outside', host: attempt.host },
    )
    // A browser reads the same host in it: this portal, or the one that is named.
    if ('href' in verdict)
      expect(new URL(verdict.href, 'https://portal.example/home/index').host).toBe(
        attempt.must === 'inside' ? 'portal.example' : attempt.host,
      )
  })

  it('has more than 120 of them to judge, each once', () => {
    expect(new Set(hostile.map(({ text }) => text)).size).toBe(hostile.length)
    expect(hostile.length).toBeGreaterThan(120)
  })

  it.each([
    ['/home/messageData/policy?id=3#a', 'inside', '/home/messageData/policy?id=3#a'],
    ['https://www.moe.gov.cn', 'listed', 'https://www.moe.gov.cn'],
    ['HTTPS://WWW.MOE.GOV.CN:443/a?b=1', 'listed', 'https://www.moe.gov.cn/a?b=1'],
    ['https://basic.smartedu.cn/tchMaterial', 'listed', 'https://basic.smartedu.cn/tchMaterial'],
    ['https://live.example.cn:8443/1', 'listed', 'https://live.example.cn:8443/1'],
    ['https://smartedu.cn/', 'outside', 'https://smartedu.cn/'],
    ['https://notsmartedu.cn/', 'outside', 'https://notsmartedu.cn/'],
    ['https://www.moe.gov.cn.evil.example/', 'outside', 'https://www.moe.gov.cn.evil.example/'],
    [
      'https://evil.example/?https://www.moe.gov.cn',
      'outside',
      'https://evil.example/?https://www.moe.gov.cn',
    ],
    ['http://xn--fiqs8s.example/教研', 'outside', 'http://xn--fiqs8s.example/教研'],
  ])('reads %s as %s', (text, place, href) => {
    expect(safeUrl(text, hosts)).toMatchObject({ place, href })
    // What a browser makes of the same text is the same host.
    if (place !== 'inside') expect(new URL(href).host).toBe(/^https?:\/\/([^/?#]*)/.exec(href)?.[1])
  })

  it('takes only host names into the list', () => {
    for (const good of ['www.moe.gov.cn', '.smartedu.cn', 'live.example.cn:8443'])
      expect(faultOfHost(good)).toBeNull()
    for (const bad of [
      'https://a.cn',
      'a.cn/',
      '*',
      '.',
      '.cn.',
      'cn',
      '*.a.cn',
      'a.cn:0',
      '127.0.0.1',
      '中文.cn',
    ])
      expect(faultOfHost(bad)).toMatch(/[\u4e00-\u9fff]/)
  })
})
