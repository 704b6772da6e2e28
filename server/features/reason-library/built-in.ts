import type { Actor } from '../../../catalogue/access/access.ts'
import {
  builtInReasons,
  builtInSwitch,
  type BuiltInReason,
  type BuiltInSwitch,
  type SavedReason,
} from '../../../catalogue/contract/archive/reason-library.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { ofPlace, placeOf } from './place.ts'

type Records = Readonly<Record<string, AnyRecord>>

/**
 * Declared reasons of a type that are switched off for an institution: by itself, or by the administrator for
 * all.
 */
export const switchedOff = (db: Queryable, { institutionId }: Actor, type: string): Promise<SavedReason[]> =>
  db.query<SavedReason>(sql`
    select distinct field, content as text from reason_off
    where type = ${type} and (institution_id is null or institution_id = ${institutionId})
    order by field, text`)

/** Every declared reason with whether it is offered, as one place keeps it. */
async function listBuiltIn(db: Queryable, records: Records, actor: Actor): Promise<BuiltInReason[]> {
  const place = placeOf(actor)
  const off = await db.query<{ type: string; field: string; content: string; portal: boolean }>(sql`
    select type, field, content, institution_id is null as portal from reason_off
    where institution_id is null or ${ofPlace(place)}`)
  const keyOf = (type: string, field: string, text: string) => JSON.stringify([type, field, text])
  const keysWhere = (portal: boolean) =>
    new Set(off.filter((one) => one.portal === portal).map((one) => keyOf(one.type, one.field, one.content)))
  const [forAll, here] = [keysWhere(true), keysWhere(false)]
  return Object.values(records).flatMap(({ name, review }) =>
    (review?.reasons ?? []).map(({ field, text }) => {
      const key = keyOf(name, field, text)
      return {
        recordType: name,
        field,
        text,
        enabled: !(place === null ? forAll : here).has(key),
        offForAll: place !== null && forAll.has(key),
      }
    }),
  )
}

async function switchBuiltIn(
  db: Database,
  records: Records,
  actor: Actor,
  { recordType, field, text, enabled }: BuiltInSwitch,
): Promise<void> {
  const declared = Object.hasOwn(records, recordType) ? records[recordType]?.review?.reasons : undefined
  if (!declared?.some((one) => one.field === field && one.text === text))
    throw invalid('text', '未找到该内置意见')
  const place = placeOf(actor)
  await db.transaction(async (tx) => {
    const changed = await tx.execute(
      enabled
        ? sql`
          delete from reason_off
          where ${ofPlace(place)} and type = ${recordType} and field = ${field} and content = ${text}`
        : sql`
          insert into reason_off (institution_id, type, field, content)
          values (${place}::int, ${recordType}, ${field}, ${text})
          on conflict do nothing`,
    )
    if (changed === 0) return
    await note(tx, {
      by: actor.identityId,
      action: enabled ? 'reasons.switchedOn' : 'reasons.switchedOff',
      facts: { type: recordType, text, institution: place === null ? null : actor.institution },
    })
  })
}

/**
 * The reasons that the declarations bring along: listed, and switched off by the administrator or one office.
 */
export function builtInRoutes(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  const shared = { url: '/api/v1/reasonLibrary/builtIn', access: [1, 3, 4, 5, 6], tag: '审核意见' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '平台内置的退回意见，和是否启用',
    answer: builtInReasons,
    handle: async (_, request) => ({ list: await listBuiltIn(db, records, actorOn(request)) }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    summary: '启用或停用一条内置意见：系统管理员对全平台，各单位只对本单位',
    body: builtInSwitch,
    answer: builtInReasons,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      await switchBuiltIn(db, records, actor, body)
      return { list: await listBuiltIn(db, records, actor) }
    },
  })
}
