import { refused } from './test-refused-addresses.ts'

/**
 * The one host of the list where these addresses are judged; whatever only resembles it is not on the list.
 */
export const listedHost = 'www.moe.gov.cn'

/**
 * Addresses of other sites, however they look: only through the page that says where the way leads, to
 * exactly this host.
 */
const warned: readonly (readonly [text: string, host: string])[] = [
  ['https://evil.example', 'evil.example'],
  ['HTTPS://EVIL.EXAMPLE/', 'evil.example'],
  ['https://evil.example:443/', 'evil.example'],
  ['http://evil.example:80/', 'evil.example'],
  ['https://www.moe.gov.cn.evil.example/', 'www.moe.gov.cn.evil.example'],
  ['https://evil-www.moe.gov.cn.example/', 'evil-www.moe.gov.cn.example'],
  ['https://evilwww.moe.gov.cn/', 'evilwww.moe.gov.cn'],
  ['https://evil-www.moe.gov.cn/', 'evil-www.moe.gov.cn'],
  ['https://evil.www.moe.gov.cn/', 'evil.www.moe.gov.cn'],
  ['https://moe.gov.cn/', 'moe.gov.cn'],
  ['https://www.moe.gov.com/', 'www.moe.gov.com'],
  ['https://www.m0e.gov.cn/', 'www.m0e.gov.cn'],
  ['https://www-moe-gov-cn.example/', 'www-moe-gov-cn.example'],
  ['https://www.moe.gov.cn-evil.example/', 'www.moe.gov.cn-evil.example'],
  ['https://wwwmoegovcn.example/', 'wwwmoegovcn.example'],
  ['https://www.xn--me-emc.gov.cn/', 'www.xn--me-emc.gov.cn'],
  ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com'],
  ['https://evil.example/https://www.moe.gov.cn/', 'evil.example'],
  ['https://evil.example//www.moe.gov.cn/', 'evil.example'],
  ['https://evil.example/@www.moe.gov.cn/', 'evil.example'],
  ['https://evil.example/?@www.moe.gov.cn/', 'evil.example'],
  ['https://evil.example?www.moe.gov.cn', 'evil.example'],
  ['https://evil.example#www.moe.gov.cn', 'evil.example'],
  ['https://evil.example#@www.moe.gov.cn/', 'evil.example'],
  ['https://evil.example/?url=https://www.moe.gov.cn&url=https://www.moe.gov.cn', 'evil.example'],
  ['https://evil.example/#javascript:ran++', 'evil.example'],
  ['https://evil.example/javascript:ran++', 'evil.example'],
  ['https://evil.example/"><script>ran++</script>', 'evil.example'],
  ["https://evil.example/'onclick='ran++", 'evil.example'],
  ['https://evil.example/%0d%0aset-cookie:a=b', 'evil.example'],
  ['https://evil.example/%00', 'evil.example'],
  ['https://evil.example/&quot;onmouseover=ran++', 'evil.example'],
  ['https://evil.example/%E2%80%AEcn.vog', 'evil.example'],
  ['https://evil.example/../../home/index', 'evil.example'],
  ['https://evil.example/home/index', 'evil.example'],
  ['https://127.0.0.1.evil.example/', '127.0.0.1.evil.example'],
  ['https://localhost.evil.example/', 'localhost.evil.example'],
  ['https://javascript.example/', 'javascript.example'],
  [`https://evil.example/${'a'.repeat(470)}`, 'evil.example'],
  [`https://${'a.'.repeat(100)}example/`, `${'a.'.repeat(100)}example`],
]

/**
 * Our own pages asked to send somebody on: they are pages of ours, and the page that opens goes nowhere by
 * itself.
 */
const inside = [
  '/home/pF?url=https://evil.example',
  '/home/pF?url=https%3A%2F%2Fevil.example',
  '/home/pF?url=https%253A%252F%252Fevil.example',
  '/home/pF?url=https%25253A%25252F%25252Fevil.example',
  '/home/pF1?url=//evil.example',
  '/home/pF2?url=%2F%2Fevil.example',
  '/home/pF3?url=/%5Cevil.example',
  '/home/pF?url=javascript:ran++',
  '/home/pF?url=java%09script:ran%2B%2B',
  '/home/pF?url=https://www.moe.gov.cn&url=https://evil.example',
  '/home/pF?url=https://evil.example&url=https://www.moe.gov.cn',
  '/home/pF?url=/home/pF?url=https://evil.example',
  '/home/pF?url=%2Fhome%2FpF%3Furl%3Dhttps%3A%2F%2Fevil.example',
  '/home/pF?URL=https://evil.example',
  '/home/pF?u=1#?url=https://evil.example',
  '/home/pF#https://evil.example',
  '/home/previewFiles?url=https://evil.example',
  '/home/previewFiles?key=https://evil.example',
  '/home/previewFiles?key=//evil.example/x.pdf',
  '/home/index?redirect=https://evil.example',
  '/home/index?next=//evil.example',
  '/home/index#//evil.example',
  '/login?redirect=https://evil.example',
  '/login?url=javascript:ran++',
  '/login#javascript:ran++',
  '/HOME/PF?url=https://evil.example',
] as const

/**
 * One attempt, and what has to become of it: no link, the page 即将离开本站 naming `host`, or a page of the
 * portal.
 */
export type Hostile = { readonly text: string } & (
  | { readonly must: 'refused' }
  | { readonly must: 'warned'; readonly host: string }
  | { readonly must: 'inside' }
)

export const hostile: readonly Hostile[] = [
  ...Object.values(refused)
    .flat()
    .map((text) => ({ text, must: 'refused' as const })),
  ...warned.map(([text, host]) => ({ text, must: 'warned' as const, host })),
  ...inside.map((text) => ({ text, must: 'inside' as const })),
]
