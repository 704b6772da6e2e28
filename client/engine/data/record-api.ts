import { z } from 'zod'
import { declarations } from '../../../catalogue/contract/archive/declarations.ts'
import {
  actionResult,
  asOfView,
  batchResult,
  historyEntry,
  previewView,
  recordPage,
  recordView,
  revealed,
  tabCounts,
  writeResult,
  type ActionBody,
  type RevealBody,
} from '../../../catalogue/contract/archive/records.ts'
import type { Verb } from '../../../catalogue/flows/review.ts'
import { api } from '../../platform/api/api.ts'
import type { Query } from './query.ts'
import type { Values } from '../values.ts'

const base = '/api/v1/records'
const of = (type: string, ...rest: string[]) => [base, type, ...rest].join('/')

const countedPage = recordPage.extend({ counts: tabCounts.optional() })
export type CountedPage = z.infer<typeof countedPage>

/** The server sends the timeline as a list or within a page. */
const timeline = z.union([
  z.array(historyEntry),
  z.object({ list: z.array(historyEntry) }).transform(({ list }) => list),
])

export type ActionName = Exclude<Verb, 'create' | 'edit' | 'delete'> | 'look'

export interface RecordBody {
  readonly values: Values
  readonly attachments?: readonly string[] | undefined
}

const flat = ({ values, attachments }: RecordBody) => ({ ...values, ...(attachments && { attachments }) })

/**
 * The calls about records, by type name. Reads are `quiet`, the pages have skeletons of their own; writes of
 * a form that saves by itself are `background`, so that nobody's typing is covered.
 */
export const recordApi = {
  /** What waits for the reader, by type; the types themselves are declared in this build. */
  declarations: (signal: AbortSignal) =>
    api.get(base, { schema: declarations, query: { only: 'pending' }, signal, quiet: true }),
  list: (type: string, query: Query, signal?: AbortSignal) =>
    api.get(of(type), { schema: countedPage, query, quiet: true, ...(signal && { signal }) }),
  read: (type: string, id: string, signal?: AbortSignal) =>
    api.get(of(type, id), { schema: recordView, quiet: true, ...(signal && { signal }) }),
  history: (type: string, id: string, signal: AbortSignal) =>
    api.get(of(type, id, 'history'), { schema: timeline, signal, quiet: true }),
  asOf: (type: string, id: string, date: string, signal: AbortSignal) =>
    api.get(of(type, id, 'asOf'), { schema: asOfView, query: { date }, signal, quiet: true }),
  create: (type: string, written: RecordBody, ownerId: number | undefined, idempotencyKey: string) =>
    api.post(of(type), {
      schema: writeResult,
      body: { ...flat(written), ...(ownerId !== undefined && { ownerId }) },
      idempotencyKey,
      quiet: true,
    }),
  save: (type: string, id: string, written: RecordBody, version: number) =>
    api.put(of(type, id), { schema: writeResult, body: { ...flat(written), version }, quiet: true }),
  remove: (type: string, id: string) => api.del(of(type, id), { schema: z.unknown() }),
  act: (type: string, id: string, action: ActionName, body: ActionBody = {}) =>
    api.post(of(type, id, action), { schema: actionResult, body, quiet: action === 'look' }),
  look: (type: string, id: string) =>
    api.post(of(type, id, 'look'), { schema: z.unknown(), body: {}, quiet: true }),
  reveal: (type: string, id: string, body: RevealBody) =>
    api.post(of(type, id, 'reveal'), { schema: revealed, body }),
  batch: (
    type: string,
    body: {
      ids: string[]
      action: 'approve' | 'return' | 'reject' | 'undo' | 'urge'
      reason?: string
      fields?: { key: string; reason: string }[]
    },
  ) => api.post(of(type, 'batch'), { schema: batchResult, body }),
  preview: (type: string, written: RecordBody, id: string | null, signal: AbortSignal) =>
    api.post(of(type, 'preview'), {
      schema: previewView,
      body: { ...flat(written), ...(id && { id }) },
      signal,
      quiet: true,
    }),
}
