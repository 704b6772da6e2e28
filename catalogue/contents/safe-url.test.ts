import { describe, expect, it } from 'vitest'
import { faultOfHost, safeUrl } from './safe-url.ts'

const hosts = ['www.moe.gov.cn', '.smartedu.cn', 'live.example.cn:8443']

/** Addresses that lead somewhere else than they look, run something, or that two parsers read differently. */
const hostile = [
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,<script>1</script>',
  'vbscript:msgbox(1)', 'file:///etc/passwd', 'ftp://www.moe.gov.cn/', 'blob:https://www.moe.gov.cn/1', 'view-source:https://www.moe.gov.cn', 'intent://www.moe.gov.cn',
  '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', 'https:evil.example', 'https:/evil.example', 'https:///evil.example',
  'https:\\\\evil.example', 'https://www.moe.gov.cn\\@evil.example', 'https://www.moe.gov.cn@evil.example', 'https://www.moe.gov.cn:80@evil.example/', 'https://a:b@www.moe.gov.cn',
  'https://www.moe.gov.cn:99999/', 'https://www.moe.gov.cn:8443/', 'https://www.moe.gov.cn:443:443/', 'https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/',
  'https://localhost/', 'https://169.254.169.254/latest', 'https://www.mоe.gov.cn/', 'https://www。moe。gov。cn/', 'https://www.moe.gov.cn%2eevil.example/', 'https://www.moe.gov.cn\u200b.evil.example/',
  'https://www.moe.gov.cn\n.evil.example', 'https://evil.example/\u202ecn.vog', 'https://-evil.example/', 'https://evil..example/', 'https://evil.example /', 'https://', 'http://.', '/home/../appCore/logs',
  '/home/%2e%2e/index', '/no/such/page', 'home/index', '?x', '#x', '', '/home/index\u0000',
]

describe('safeUrl', () => {
  it.each(hostile)('refuses %j with a sentence', (text) => {
    const verdict = safeUrl(text, hosts)
    expect('fault' in verdict && verdict.fault).toMatch(/[\u4e00-\u9fff]/)
  })

  it('has at least forty of them to refuse', () => expect(hostile.length).toBeGreaterThanOrEqual(40))

  it.each([
    ['/home/messageData/policy?id=3#a', 'inside', '/home/messageData/policy?id=3#a'],
    ['https://www.moe.gov.cn', 'listed', 'https://www.moe.gov.cn'],
    ['HTTPS://WWW.MOE.GOV.CN:443/a?b=1', 'listed', 'https://www.moe.gov.cn/a?b=1'],
    ['https://basic.smartedu.cn/tchMaterial', 'listed', 'https://basic.smartedu.cn/tchMaterial'],
    ['https://live.example.cn:8443/1', 'listed', 'https://live.example.cn:8443/1'],
    ['https://smartedu.cn/', 'outside', 'https://smartedu.cn/'],
    ['https://notsmartedu.cn/', 'outside', 'https://notsmartedu.cn/'],
    ['https://www.moe.gov.cn.evil.example/', 'outside', 'https://www.moe.gov.cn.evil.example/'],
    ['https://evil.example/?https://www.moe.gov.cn', 'outside', 'https://evil.example/?https://www.moe.gov.cn'],
    ['http://xn--fiqs8s.example/教研', 'outside', 'http://xn--fiqs8s.example/教研'],
  ])('reads %s as %s', (text, place, href) => {
    expect(safeUrl(text, hosts)).toMatchObject({ place, href })
    // What a browser makes of the same text is the same host.
    if (place !== 'inside') expect(new URL(href).host).toBe(/^https?:\/\/([^/?#]*)/.exec(href)?.[1])
  })

  it('takes only host names into the list', () => {
    for (const good of ['www.moe.gov.cn', '.smartedu.cn', 'live.example.cn:8443']) expect(faultOfHost(good)).toBeNull()
    for (const bad of ['https://a.cn', 'a.cn/', '*', '.', '.cn.', 'cn', '*.a.cn', 'a.cn:0', '127.0.0.1', '中文.cn']) expect(faultOfHost(bad)).toMatch(/[\u4e00-\u9fff]/)
  })
})
