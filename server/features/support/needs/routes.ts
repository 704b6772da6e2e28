import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  needPage,
  needParams,
  needsAsked,
  needView,
  offerBegun,
} from '../../../../catalogue/contract/support-needs.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { supportOffer } from '../../../../catalogue/processes/support-offer.ts'
import type { Ground } from '../../../engine/feature.ts'
import { beginOfficeCase, caseRows, type CaseNeeds } from '../../../engine/processes/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { joined } from '../../../platform/db/database.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { sql } from '../../../platform/db/sql.ts'
import { needFor, needsFor } from './list.ts'
import { isAddressed, needById, refusalFor, supportingOf } from './need.ts'

export interface NeedRoutes extends Pick<Ground, 'db' | 'actorOn'> {
  readonly processing: CaseNeeds
}

const tag = '对口帮扶'
const base = '/api/v1/support/needs'
const readers = [3, 4, 5, 6] as const

/** The calls about needs, and the one that begins an offer. */
export function needRoutes(server: Server, { db, actorOn, processing }: NeedRoutes): void {
  register(server, {
    method: 'GET',
    url: base,
    access: readers,
    tag,
    summary: '帮扶需求：本单位的、结对单位的、10 个工作日以后本市的；主管单位看范围内全部',
    query: needsAsked,
    answer: needPage,
    handle: ({ query }, request) => needsFor(db, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: `${base}/:id`,
    access: readers,
    tag,
    summary: '一项需求和响应；支援方只看自己的响应，不在范围内的答复 404',
    params: needParams,
    answer: needView,
    handle: ({ params: { id } }, request) => needFor(db, actorOn(request), id),
  })
  register(server, {
    method: 'POST',
    url: `${base}/:id/offers`,
    access: [3, 4, 5],
    tag,
    summary: '响应一项需求（草稿）；已有没提交的草稿时答复那一份',
    perMinute: 30,
    params: needParams,
    answer: offerBegun,
    handle: async ({ params: { id } }, request) => ({
      id: await beginOffer(processing, actorOn(request), id),
    }),
  })
}

/** Begins the offer of an institution for a need that it may answer; answers the draft that it has already. */
export async function beginOffer(processing: CaseNeeds, actor: Actor, needId: string): Promise<string> {
  const { db } = processing
  await needFor(db, actor, needId)
  const need = await needById(db, needId)
  const none = refusalFor(need, 1)
  if (!need || none !== null) throw new AppError('wrongState', { message: none ?? '未找到该项需求' })
  const by = await supportingOf(db, actor.institutionId)
  const open = await db.maybeOne(
    sql`select 1 from support_need n where n.case_id = ${needId}::uuid and ${isAddressed(by)}`,
  )
  if (!open) throw new AppError('forbidden', { message: '该项需求现在只有结对的支援方可以响应' })
  return db.transaction(async (tx) => {
    // Two clicks begin one draft.
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtext(${`offer ${needId}`}), ${actor.institutionId}::int)`,
    )
    const before = await tx.maybeOne<{ id: string }>(sql`
      select o.id from ${caseRows} o
      where o.of_case = ${needId}::uuid and o.type = 'supportOffer' and o.institution_id = ${actor.institutionId}
        and o.state = 'draft'
      limit 1`)
    if (before) return before.id
    const left = need.places - need.taken
    const { title, kind, startOn, endOn } = need
    const given = { need: title, needKind: kind, number: left, startOn: later(startOn), endOn }
    return beginOfficeCase({ db: joined(db, tx) }, { actor, definition: supportOffer, given, ofCase: needId })
  })
}

/** What has begun already is offered from today on. */
const later = (day: string): string => (day < today() ? today() : day)
