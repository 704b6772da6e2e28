import type { ContentName } from '../../../catalogue/contents/define.ts'
import { withQuery } from '../../platform/api/with-query.ts'

/** Types with a list and a form of their own among the routes; all others stand in tabs of 页面设置. */
export const ownRoutes: Readonly<Record<string, ContentName>> = {
  '/appCore/homeLink': 'homeLink',
  '/appCore/banner': 'banner',
  '/appCore/goodTeacher': 'goodTeacher',
}

/** Where the administrator edits one. */
export function editPathOf(type: ContentName, id: number): string {
  const [path] = Object.entries(ownRoutes).find(([, own]) => own === type) ?? []
  return path ? withQuery(`${path}Edit`, { id }) : withQuery('/appCore/uppage', { tab: type, id })
}
