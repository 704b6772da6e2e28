/** The one host of the list where these addresses are judged; whatever only resembles it is not on the list. */
export const listedHost = 'www.moe.gov.cn'

/** Addresses that lead somewhere else than they look, run something, or that two parsers read differently: no link comes of them. */
const refused = [
  // schemes that run, read or start something, as they are and disguised
  'javascript:ran++', 'JaVaScRiPt:ran++', ' javascript:ran++', 'javascript:ran++ ', 'java\tscript:ran++', 'java\nscript:ran++', 'java\r\nscript:ran++', 'javascript\t:ran++', '\u0001javascript:ran++',
  'java\u0000script:ran++', 'java\u200bscript:ran++', '\u200bjavascript:ran++', '\ufeffjavascript:ran++', 'javascript\u00ad:ran++', 'java\u180escript:ran++', 'javascript:ran++//https://www.moe.gov.cn/',
  'javascript://www.moe.gov.cn/%0aran++', 'javascript:/*https://www.moe.gov.cn/*/ran++', 'javascript&colon;ran++', '&#106;avascript:ran++', '&#x6a;avascript:ran++', 'java&Tab;script:ran++', 'javascript%3aran++',
  '%6aavascript:ran++', '%256aavascript:ran++', '\\u006aavascript:ran++', 'ｊavascript:ran++', 'javascript：ran++', 'jаvascript:ran++', 'feed:javascript:ran++', 'jar:https://evil.example!/x', 'view-source:javascript:ran++',
  'data:text/html,<script>ran++</script>', 'DATA:text/html;base64,PHNjcmlwdD5yYW4rKzwvc2NyaXB0Pg==', 'data:image/svg+xml,<svg onload=ran++>', 'data:,x', 'vbscript:msgbox(1)', 'VbScRiPt:msgbox(1)', 'livescript:ran++', 'mocha:ran++',
  'blob:https://www.moe.gov.cn/1', 'blob:null/1', 'filesystem:https://www.moe.gov.cn/temporary/x', 'file:///etc/passwd', 'file://www.moe.gov.cn/x', 'ftp://www.moe.gov.cn/', 'sftp://www.moe.gov.cn/', 'gopher://www.moe.gov.cn/',
  'ws://www.moe.gov.cn/', 'wss://www.moe.gov.cn/', 'about:blank', 'about:srcdoc', 'view-source:https://www.moe.gov.cn', 'chrome://settings', 'ms-word:ofe|u|https://www.moe.gov.cn/x.docx', 'intent://www.moe.gov.cn/#Intent;scheme=http;end',
  'weixin://dl/scan', 'tel:10086', 'sms:10086', 'mailto:a@www.moe.gov.cn', 'ldap://www.moe.gov.cn/', 'web+x:y', 'httpss://www.moe.gov.cn/', 'hxxps://www.moe.gov.cn/', 'http+unix://x', 'x-javascript:ran++',
  // the host without a scheme, and too few or too many slashes
  '//evil.example', '//www.moe.gov.cn', '///evil.example', '////evil.example', '/\\evil.example', '/\\/evil.example', '\\\\evil.example', '\\/evil.example', '\\evil.example', '/\t/evil.example', '/\n/evil.example', '/\r/evil.example',
  '\t//evil.example', ' //evil.example', '/ /evil.example', '/%5cevil.example', '/%5c%5cevil.example', '/%2f/evil.example', '/%2fevil.example', '/%09/evil.example', '/.//evil.example', '/./\\evil.example', '/..//evil.example',
  '/home/..//evil.example', '/home//evil.example', '//evil.example/home/index', '//evil.example%2fhome%2findex', '／／evil.example', '/／evil.example', '⁄⁄evil.example', '//evil。example', '//[::1]/', '//2130706433',
  'https:evil.example', 'http:evil.example', 'https:/evil.example', 'https:/\\evil.example', 'https:\\\\evil.example', 'https:\\/evil.example', 'https:///evil.example', 'https:////evil.example', 'https//evil.example', 'https://', 'http:', 'http://.',
  'ht\ntps://evil.example/', 'https\t://evil.example/', 'https ://evil.example/', 'https:// evil.example/', 'https%3a//evil.example', 'https:%2f%2fevil.example', 'https://%65vil.example/', 'hｔtps://evil.example/', 'https：//evil.example/', 'https:／／evil.example',
  '://evil.example', ':evil.example', '@evil.example', 'evil.example', 'www.moe.gov.cn', 'www.moe.gov.cn:443', '.evil.example', '?//evil.example', '#//evil.example', ';//evil.example', '?x', '#x', '', 'home/index',
  // a user part that looks like the host
  'https://www.moe.gov.cn@evil.example', 'https://www.moe.gov.cn:80@evil.example/', 'https://www.moe.gov.cn%40evil.example/', 'https://www.moe.gov.cn\\@evil.example', 'https://www.moe.gov.cn:@evil.example/', 'https://@evil.example/',
  'https://www.moe.gov.cn%2f@evil.example/', 'https://www.moe.gov.cn%00@evil.example/', 'https://a:b@www.moe.gov.cn', 'https://evil.example@www.moe.gov.cn/', 'https://www.moe.gov.cn＠evil.example/', 'https://www.moe.gov.cn&@evil.example/',
  'https://www.moe.gov.cn @evil.example/', 'https://www.moe.gov.cn\t@evil.example/', 'https://@@evil.example/', 'https://www.moe.gov.cn;@evil.example/', 'https://evil.example\\@www.moe.gov.cn/', 'https://evil.example\\.www.moe.gov.cn/',
  // ports, dots, percent signs and letters that are others
  'https://www.moe.gov.cn:8443/', 'http://www.moe.gov.cn:443/', 'https://www.moe.gov.cn:80/', 'https://www.moe.gov.cn:99999/', 'https://www.moe.gov.cn:0/', 'https://www.moe.gov.cn:-1/', 'https://www.moe.gov.cn:443:443/', 'https://www.moe.gov.cn:/', 'https://www.moe.gov.cn:443evil.example/',
  'https://www.moe.gov.cn:０/', 'https://evil.example:8443/', 'https://evil.example:22/', 'https://www.moe.gov.cn./', 'https://www.moe.gov.cn../', 'https://.www.moe.gov.cn/', 'https://www..moe.gov.cn/', 'https://-evil.example/', 'https://evil-.example/', 'https://evil_.example/',
  'https://www.moe.gov.cn%2eevil.example/', 'https://www.moe.gov.cn%2fevil.example/', 'https://www.moe.gov.cn%23.evil.example/', 'https://www.moe.gov.cn%00.evil.example/', 'https://www.moe.gov.cn\u200b.evil.example/', 'https://www.moe.gov.cn\u2060/', 'https://www.moe.gov.cn\n.evil.example',
  'https://www.mоe.gov.cn/', 'https://www。moe。gov。cn/', 'https://www．moe．gov．cn/', 'https://ｗｗｗ.moe.gov.cn/', 'https://www.moe.gov.cn／evil.example', 'https://www.moe.gov.cn？.evil.example', 'https://www.moe.gov.cn＃.evil.example', 'https://www.moe.gov。evil.example/', 'https://www.moé.gov.cn/',
  'https://www.ⓜoe.gov.cn/', 'https://教育部.中国/', 'https://evil.ℂn/', 'https://www.moe.gov.cnſ/', 'https://evil.example\u2025/', 'https://evil.exampleⅠ/', 'https://www.moe.gov.cn\ud800/', 'https://evil.example\uff0fwww.moe.gov.cn/',
  // what is written backwards or not seen at all
  'https://evil.example/\u202ecn.vog.eom', '\u202ehttps://evil.example/', 'https://evil.example/\u2066x\u2069', 'https://evil.example/\u061cx', 'https://evil.example/\u200ex', 'https://evil.example/\u034fx', 'https://evil.example/\u115fx', 'https://evil.example/\u3164x', 'https://evil.example/\uffa0x',
  'https://evil.example/\u{e0041}\u{e007f}', 'https://evil.example/\ufe0fx', 'https://evil.example/\u2028x', 'https://evil.example/ x', 'https://evil.example /', 'https://evil.example/\u3000', 'https://evil.example/\u0085', 'https://evil.example/\u007f', 'https://evil.example/\uffff', 'https://evil.example/\u180e', 'https://evil.example/\ufff9',
  // numbers for a host, and hosts of the server's own neighbourhood
  'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://017700000001/', 'https://0/', 'https://0.0.0.0/', 'https://127.0.0.1.', 'https://127.0.0.0x1/', 'https://evil.0x7f/',
  'https://１２７.０.０.１/', 'https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[fe80::1%25eth0]/', 'https://[0:0:0:0:0:ffff:7f00:1]/', 'https://169.254.169.254/latest/meta-data/', 'https://[fd00:ec2::254]/', 'https://2852039166/', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://localhost/', 'http://localhost:5432/', 'https://intranet/', 'https://metadata/',
  // pages of ours that are none, and climbing
  '/home/../appCore/logs', '/home/%2e%2e/index', '/home/.%2e/index', '/home/./index', '/home/%2e/index', '/no/such/page', '/api/v1/logout', '/api/v1/users', '/files/x', '/home/index\u0000', '/home/index%00', '/home/index\\..\\x', '/home/pF;url=https://evil.example', '/home/pF/https://evil.example', '/home/index/https://evil.example', '/home/index//evil.example', '/home/index@evil.example', '/@evil.example',
  // too long
  `https://evil.example/${'a'.repeat(500)}`, `https://${'a.'.repeat(130)}example/`, `https://${'a'.repeat(64)}.example/`, `javascript:ran++//${'x'.repeat(5000)}`, `//evil.example/${'%2e'.repeat(400)}`,
] as const

/** Addresses of other sites, however they look: only through the page that says where the way leads, to exactly this host. */
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

/** Our own pages asked to send somebody on: they are pages of ours, and the page that opens goes nowhere by itself. */
const inside = [
  '/home/pF?url=https://evil.example', '/home/pF?url=https%3A%2F%2Fevil.example', '/home/pF?url=https%253A%252F%252Fevil.example', '/home/pF?url=https%25253A%25252F%25252Fevil.example', '/home/pF1?url=//evil.example', '/home/pF2?url=%2F%2Fevil.example',
  '/home/pF3?url=/%5Cevil.example', '/home/pF?url=javascript:ran++', '/home/pF?url=java%09script:ran%2B%2B', '/home/pF?url=https://www.moe.gov.cn&url=https://evil.example', '/home/pF?url=https://evil.example&url=https://www.moe.gov.cn',
  '/home/pF?url=/home/pF?url=https://evil.example', '/home/pF?url=%2Fhome%2FpF%3Furl%3Dhttps%3A%2F%2Fevil.example', '/home/pF?URL=https://evil.example', '/home/pF?u=1#?url=https://evil.example', '/home/pF#https://evil.example', '/home/previewFiles?url=https://evil.example',
  '/home/previewFiles?key=https://evil.example', '/home/previewFiles?key=//evil.example/x.pdf', '/home/index?redirect=https://evil.example', '/home/index?next=//evil.example', '/home/index#//evil.example', '/login?redirect=https://evil.example', '/login?url=javascript:ran++', '/login#javascript:ran++', '/HOME/PF?url=https://evil.example',
] as const

/** One attempt, and what has to become of it: no link, the page 即将离开本站 naming `host`, or a page of the portal. */
export type Hostile = { readonly text: string } & ({ readonly must: 'refused' } | { readonly must: 'warned'; readonly host: string } | { readonly must: 'inside' })

export const hostile: readonly Hostile[] = [
  ...refused.map((text) => ({ text, must: 'refused' as const })),
  ...warned.map(([text, host]) => ({ text, must: 'warned' as const, host })),
  ...inside.map((text) => ({ text, must: 'inside' as const })),
]
