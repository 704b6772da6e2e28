import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  libraryReason,
  reasonLibraryBody,
  type LibraryReason,
} from '../../../catalogue/contract/archive/reason-library.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { note } from '../../platform/audit/note.ts'
import { ofPlace, placeOf } from './place.ts'

type Records = Readonly<Record<string, AnyRecord>>

function listOf(db: Queryable, place: number | null): Promise<LibraryReason[]> {
  return db.query<LibraryReason>(sql`
    select type as "recordType", action, content, sort_no as "sortNo", enabled
    from reason_library
    where ${ofPlace(place)}
    order by sort_no, id`)
}

/**
 * What the library offers somebody who reviews a type: the portal's and those of their institution, switched
 * on.
 */
export function offered(
  db: Queryable,
  { institutionId }: Actor,
  type: string,
): Promise<Pick<LibraryReason, 'action' | 'content'>[]> {
  return db.query(sql`
    select action, content from reason_library
    where (institution_id is null or institution_id = ${institutionId})
      and enabled
      and coalesce(type = ${type}, true)
    order by institution_id nulls first, sort_no, id`)
}

function requireSound(records: Records, list: readonly LibraryReason[]): void {
  const faults = list.flatMap(({ recordType, action, content }, place) => {
    if (recordType !== null && !Object.hasOwn(records, recordType))
      return [{ field: `list.${place}.recordType`, message: '没有该档案类型' }]
    const twin = list.findIndex(
      (other) => other.recordType === recordType && other.action === action && other.content === content,
    )
    return twin < place ? [{ field: `list.${place}.content`, message: `与第 ${twin + 1} 条相同` }] : []
  })
  if (faults.length > 0) throw invalidFields(faults)
}

/** The library of reasons, kept as one list: by the administrator for all, by each office for itself. */
export function libraryRoutes(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  const shared = { url: '/api/v1/reasonLibrary', access: [1, 3, 4, 5, 6], tag: '审核意见' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '我管理的意见库',
    answer: z.array(libraryReason),
    handle: (_, request) => listOf(db, placeOf(actorOn(request))),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    summary: '保存意见库：整个列表；was 是读到时的列表，已被他人改过则拒绝',
    body: reasonLibraryBody,
    answer: z.boolean(),
    handle: async ({ body: { list, was } }, request) => {
      const actor = actorOn(request)
      const place = placeOf(actor)
      requireSound(records, list)
      await db.transaction(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`reason library ${place ?? 'portal'}`}))`)
        if (was && JSON.stringify(was) !== JSON.stringify(await listOf(tx, place)))
          throw new AppError('stale', { message: '意见库刚被他人改过，请刷新后再改' })
        await tx.execute(sql`delete from reason_library where ${ofPlace(place)}`)
        await tx.execute(sql`
          insert into reason_library (institution_id, type, action, content, sort_no, enabled)
          select ${place}::int, r."recordType", r.action, r.content, r."sortNo", r.enabled
          from jsonb_to_recordset(${sql.json(list)}) r ("recordType" text, action text, content text,
              "sortNo" int, enabled boolean)`)
        await note(tx, {
          by: actor.identityId,
          action: 'reasons.changed',
          facts: { count: list.length, institution: place === null ? null : actor.institution },
        })
      })
      return true
    },
  })
}
