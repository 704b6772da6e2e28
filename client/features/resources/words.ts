import type { Room } from '../../../catalogue/contract/file-quota.ts'
import type { LibraryLine, LibraryView } from '../../../catalogue/contract/library.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { bytes } from '../../platform/format.ts'

/**
 * Tabs of a library; `mine` is what the reader wrote himself, `sets` collections, `rooms` and `teacherRooms`
 * the file rooms of schools below and of the own teachers.
 */
export type LibraryTab = LibraryView | 'mine' | 'rooms' | 'sets' | 'teacherRooms'

const names: Readonly<Record<LibraryTab, string>> = {
  all: '全部可用',
  own: '本校',
  others: '外单位共享',
  region: '本区域',
  kept: '收藏',
  mine: '我的',
  rooms: '学校空间',
  sets: '合集',
  teacherRooms: '教师空间',
}

/** The tabs of each page, by the last part of its address; the first is the one it opens with. */
const tabsOf: Readonly<Record<string, readonly LibraryTab[]>> = {
  bxzy: ['all', 'own', 'mine', 'kept', 'sets'],
  gxzy: ['others', 'kept', 'sets'],
  xxxbzyk: ['own', 'all', 'kept', 'sets', 'teacherRooms'],
  xqqyzyk: ['region', 'all', 'kept', 'sets', 'rooms'],
}

export const tabsAt = (path: string): readonly { readonly key: LibraryTab; readonly label: string }[] =>
  (tabsOf[path.split('/').at(-1) ?? ''] ?? ['all']).map((key) => ({ key, label: names[key] }))

/** 已用 1.2 GB，共 5.0 GB. */
export const roomText = ({ used, granted }: Room): string => `已用 ${bytes(used)}，共 ${bytes(granted)}`

/** What a library says below a title: its kind, its file and who made it. */
export const underTitle = ({ form, format, bytes: size, author, org }: LibraryLine): string =>
  [
    form === null ? '' : labelOf('resourceKind', form),
    [format === null ? '' : labelOf('resourceFormat', format), size === null ? '' : bytes(size)]
      .filter(Boolean)
      .join(' '),
    author,
    org,
  ]
    .filter(Boolean)
    .join('　')

/** 14 校 63 人; nothing where nobody of another institution used it. */
export const usesText = ({ uses: { people, institutions } }: LibraryLine): string =>
  people === 0 ? '–' : `${institutions} 个单位 ${people} 人`

export function scoreText({ score: { value, people } }: LibraryLine): string {
  if (value !== null) return `${value.toFixed(1)}（${people} 人）`
  return people === 0 ? '–' : `${people} 人评`
}

/** What an empty list says, and what it could be left for. */
export function emptyText(tab: LibraryTab, isNarrowed: boolean, isChapter: boolean): string {
  if (tab === 'kept') return '暂无收藏。打开一件资源，点“收藏”。'
  if (tab === 'mine') return '暂无您编写的资源。'
  if (isChapter) return tab === 'own' ? '本章暂无校本资源。' : '本章暂无可用资源。'
  return isNarrowed ? '没有符合条件的资源。' : '暂无可用资源。'
}

/** Whether a part of a library says how much room for files is left: what one wrote, and the school's own. */
export const hasRoomBar = (path: string, tab: LibraryTab): boolean =>
  tab === 'mine' || (tab === 'own' && path.endsWith('/xxxbzyk'))
