import { z } from 'zod'
import {
  mostReasons,
  reasonOfType,
  savedReasons,
  type SavedReason,
} from '../../../catalogue/contract/archive/reason-library.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { builtInRoutes, switchedOff } from './built-in.ts'
import { libraryRoutes, offered } from './library.ts'

type Records = Readonly<Record<string, AnyRecord>>
const reviewers = [3, 4, 5, 6] as const

function requireKnown(records: Records, type: string, field: string): void {
  const definition = Object.hasOwn(records, type) ? records[type] : undefined
  if (!definition) throw invalid('type', '没有该档案类型')
  if (field !== '' && field !== 'attachments' && !Object.hasOwn(definition.fields, field)) {
    throw invalid('field', '没有该栏目')
  }
}

/** The reasons an officer keeps for later, each their own; beside them stand those of the declaration. */
export function reasonRoutes(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  libraryRoutes(server, db, records, actorOn)
  builtInRoutes(server, db, records, actorOn)
  readingRoute(server, db, actorOn)
  keepingRoutes(server, db, records, actorOn)
}

/** The reasons an officer may choose from. */
function readingRoute(server: Server, db: Database, actorOn: ActorOn): void {
  const tag = '审核意见'
  register(server, {
    method: 'GET',
    url: '/api/v1/reasons',
    access: reviewers,
    tag,
    summary: '我存下的退回意见，按档案类型；另有意见库里的',
    query: z.strictObject({ type: z.string().min(1).max(60) }),
    answer: savedReasons,
    handle: async ({ query }, request) => ({
      library: await offered(db, actorOn(request), query.type),
      off: await switchedOff(db, actorOn(request), query.type),
      list: await db.query<SavedReason>(sql`
        select field, text
        from saved_reason
        where identity_id = ${actorOn(request).identityId} and type = ${query.type}
        order by created_at, text`),
    }),
  })
}

/** Keeping a reason, and dropping one. */
function keepingRoutes(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  const tag = '审核意见'
  register(server, {
    method: 'POST',
    url: '/api/v1/reasons',
    access: reviewers,
    tag,
    summary: '存一条退回意见备用；已有的不重复存',
    body: reasonOfType,
    answer: z.boolean(),
    handle: async ({ body: { type, field, text } }, request) => {
      requireKnown(records, type, field)
      const { identityId } = actorOn(request)
      const kept = await db.execute(sql`
        insert into saved_reason (identity_id, type, field, text)
        select ${identityId}::int, ${type}::text, ${field}::text, ${text}::text
        where (select count(*)
          from saved_reason
          where identity_id = ${identityId}::int and type = ${type}::text) < ${mostReasons}
        on conflict do nothing`)
      if (kept === 0 && !(await isKept(db, identityId, { type, field, text }))) {
        throw new AppError('invalid', { message: `每类档案至多存 ${mostReasons} 条意见，请先删去不用的` })
      }
      return true
    },
  })
  register(server, {
    method: 'DELETE',
    url: '/api/v1/reasons',
    access: reviewers,
    tag,
    summary: '删去一条存下的意见',
    query: reasonOfType,
    answer: z.boolean(),
    handle: async ({ query: { type, field, text } }, request) => {
      const gone = await db.execute(sql`
        delete from saved_reason
        where identity_id = ${actorOn(request).identityId}
          and type = ${type}
          and field = ${field}
          and text = ${text}`)
      if (gone === 0) throw new AppError('missing')
      return true
    },
  })
}

async function isKept(
  db: Database,
  identityId: number,
  { type, field, text }: { type: string; field: string; text: string },
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1
    from saved_reason
    where identity_id = ${identityId} and type = ${type} and field = ${field} and text = ${text}`)
  return row !== undefined
}
