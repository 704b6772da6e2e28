import { match } from '../pages/pages.ts'

/** A checked address. */
export type SafeUrl =
  /** A page of the portal itself. */
  | { readonly place: 'inside'; readonly href: string }
  /** A host on the administrator's list: the link opens it directly. */
  | { readonly place: 'listed'; readonly href: string; readonly host: string }
  /** Any other host: the link opens the page 即将离开本站, which names the host. */
  | { readonly place: 'outside'; readonly href: string; readonly host: string }

export type UrlVerdict = SafeUrl | { readonly fault: string }

/**
 * Characters that disguise an address: control characters, white space, changes of writing direction,
 * invisible characters, noncharacter code points.
 */
const disguise = /[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u
const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const usual: Readonly<Record<string, string>> = { http: '80', https: '443' }

/**
 * The one judge of addresses that people type: links, banners, navigation, the preview page's `url`. Narrower
 * than the address parser of a browser, so that both never read the same text differently: no control
 * characters, white space or backslash, no user part, only http and https, host names of ASCII (Chinese names
 * as xn--), no numbers for a host, other ports only if listed. `hosts` are the administrator's: a name,
 * `.name` for everything below it, either with `:port`.
 */
export function safeUrl(text: string, hosts: readonly string[]): UrlVerdict {
  if (text === '') return { fault: '请填写地址' }
  if (text.length > 500) return { fault: '不超过 500 个字' }
  if (disguise.test(text) || !text.isWellFormed()) return { fault: '地址里有空格或看不见的字符' }
  if (text.includes('\\')) return { fault: '地址里不能有反斜杠' }
  if (text.startsWith('/')) return inside(text)
  const parts = /^(https?):\/\/([^/?#]*)([/?#].*)?$/iu.exec(text)
  if (!parts) return { fault: '应以 / 开头（本站），或以 https://、http:// 开头' }
  const [, scheme = '', authority = '', rest = ''] = parts
  const fault = faultOfAuthority(authority)
  return fault === null ? elsewhere(scheme.toLowerCase(), authority.toLowerCase(), rest, hosts) : { fault }
}

function faultOfAuthority(authority: string): string | null {
  if (authority.includes('@')) return '地址里不能带用户名'
  const [name = '', port, ...more] = authority.toLowerCase().split(':')
  if (more.length > 0 || (port !== undefined && !/^[1-9]\d{0,4}$/.test(port))) return '端口写得不对'
  if (/[^\p{ASCII}]/u.test(name)) return '中文域名请写成 xn-- 开头的形式'
  return host.test(name) ? null : '域名写得不对；不能用 IP 地址'
}

/** An address of another site, on the administrator's list or not. */
function elsewhere(scheme: string, authority: string, rest: string, hosts: readonly string[]): UrlVerdict {
  const [name = '', port] = authority.split(':')
  const own = port === undefined || port === usual[scheme]
  const full = own ? name : `${name}:${port}`
  const listed = hosts.some((one) => (one.startsWith('.') ? full.endsWith(one) : full === one))
  if (!own && !listed) return { fault: '该端口不在外链名单里' }
  return { place: listed ? 'listed' : 'outside', href: `${scheme}://${full}${rest}`, host: full }
}

function inside(text: string): UrlVerdict {
  if (/^\/[/\\]/.test(text)) return { fault: '本站地址只能以一个 / 开头' }
  const path = text.split(/[?#]/, 1)[0] ?? ''
  if (path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part)))
    return { fault: '地址里不能有 . 或 .. 一级' }
  return match(path) ? { place: 'inside', href: text } : { fault: '本站没有该页面' }
}

/**
 * The sentence that refuses a line of the administrator's list; null for `example.cn`, `.example.cn`, either
 * with `:8443`.
 */
export function faultOfHost(text: string): string | null {
  const [name = '', port, ...more] = text.split(':')
  if (more.length > 0 || (port !== undefined && !/^[1-9]\d{0,4}$/.test(port))) return '端口写得不对'
  return host.test(name.startsWith('.') ? name.slice(1) : name)
    ? null
    : '应为域名，如 www.example.cn；.example.cn 表示它的全部下级'
}
