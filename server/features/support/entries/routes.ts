import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  agreementEntries,
  confirmedSums,
  entriesOfAsked,
  entryBegin,
  entryBegun,
  entryPairs,
  silentAsked,
  silentPage,
  sumsAsked,
  type EntryPairs,
} from '../../../../catalogue/contract/support-entries.ts'
import { dictionary } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../../catalogue/errors.ts'
import { supportEntry } from '../../../../catalogue/processes/support-entry.ts'
import type { Queryable } from '../../../engine/engine.ts'
import type { Ground } from '../../../engine/feature.ts'
import { beginOfficeCase, type CaseNeeds } from '../../../engine/processes/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { writablePairs } from './entry.ts'
import { entriesOfAgreement } from './of-agreement.ts'
import { figuresFor } from './figures.ts'
import { silentFor } from './silence.ts'

export interface EntryRoutes extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
}

const tag = '对口帮扶'
const base = '/api/v1/support/entries'
const readers = [3, 4, 5, 6] as const
const writers = [3, 4, 5] as const

/** The calls about the ledger beside those of its cases: whom it may be with, how one begins, sums, silence. */
export function entryRoutes(server: Server, { db, actorOn, processing }: EntryRoutes): void {
  register(server, {
    method: 'GET',
    url: `${base}/pairs`,
    access: writers,
    tag,
    summary: '可以记台账的协议：本单位的，执行中的和一年内结束的',
    answer: entryPairs,
    handle: async (_, request) => ({ list: await pairsFor(db, actorOn(request)) }),
  })
  register(server, {
    method: 'POST',
    url: base,
    access: writers,
    tag,
    summary: '按一份协议记一条台账（草稿）',
    perMinute: 30,
    body: entryBegin,
    answer: entryBegun,
    handle: async ({ body: { agreement, kind } }, request) => ({
      id: await beginEntry(processing, actorOn(request), agreement, kind),
    }),
  })
  register(server, {
    method: 'GET',
    url: `${base}/sums`,
    access: readers,
    tag,
    summary: '双方都确认的台账合计：本单位的、范围内的，或一份协议的',
    query: sumsAsked,
    answer: confirmedSums,
    handle: ({ query: { from = null, to = null, agreement = null } }, request) =>
      figuresFor(db, actorOn(request), { from, to, agreement }),
  })
  register(server, {
    method: 'GET',
    url: `${base}/of`,
    access: readers,
    tag,
    summary: '一份协议的台账，本人能打开的，最近的在前',
    query: entriesOfAsked,
    answer: agreementEntries,
    handle: ({ query }, request) => entriesOfAgreement(db, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: `${base}/silent`,
    access: readers,
    tag,
    summary: '20 个工作日暂无答复的台账：一方的、上级范围内的；没有答复不算确认',
    query: silentAsked,
    answer: silentPage,
    handle: ({ query }, request) => silentFor(db, actorOn(request), query),
  })
}

async function pairsFor(db: Queryable, { institutionId }: Actor): Promise<EntryPairs['list']> {
  const pairs = await writablePairs(db, institutionId, today())
  return pairs.map(({ caseId, supporterId, supporter, supported, fromDay, untilDay }) => ({
    agreement: caseId,
    partner: supporterId === institutionId ? supported : supporter,
    isSupported: supporterId !== institutionId,
    fromDay,
    untilDay,
  }))
}

/** Begins an entry of an agreement of the own institution. Answers its id. */
export async function beginEntry(
  processing: CaseNeeds,
  actor: Actor,
  agreement: string,
  kind: string,
): Promise<string> {
  if (!dictionary('supportEntryKind').items.some(({ code, selectable }) => code === kind && selectable))
    throw invalid('kind', '请选择类别')
  const { institutionId } = actor
  const pair = (await writablePairs(processing.db, institutionId, today())).find(
    ({ caseId }) => caseId === agreement,
  )
  if (!pair) throw invalid('agreement', '没有该协议，或者结束已经超过一年')
  const partner = pair.supporterId === institutionId ? pair.supportedId : pair.supporterId
  const given = { entryKind: kind, partner }
  return beginOfficeCase(processing, { actor, definition: supportEntry, given, ofCase: agreement })
}
