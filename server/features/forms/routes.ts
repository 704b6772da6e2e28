import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  archiveExport,
  formAsked,
  formChoices,
  issuedPage,
  issuedParams,
  issuedQuery,
  ownCertificates,
  paperAddress,
  printAsked,
  revocation,
  verified,
  type PrintAsked,
} from '../../../catalogue/contract/forms.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { addressOf, isGenuine, signedQuery } from './address.ts'
import { bundleRoutes } from './bundle-routes.ts'
import { choicesFor, choicesForCase, officeChoices } from './choices.ts'
import type { Desk } from './desk.ts'
import { issue } from './issue.ts'
import { officeFormRoutes } from './office/routes.ts'
import { ownCertificatesOf } from './own-certificates.ts'
import { opensSealed } from './opens-sealed.ts'
import { bytesOf, ownPaper, papersOf, revoke } from './papers.ts'
import { draftFor } from './draft.ts'
import { subjectOf } from './subject.ts'
import { readParts } from './whole-archive.ts'
import { verify } from './verify.ts'
import type { OriginOf } from './origin.ts'
import { attached } from '../../platform/http/attached.ts'

const readers = [2, 3, 4, 5, 6] as const
const tag = '打印表格'

/** Dependencies of the calls. */
export interface Office {
  readonly desk: Desk
  readonly actorOn: ActorOn
  readonly originOf: OriginOf
  /** Whether an office may add own fields, and so keep forms of its own. */
  readonly mayDeclare: (actor: Actor) => Promise<boolean>
}

/** Printing forms, the papers that were printed, and what anybody may ask about one. */
export function formRoutes(server: Server, office: Office): void {
  choiceRoute(server, office)
  printRoutes(server, office)
  paperRoutes(server, office)
  bundleRoutes(server, office)
  officeFormRoutes(server, office)
  verifyRoute(server, office)
  exportRoute(server, office)
}

const ownTeacher = (actor: Actor, teacherId: number | undefined) => teacherId ?? actor.teacherId

function choiceRoute(server: Server, { desk, actorOn }: Office): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/forms',
    access: readers,
    tag,
    summary: '可以打印的表格；teacherId 缺省为本人',
    query: formAsked,
    answer: formChoices,
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      if (query.caseId !== undefined) return { list: await choicesForCase(desk, actor, query.caseId) }
      const owner = await subjectOf(desk.engine, actor, ownTeacher(actor, query.teacherId))
      const [list, ofOffices] = await Promise.all([
        choicesFor(desk.engine, actor, owner),
        officeChoices(desk.engine.db, actor, owner),
      ])
      return { list: [...list, ...ofOffices] }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/forms/certificates',
    access: [2],
    tag,
    summary: '本人的证书：结题、获奖',
    answer: ownCertificates,
    handle: (_, request) => ownCertificatesOf(desk.engine, actorOn(request)),
  })
}

/** Prints one paper for the actor and keeps it. */
async function printOne(
  { desk }: Pick<Office, 'desk'>,
  actor: Actor,
  asked: PrintAsked,
  origin: string | null,
) {
  const { matter, draft } = await draftFor(desk, actor, asked)
  return issue(desk, {
    ...matter,
    form: asked.form,
    draft,
    origin,
    bundleId: null,
    format: asked.format,
  })
}

function printRoutes(server: Server, { desk, actorOn, originOf }: Office): void {
  const addressed = async (actor: Actor, id: string) => {
    const { name, isKept } = await ownPaper(desk.engine, actor, id)
    if (!isKept) throw new AppError('missing', { message: '该文件的保存期已过，请重新打印' })
    return { id, name, url: addressOf(desk.engine.keys, 'paper', id) }
  }
  register(server, {
    method: 'POST',
    url: '/api/v1/forms/print',
    access: readers,
    tag,
    summary: '打印一张表，得到短时有效的下载地址',
    perMinute: 30,
    body: printAsked,
    answer: paperAddress,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      if (opensSealed(actor, body.form, body.purpose ?? null)) await request.server.requireProof(request)
      const { id } = await printOne({ desk }, actor, body, await originOf(request))
      return addressed(actor, id)
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/forms/issued/:id/address',
    access: readers,
    tag,
    summary: '自己打印的一份文件的短时有效地址',
    params: issuedParams,
    answer: paperAddress,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { opens } = await ownPaper(desk.engine, actor, id)
      if (opens) await request.server.requireProof(request)
      return addressed(actor, id)
    },
  })
  server.route({
    method: 'GET',
    url: '/files/paper/:id',
    config: { access: 'public', ...fewer(120) },
    schema: { params: issuedParams, querystring: signedQuery, hide: true },
    handler: async ({ params, query }, reply) => {
      const { id } = issuedParams.parse(params)
      if (!isGenuine(desk.engine.keys, 'paper', id, signedQuery.parse(query))) throw new AppError('missing')
      const { name, mime, bytes } = await bytesOf(desk.engine, id)
      return attached(reply, name, mime).send(bytes)
    },
  })
}

function paperRoutes(server: Server, { desk, actorOn }: Office): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/forms/issued',
    access: readers,
    tag,
    summary: '我打印过的表格，新的在前',
    query: issuedQuery,
    answer: issuedPage,
    handle: ({ query }, request) => papersOf(desk.engine, actorOn(request), query),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/forms/issued/:id/revoke',
    access: readers,
    tag,
    summary: '撤销自己打印的一份表格',
    params: issuedParams,
    body: revocation,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await revoke(desk.engine, actorOn(request), params.id, body.reason)
      return true
    },
  })
}

function verifyRoute(server: Server, { desk }: Office): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/verify/:code',
    access: 'public',
    tag,
    summary: '查验一份打印的表格：是否有效、由谁在何时打印；没有该码与写错的码回答相同',
    perMinute: 20,
    perMinuteFromAddress: 60,
    params: z.object({ code: z.string().max(60) }),
    answer: verified,
    handle: async ({ params }) => ({ paper: await verify(desk.engine, params.code) }),
  })
}

/** The call of the specification: one archive as a file. */
function exportRoute(server: Server, { desk, actorOn, originOf }: Office): void {
  server.route({
    method: 'GET',
    url: '/api/v1/archive/export/:teacherId',
    config: { access: readers, ...fewer(30) },
    schema: {
      params: z.object({ teacherId: z.string().max(20) }),
      querystring: archiveExport,
      tags: [tag],
      summary: '导出教师档案（PDF）',
    },
    handler: async (request, reply) => {
      const { format, parts, purpose, reason } = archiveExport.parse(request.query)
      const { teacherId } = z.object({ teacherId: z.string() }).parse(request.params)
      if (format === 'docx') throw invalid('format', '暂不支持导出 Word，请用 pdf')
      const actor = actorOn(request)
      // A GET, and yet a paper is made: whoever looks through another's eyes makes none.
      if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
      if (!/^[1-9]\d{0,8}$/.test(teacherId)) throw new AppError('missing')
      if (opensSealed(actor, 'wholeArchive', purpose ?? null)) await request.server.requireProof(request)
      const asked = {
        form: 'wholeArchive',
        teacherId: Number(teacherId),
        ...(purpose && { purpose }),
        ...(reason !== undefined && { reason }),
      }
      const { matter, draft } = await draftFor(desk, actor, asked, readParts(parts))
      const { bytes } = await issue(desk, {
        ...matter,
        form: asked.form,
        draft,
        origin: await originOf(request),
        bundleId: null,
      })
      return attached(reply, `${draft.title} ${matter.owner.name}.pdf`, 'application/pdf').send(
        Buffer.from(bytes),
      )
    },
  })
}
