import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  colleagues,
  noteDraft,
  noteMark,
  noteParams,
  othersPlans,
  ownDraft,
  prep,
  prepDraft,
  prepEdit,
  prepMove,
  prepPage,
  prepParams,
  prepQuery,
  prepText,
  prepVersion,
  versionParams,
} from '../../../catalogue/contract/preps.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { openPrinter } from '../../platform/pdf/index.ts'
import { markNote, writeNote } from './notes.ts'
import { adaptPrep, writeOwn } from './own.ts'
import { printPrep, sharePrep, type PaperTools, type PrintedText } from './paper.ts'
import { colleaguesOf, othersOf, prepList, prepOf, versionOf } from './read.ts'
import {
  agreePrep,
  archivePrep,
  beginPrep,
  editPrep,
  holdText,
  joinPrep,
  openPrep,
  releaseText,
  removePrep,
  writeText,
} from './write.ts'
import { attached } from '../../platform/http/attached.ts'

const url = '/api/v1/preps'
const one = `${url}/:id`
const teachers = { access: [2], tag: '备课' } as const

/** Lessons that teachers of a school prepare together (0179). */
export const lessonPrep: Feature<Pick<Ground, 'actorOn'> & Omit<PaperTools, 'printer'>> = {
  name: 'lesson-prep',
  routes: (server, { actorOn, ...needs }) => {
    const tools = { ...needs, printer: openPrinter() }
    server.addHook('onClose', () => tools.printer.rest())
    readRoutes(server, tools, actorOn)
    writeRoutes(server, tools, actorOn)
    stepRoutes(server, tools, actorOn)
    noteRoutes(server, tools, actorOn)
    ownRoutes(server, tools, actorOn)
    printRoute(server, tools, actorOn)
  },
}

function readRoutes(server: Server, { db }: PaperTools, actorOn: ActorOn): void {
  register(server, {
    ...teachers,
    method: 'GET',
    url,
    summary: '本校的备课，新的一周在前；view：全部、我主备的、待我研讨的',
    query: prepQuery,
    answer: prepPage,
    handle: ({ query }, request) => prepList(db, actorOn(request), query),
  })
  register(server, {
    ...teachers,
    method: 'GET',
    url: `${url}/colleagues`,
    summary: '可以请来研讨的本校教师',
    answer: colleagues,
    handle: (_, request) => colleaguesOf(db, actorOn(request)),
  })
  register(server, {
    ...teachers,
    method: 'GET',
    url: one,
    summary: '一次备课：教案、版本、批注、自己的个案，以及现在能办什么',
    params: prepParams,
    answer: prep,
    handle: ({ params }, request) => prepOf(db, actorOn(request), params.id),
  })
  register(server, {
    ...teachers,
    method: 'GET',
    url: `${one}/versions/:no`,
    summary: '一个定下的版本，不再变动',
    params: versionParams,
    answer: prepVersion,
    handle: ({ params }, request) => versionOf(db, actorOn(request), params.id, params.no),
  })
  register(server, {
    ...teachers,
    method: 'GET',
    url: `${one}/others`,
    summary: '其他教师的个案和反思；参加备课的人能看',
    params: prepParams,
    answer: othersPlans,
    handle: ({ params }, request) => othersOf(db, actorOn(request), params.id),
  })
}

function writeRoutes(server: Server, tools: PaperTools, actorOn: ActorOn): void {
  const { db } = tools
  register(server, {
    ...teachers,
    method: 'POST',
    url,
    summary: '新增备课，本人主备',
    body: prepDraft,
    answer: z.object({ id: z.string() }),
    perMinute: 20,
    handle: async ({ body }, request) => ({ id: await beginPrep(tools, actorOn(request), body) }),
  })
  register(server, {
    ...teachers,
    method: 'PUT',
    url: one,
    summary: '修改课题、哪一周、请谁研讨；主备教师',
    params: prepParams,
    body: prepEdit,
    answer: prep,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await editPrep(tools, actor, id, body)
      return prepOf(db, actor, id)
    },
  })
  register(server, {
    ...teachers,
    method: 'PUT',
    url: `${one}/text`,
    summary: '保存教案；同一时间只有一人能写',
    params: prepParams,
    body: prepText,
    answer: prep,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await writeText(tools, actor, id, body)
      return prepOf(db, actor, id)
    },
  })
  register(server, {
    ...teachers,
    method: 'DELETE',
    url: one,
    summary: '删除未研讨的备课；主备教师',
    params: prepParams,
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      await removePrep(tools, actorOn(request), params.id)
      return true
    },
  })
}

function stepRoutes(server: Server, tools: PaperTools, actorOn: ActorOn): void {
  const steps = [
    ['discuss', '请大家研讨，被请的教师收到消息', openPrep],
    ['agree', '把研讨后的教案定为共案', agreePrep],
    ['archive', '归档，不再修改', archivePrep],
  ] as const
  for (const [name, summary, move] of steps)
    register(server, {
      ...teachers,
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: prepParams,
      body: prepMove,
      answer: prep,
      handle: async ({ params: { id }, body }, request) => {
        const actor = actorOn(request)
        await move(tools, actor, id, body.version)
        return prepOf(tools.db, actor, id)
      },
    })
  const acts = [
    ['hold', '开始写：10 分钟内他人不能写，每次保存顺延', holdText],
    ['release', '不写了，让他人写', releaseText],
    ['join', '参加研讨', joinPrep],
    ['adapt', '把共案取用为自己的个案', adaptPrep],
  ] as const
  for (const [name, summary, act] of acts)
    register(server, {
      ...teachers,
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: prepParams,
      answer: prep,
      handle: async ({ params: { id } }, request) => {
        const actor = actorOn(request)
        await act(tools, actor, id)
        return prepOf(tools.db, actor, id)
      },
    })
  register(server, {
    ...teachers,
    method: 'POST',
    url: `${one}/share`,
    summary: '共案转入资源库，成为主备教师的资源草稿；参与的人都写在简介里',
    params: prepParams,
    answer: z.object({ id: z.int() }),
    handle: async ({ params }, request) => ({ id: await sharePrep(tools, actorOn(request), params.id) }),
  })
}

function noteRoutes(server: Server, tools: PaperTools, actorOn: ActorOn): void {
  register(server, {
    ...teachers,
    method: 'POST',
    url: `${one}/notes`,
    summary: '在一段教案下写批注，或回复一条批注',
    params: prepParams,
    body: noteDraft,
    answer: z.object({ id: z.string() }),
    perMinute: 60,
    handle: async ({ params, body }, request) => ({
      id: await writeNote(tools, actorOn(request), params.id, body),
    }),
  })
  register(server, {
    ...teachers,
    method: 'POST',
    url: `${one}/notes/:note`,
    summary: '批注已处理，或重新打开；写的人或主备教师',
    params: noteParams,
    body: noteMark,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await markNote(tools, actorOn(request), params, body.done)
      return true
    },
  })
}

function ownRoutes(server: Server, tools: PaperTools, actorOn: ActorOn): void {
  register(server, {
    ...teachers,
    method: 'PUT',
    url: `${one}/own`,
    summary: '保存自己的个案和反思',
    params: prepParams,
    body: ownDraft,
    answer: prep,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await writeOwn(tools, actor, id, body)
      return prepOf(tools.db, actor, id)
    },
  })
}

const printQuery = z.strictObject({
  text: z.enum(['common', 'own'], { error: '没有这种教案' }).default('common'),
}) satisfies z.ZodType<{ text: PrintedText }>

function printRoute(server: Server, tools: PaperTools, actorOn: ActorOn): void {
  server.route({
    method: 'GET',
    url: `${one}/print`,
    config: { access: teachers.access },
    schema: {
      summary: '教案（PDF）：共案，或自己的个案和反思',
      tags: [teachers.tag],
      params: prepParams,
      querystring: printQuery,
    },
    handler: async (request, reply) => {
      const { id } = prepParams.parse(request.params)
      const { text } = printQuery.parse(request.query)
      return sendPaper(reply, await printPrep(tools, actorOn(request), id, text))
    },
  })
}

const sendPaper = (
  reply: FastifyReply,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
) => attached(reply, name, 'application/pdf').send(Buffer.from(bytes))
