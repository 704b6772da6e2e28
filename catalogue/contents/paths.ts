import type { ContentName } from './define.ts'

/** Letters of the routes of a district's centre. */
const centres: Readonly<Record<string, string>> = {
  '441702': 'jc',
  '441781': 'yc',
  '441704': 'yd',
  '441721': 'yx',
}
const centrePages: Readonly<Record<string, string>> = { simple: 'simple', setUp: 'setUp', ranks: 'ranks' }

/** Types shown as cards, each with its list; one of them stands on the same route by its number. */
export const cardPath = {
  teachingActivity: '/home/jyFIle/jy1Huodong',
  liveBroadcast: '/home/jyFIle/jy2Zhibo',
  course: '/home/jyFIle/yx3Kecheng',
  studio: '/home/msWork',
  resource: '/home/resourcesCloud',
} as const satisfies Partial<Record<ContentName, string>>
const cards: Readonly<Partial<Record<ContentName, string>>> = cardPath

const officeOf: Readonly<Record<number, string>> = {
  1: '/appCore/uppage',
  3: '/school/xinxiFabu',
  4: '/area/xinxiFabu',
  5: '/city/xinxiFabu',
  6: '/province/xinxiFabu',
}

/** Where whoever acts in a role keeps contents of a type, or one of them; null where the role keeps none. */
export function officePath(role: number, type: ContentName, id?: number): string | null {
  const path = officeOf[role]
  return path === undefined ? null : `${path}?tab=${type}${id === undefined ? '' : `&id=${id}`}`
}

/** Where a policy, notice or news is read. */
export function articlePath(type: 'policy' | 'notice' | 'trainingNews', id: number): string {
  return type === 'trainingNews'
    ? `/home/messageData/soyDongtaiDetail?id=${id}`
    : `/home/messageData/messageDetail?type=${type}&id=${id}`
}

/**
 * Where a content is read in the portal; null for what has no page of its own (banners, links). `value` is
 * what readers see.
 */
export function pathOf(
  type: ContentName,
  id: number,
  value: Readonly<Record<string, unknown>>,
): string | null {
  const textOf = (key: string) => (typeof value[key] === 'string' ? value[key] : '')
  if (type === 'policy' || type === 'notice' || type === 'trainingNews') return articlePath(type, id)
  const card = cards[type]
  if (card !== undefined) return `${card}?id=${id}`
  if (type === 'productPage') return `/home/product?name=product${id}`
  if (type === 'aboutPage') return `/home/aboutUs?name=${textOf('anchor')}`
  if (type === 'goodTeacher') return '/home/index'
  if (type !== 'centrePage') return null
  const page = centrePages[textOf('centerKind')] ?? 'simple'
  const district = centres[textOf('areaCode')]
  const own = district !== undefined && page !== 'ranks' ? `yangjiang/${district}/` : ''
  return `/home/cloudCenter/${own}${page}?name=centre${id}`
}
