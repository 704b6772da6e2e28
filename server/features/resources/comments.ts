import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  commentDraft,
  commentPage as pageShape,
  commentQuery,
  hideBody,
  reportBody,
} from '../../../catalogue/contract/comments.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { contentId } from '../../../catalogue/contract/portal/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import {
  commentPage,
  hideComment,
  hideOwn,
  postComment,
  reportComment,
  type CommentedItem,
} from '../../engine/comments/index.ts'
import { isStaffOf, libraryItem, reachGivenBy } from '../../engine/sharing/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { resourceKind } from './kind.ts'

export interface CommentNeeds {
  readonly db: Database
  readonly actorOn: ActorOn
  /** An insert of messages to identities: identity, kind, title and link of each row. */
  readonly insertMessages: (rows: Sql) => Sql
}

const { kind } = resourceKind
const shared = { access: [2, 3, 4, 5, 6], tag: '资源评论' } as const
const url = '/api/v1/resource/:id/comments'
const ofItem = z.object({ id: contentId })
const ofComment = z.object({ id: contentId, comment: uuid })

/** An item that the actor can read now, as its comments need it. */
async function commented(db: Database, actor: Actor, id: number): Promise<CommentedItem> {
  const item = await libraryItem(db, actor, resourceKind, id)
  if (!item) throw new AppError('missing')
  if (item.gone) throw new AppError('wrongState', { message: '该资源已下架，评论不再显示' })
  return { kind, id, mayHide: await isStaffOf(db, actor, { kind, id }) }
}

/** Comments of readers below a resource; the office that gave its reach sees to them. */
export function commentRoutes(server: Server, needs: CommentNeeds): void {
  sayingRoutes(server, needs)
  keepingRoutes(server, needs)
}

function sayingRoutes(server: Server, { db, actorOn }: CommentNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '一件资源的评论，新的在前，回复在各条下面',
    params: ofItem,
    query: commentQuery,
    answer: pageShape,
    handle: async ({ params: { id }, query }, request) => {
      const actor = actorOn(request)
      return commentPage(db, actor, await commented(db, actor, id), query)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '发表评论，或回复一条评论',
    params: ofItem,
    body: commentDraft,
    answer: z.object({ id: z.string() }),
    perMinute: 20,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      const item = await commented(db, actor, id)
      return { id: await db.transaction((tx) => postComment(tx, actor, item, body)) }
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:comment`,
    summary: '撤回自己的评论；下面的回复还在',
    params: ofComment,
    answer: z.boolean(),
    handle: async ({ params: { id, comment } }, request) => {
      const actor = actorOn(request)
      const item = await commented(db, actor, id)
      await db.transaction((tx) => hideOwn(tx, actor, item, comment))
      return true
    },
  })
}

function keepingRoutes(server: Server, { db, actorOn, insertMessages }: CommentNeeds): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:comment/hide`,
    summary: '隐藏评论，写明理由，作者会收到；给出共享范围的单位',
    params: ofComment,
    body: hideBody,
    answer: z.boolean(),
    handle: async ({ params: { id, comment }, body: { reason } }, request) => {
      const actor = actorOn(request)
      const item = await commented(db, actor, id)
      await db.transaction(async (tx) => {
        const personId = await hideComment(tx, actor, item, { comment, reason })
        await tx.execute(
          insertMessages(sql`
            select a.id, '1', ${`您的一条资源评论被隐藏：${reason}`}, null
            from identity a
            where a.person_id = ${personId} and a.state = 'enabled'`),
        )
      })
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:comment/report`,
    summary: '举报评论，写明理由；给出共享范围的单位收到消息',
    params: ofComment,
    body: reportBody,
    answer: z.boolean(),
    perMinute: 10,
    handle: async ({ params: { id, comment }, body: { reason } }, request) => {
      const actor = actorOn(request)
      const item = await commented(db, actor, id)
      await db.transaction(async (tx) => {
        // Reported again, staff has heard of it already.
        if (!(await reportComment(tx, actor, item, { comment, reason }))) return
        await tx.execute(
          insertMessages(sql`
            select a.id, '1', ${`资源评论被举报：${reason}`}, null
            from identity a
            where a.institution_id = ${await reachGivenBy(tx, item)} and a.role between 3 and 6
              and a.state = 'enabled'`),
        )
      })
      return true
    },
  })
}
