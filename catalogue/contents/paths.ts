import type { AnyContent } from './define.ts'
import { isPublic, onePath } from './public.ts'

/** The page on which teachers write; there is one as soon as a type is written by them. */
export const authorsPath = '/teacher/wdzp'

const officeOf: Readonly<Record<number, string>> = {
  1: '/appCore/uppage',
  2: authorsPath,
  3: '/school/xinxiFabu',
  4: '/area/xinxiFabu',
  5: '/city/xinxiFabu',
  6: '/province/xinxiFabu',
}

/** Offices that have pages of their own for some types. */
const authorities: Readonly<Record<number, string>> = { 4: '/area', 5: '/city', 6: '/province' }

/** A type, and the page on which authorities write it. */
type Desk = Pick<AnyContent, 'name' | 'desk'>

/** The page on which a role keeps contents of a type, or one of them; null where the role keeps none. */
export function officePath(role: number, { name, desk }: Desk, id?: number): string | null {
  const own = desk === undefined ? undefined : authorities[role]
  const path = own === undefined ? officeOf[role] : `${own}/${desk}`
  return path === undefined ? null : `${path}?tab=${name}${id === undefined ? '' : `&id=${id}`}`
}

/**
 * The page on which a role decides about contents of a type, or about one of them: a desk for nothing else
 * where the type has one, else the page on which the role keeps them.
 */
export function reviewPath(
  role: number,
  type: Desk & Pick<AnyContent, 'reviewDesk'>,
  id?: number,
): string | null {
  const { reviewDesk } = type
  if (reviewDesk === undefined || role < 3) return officePath(role, type, id)
  const authority = authorities[role]
  const path =
    role === 3 ? `/school/${reviewDesk.school}` : authority && `${authority}/${reviewDesk.authority}`
  return path === undefined ? null : `${path}?tab=${type.name}${id === undefined ? '' : `&id=${id}`}`
}

/**
 * Where a content is read in the portal; null for what has no page of its own (banners, links). `value` is
 * what readers see.
 */
export function pathOf(
  { name, readAt }: Pick<AnyContent, 'name' | 'readAt'>,
  id: number,
  value: Readonly<Record<string, unknown>>,
): string | null {
  if (isPublic(name)) return onePath(name, id)
  return readAt?.(id, value) ?? null
}
