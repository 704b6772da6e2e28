import { createHash } from 'node:crypto'
import { contents as declared } from '../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../catalogue/contents/define.ts'
import { agreedReach, isReach, reachKey, type Reach } from '../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../catalogue/flows/review.ts'
import { Json, type TableOf } from '../../server/platform/db/copy.ts'
import type { ContentStory, StoredPicture } from './write.ts'

const contents: Readonly<Record<ContentName, AnyContent>> = declared

export interface Row extends ContentStory {
  readonly id: number
  readonly identity: number
  /** A teacher wrote it for himself. */
  readonly isAuthor: boolean
  readonly place: {
    readonly id: number
    readonly name: string
    readonly districtId: number | null
    readonly cityId: number | null
    readonly provinceId: number | null
  }
  readonly on: string
  /** Who agrees, in order; empty where nobody was asked. */
  readonly route: readonly RouteStep[]
  readonly whole: Record<string, unknown>
}

export const fileTable = (shown: string): TableOf<StoredPicture> => ({
  id: (p) => p.id,
  sha256: (p) => createHash('sha256').update(p.content).digest(),
  bytes: (p) => p.content.length,
  mime: (p) => p.mime,
  name: (p) => p.name,
  storage_key: (p) => p.key,
  by_identity: (p) => p.by,
  created_at: () => shown,
})

export const onShow = ({ review }: ContentStory): boolean => review === undefined || review === 'agreed'
export const waits = ({ review }: ContentStory): boolean => review === 'waiting'
export const remarkOf = ({ review }: ContentStory): string | null =>
  typeof review === 'object' ? review.sentBack : null

/** Whether readers have it, if only those of the offices that agreed so far. */
export const isRead = (row: ContentStory): boolean => onShow(row) || (row.agreedBy ?? 0) > 0

/** How far a content is read; null for a type without a shelf, and for what is not on show. */
export function reachOf(row: Row): Reach | null {
  const { shelf, sharing } = contents[row.type]
  const asked = shelf && sharing !== undefined && isRead(row) ? row.whole[sharing] : null
  const last = onShow(row) ? undefined : row.route[(row.agreedBy ?? 0) - 1]
  if (!isReach(asked)) return null
  return last ? agreedReach(asked, last.level, false) : asked
}

function keyOf(row: Row): number | null {
  const reach = reachOf(row)
  return reach === null ? null : reachKey(reach, { ...row.place, institutionId: row.place.id })
}

export const contentTable: TableOf<Row> = {
  id: (r) => r.id,
  type: (r) => r.type,
  value: (r) => new Json(r.whole),
  state: (r) => (onShow(r) ? 'published' : waits(r) ? 'inReview' : 'draft'),
  live: (r) => (isRead(r) ? new Json(r.whole) : null),
  live_no: (r) => (isRead(r) ? 1 : 0),
  reach: (r) => reachOf(r),
  reach_key: (r) => keyOf(r),
  publish_at: (r) => (isRead(r) ? r.on : null),
  route: (r) => (waits(r) ? new Json(r.route) : null),
  flow_version: (r) => (r.review ? 1 : 0),
  pinned: (r) => r.pinned === true,
  institution_id: (r) => r.place.id,
  district_id: (r) => r.place.districtId,
  city_id: (r) => r.place.cityId,
  province_id: (r) => r.place.provinceId,
  by_identity: (r) => r.identity,
  author_identity: (r) => (r.isAuthor ? r.identity : null),
  step: (r) => (waits(r) ? (r.agreedBy ?? 0) : 0),
  created_at: (r) => r.on,
  updated_at: (r) => r.on,
  remark: remarkOf,
  holder_since: (r) => (waits(r) ? r.on : null),
}
export const versionTable: TableOf<Row> = {
  content_id: (r) => r.id,
  no: () => 1,
  value: (r) => new Json(r.whole),
  publish_at: (r) => r.on,
  by_identity: (r) => r.identity,
  at: (r) => r.on,
}

export interface Decision {
  readonly content: number
  readonly verdict: 'submitted' | 'approved' | 'sentBack'
  readonly reason: string | null
  readonly by: number
  readonly at: string
}
export const decisionTable: TableOf<Decision> = {
  content_id: (d) => d.content,
  verdict: (d) => d.verdict,
  reason: (d) => d.reason,
  by_identity: (d) => d.by,
  at: (d) => d.at,
}

export const hostTable: TableOf<readonly [string, string]> = {
  host: ([host]) => host,
  note: ([, note]) => note,
}

export interface Use {
  readonly id: string
  readonly content: number
}
export const useTable: TableOf<Use> = { file_id: (u) => u.id, content_id: (u) => u.content }

export interface DemoReading {
  readonly content: number
  readonly day: string
  readonly reader: string
}
export const readTable: TableOf<DemoReading> = {
  content_id: (r) => r.content,
  day: (r) => r.day,
  reader: (r) => r.reader,
}
