import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  droppedTemplate,
  messageTemplate,
  messageTemplates,
  mostTemplates,
  type MessageTemplate,
} from '../../../catalogue/contract/account/message-templates.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const ofOffice = (actor: Actor): Sql => sql`institution_id = ${actor.institutionId} and role = ${actor.role}`

/** Keeps a template; one of the same name is replaced. Throws invalid beyond the limit. */
async function keep(db: Database, actor: Actor, { name, title, content }: MessageTemplate): Promise<void> {
  await db.transaction(async (tx) => {
    // One after the other for one office, so that two people together do not keep too many.
    await tx.query(sql`select 1 from institution where id = ${actor.institutionId} for no key update`)
    const kept = await tx.execute(sql`
      insert into message_template (institution_id, role, name, title, content, by_identity)
      select ${actor.institutionId}::int, ${actor.role}::smallint, ${name}::text, ${title}::text, ${content}::text,
        ${actor.identityId}::int
      where (select count(*) from message_template where ${ofOffice(actor)} and name <> ${name}) < ${mostTemplates}
      on conflict (institution_id, role, name)
      do update set title = excluded.title, content = excluded.content, by_identity = excluded.by_identity,
        updated_at = excluded.updated_at`)
    if (kept === 0) throw invalid('name', `每个单位至多存 ${mostTemplates} 个模板，请先删去不用的`)
    await note(tx, { by: actor.identityId, action: 'message.templateKept' })
  })
}

/** Templates of messages, of everybody who acts for an office in a role. */
export function templateRoutes(server: Server, db: Database, actorOn: ActorOn): void {
  const shared = {
    url: '/api/v1/userSystemMessage/templates',
    access: [1, 3, 4, 5, 6],
    tag: '消息',
  } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '本单位的消息模板',
    answer: messageTemplates,
    handle: async (_, request) => ({
      list: await db.query<MessageTemplate>(sql`
        select name, title, content from message_template where ${ofOffice(actorOn(request))} order by name`),
    }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    summary: '存一个消息模板；同名的替换',
    body: messageTemplate,
    answer: z.boolean(),
    handle: async ({ body }, request) => {
      await keep(db, actorOn(request), body)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    summary: '删去一个消息模板',
    query: droppedTemplate,
    answer: z.boolean(),
    handle: async ({ query: { name } }, request) => {
      const actor = actorOn(request)
      await db.transaction(async (tx) => {
        const gone = await tx.execute(
          sql`delete from message_template where ${ofOffice(actor)} and name = ${name}`,
        )
        if (gone === 0) throw new AppError('missing')
        await note(tx, { by: actor.identityId, action: 'message.templateDropped' })
      })
      return true
    },
  })
}
