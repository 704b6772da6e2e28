import { roleEntry, type Role } from '../../../catalogue/access/roles.ts'
import type { AppRequest, CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'

type Health = NonNullable<CentreApp['health']>

/** How an app is, in words; null where nothing watches it. */
export function healthWords(health: Pick<Health, 'state' | 'ms'> | null): string | null {
  if (health === null || health.state === 'unchecked') return null
  if (health.state === 'slow') return `缓慢 ${((health.ms ?? 0) / 1000).toFixed(1)} 秒`
  return { normal: '正常', down: '暂时打不开', maintenance: '维护中' }[health.state]
}

export const requestWords: Readonly<Record<AppRequest['state'], string>> = {
  open: '等待办理',
  granted: '已同意',
  refused: '不同意',
  withdrawn: '已撤回',
  revoked: '已停止',
}

/** The page of the portal that opens an app, and counts as a jump link. */
export const openingPath = (role: Role, id: string): string =>
  `/${roleEntry(role).home.split('/')[1] ?? ''}/common?app=${encodeURIComponent(id)}`

/** Whether an app is meant by what was typed: letters of its name or use, pinyin or initials. */
export function isCalled(app: Pick<CentreApp, 'name' | 'description' | 'letters'>, typed: string): boolean {
  const q = typed.normalize('NFKC').trim().toLowerCase()
  if (q === '') return true
  const [spelled = '', initials = ''] = app.letters.split('|')
  return [app.name, app.description, spelled.replaceAll(' ', ''), initials].some((text) =>
    text.toLowerCase().includes(q),
  )
}
