import { isRole } from '../../../catalogue/access/roles.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'

/** The page 归档移交 of a role, with one of its lists. */
export function linkTo(role: number, which: 'mine' | 'waiting'): string | null {
  if (!isRole(role)) return null
  return `${pathOfPage(role, 'archive-transfer')}?which=${which}`
}
