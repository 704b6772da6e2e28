import { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  officeForm,
  officeFormAct,
  officeFormDraft,
  officeFormEdit,
  officeFormPage,
  officeFormParams,
  officeFormQuery,
  officeFormVersionParams,
  placeList,
  previewQuery,
  type OfficeForm,
} from '../../../../catalogue/contract/office-forms.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { meaningOf } from '../../../../catalogue/forms/places.ts'
import { ownerOf, standingOfOwner } from '../../../engine/access/index.ts'
import { note } from '../../../platform/audit/note.ts'
import { sql } from '../../../platform/db/sql.ts'
import { attached } from '../../../platform/http/attached.ts'
import { register } from '../../../platform/http/call.ts'
import { fewer } from '../../../platform/http/limits.ts'
import type { Server } from '../../../platform/http/server.ts'
import { marksOf } from '../issue.ts'
import { subjectOf } from '../subject.ts'
import type { Office } from '../routes.ts'
import { officeDraft } from './draft.ts'
import {
  beginForm,
  changeForm,
  endForm,
  formOfOffice,
  formsOfOffice,
  publishForm,
  type PlaceMeanings,
  templateOf,
  versionsOf,
} from './store.ts'
import { placesOf, readPlaces, takenTemplate, typesAt } from './template.ts'

/** The same offices that may add own fields to a type. */
const keepers = { access: [4, 5, 6], tag: '自制表格' } as const
const url = '/api/v1/officeForm'
const one = `${url}/:id`
const wordMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Calls by which offices keep printed forms that were made in Word (docs/decisions/0263). */
export function officeFormRoutes(server: Server, office: Office): void {
  readRoutes(server, office)
  writeRoutes(server, office)
  actRoutes(server, office)
  fileRoutes(server, office)
}

async function requireKeeper({ mayDeclare }: Office, actor: Actor): Promise<void> {
  if (!(await mayDeclare(actor)))
    throw new AppError('forbidden', { message: '上级单位尚未向本单位开放自有栏目' })
}

async function recordsOf({ desk: { engine } }: Office, { institutionId }: Actor) {
  const owner = await ownerOf(engine.db, 'institution', institutionId)
  if (!owner) throw new AppError('missing')
  return typesAt(engine, standingOfOwner(owner))
}

async function viewOf(office: Office, actor: Actor, id: number): Promise<OfficeForm> {
  const { db } = office.desk.engine
  const { template, ...line } = await formOfOffice(db, actor, id)
  const [versions, reading] = await Promise.all([
    versionsOf(db, id),
    recordsOf(office, actor).then((records) => readPlaces(template, records)),
  ])
  return { ...line, ...reading, versions }
}

function readRoutes(server: Server, office: Office): void {
  const { desk, actorOn, mayDeclare } = office
  register(server, {
    ...keepers,
    method: 'GET',
    url,
    summary: '本单位的自制表格，停用的在后',
    query: officeFormQuery,
    answer: officeFormPage,
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      const [found, may] = await Promise.all([formsOfOffice(desk.engine.db, actor, query), mayDeclare(actor)])
      return { ...found, may }
    },
  })
  register(server, {
    ...keepers,
    method: 'GET',
    url: `${url}/places`,
    summary: '模板里可以写的栏目，按档案类别',
    answer: placeList,
    handle: async (_, request) => {
      const types = await recordsOf(office, actorOn(request))
      const inOrder = desk
        .order(desk.engine.records)
        .flatMap(({ name }) => types.filter((one) => one.name === name))
      return { list: placesOf(inOrder) }
    },
  })
  register(server, {
    ...keepers,
    method: 'GET',
    url: one,
    summary: '一张自制表格：模板里的栏目、有误之处和历次版本',
    params: officeFormParams,
    answer: officeForm,
    handle: ({ params: { id } }, request) => viewOf(office, actorOn(request), id),
  })
}

/** The bytes of a file of Word that the actor uploaded, as they are kept. */
async function uploaded(
  { desk: { engine, readBytes } }: Office,
  actor: Actor,
  fileId: string,
): Promise<Buffer> {
  const file = await engine.db.maybeOne<{ key: string; mime: string }>(sql`
    select storage_key as key, mime from file where id = ${fileId} and by_identity = ${actor.identityId}`)
  if (!file) throw invalid('fileId', '没有找到这个文件，请重新上传')
  if (file.mime !== wordMime) throw invalid('fileId', '请上传 Word 文件（.docx）；旧的 .doc 请先另存')
  return takenTemplate(Buffer.from(await readBytes(file.key)))
}

function writeRoutes(server: Server, office: Office): void {
  const { desk, actorOn } = office
  const { db } = desk.engine
  register(server, {
    ...keepers,
    method: 'POST',
    url,
    summary: '新增自制表格：上传带栏目的 Word 模板，先是草稿',
    perMinute: 20,
    body: officeFormDraft,
    answer: officeForm,
    handle: async ({ body: { title, forHolders, fileId } }, request) => {
      const actor = actorOn(request)
      await requireKeeper(office, actor)
      const template = await uploaded(office, actor, fileId)
      return viewOf(office, actor, await beginForm(db, actor, { title, forHolders, template }))
    },
  })
  register(server, {
    ...keepers,
    method: 'PUT',
    url: one,
    summary: '改名称、模板或谁可打印，成为草稿；editNo 不符回 409',
    perMinute: 30,
    params: officeFormParams,
    body: officeFormEdit,
    answer: officeForm,
    handle: async ({ params: { id }, body: { title, forHolders, fileId, editNo } }, request) => {
      const actor = actorOn(request)
      await requireKeeper(office, actor)
      await formOfOffice(db, actor, id)
      const template = fileId === undefined ? null : await uploaded(office, actor, fileId)
      await changeForm(db, actor, { id, editNo }, { title, forHolders, template })
      return viewOf(office, actor, id)
    },
  })
}

/** Publishing a draft, and ending a form. */
function actRoutes(server: Server, office: Office): void {
  const { desk, actorOn } = office
  const { db } = desk.engine
  register(server, {
    ...keepers,
    method: 'POST',
    url: `${one}/publish`,
    summary: '发布草稿为新版本；有不认识的栏目时不能发布',
    params: officeFormParams,
    body: officeFormAct,
    answer: officeForm,
    handle: async ({ params: { id }, body: { editNo } }, request) => {
      const actor = actorOn(request)
      await requireKeeper(office, actor)
      await publishForm(db, actor, { id, editNo }, (template) => judge(office, actor, template))
      return viewOf(office, actor, id)
    },
  })
  register(server, {
    ...keepers,
    method: 'POST',
    url: `${one}/end`,
    summary: '停用；已打印的仍可查验',
    params: officeFormParams,
    body: officeFormAct,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { editNo } }, request) => {
      await endForm(db, actorOn(request), { id, editNo })
      return true
    },
  })
}

/** What the places of a template stand for; refuses one with places that are wrong, the first with its page. */
async function judge(office: Office, actor: Actor, template: Buffer): Promise<PlaceMeanings> {
  const records = await recordsOf(office, actor)
  const { places } = await readPlaces(template, records)
  const wrong = places.filter(({ fault }) => fault !== null)
  const [first] = wrong
  if (first)
    throw invalid(
      'fileId',
      `有 ${wrong.length} 处栏目不能用。第 ${first.page} 页“${first.name}”：${first.fault ?? ''}`,
    )
  return Object.fromEntries(
    places.flatMap(({ name }) => {
      const meaning = meaningOf(name, records)
      return meaning ? [[name, meaning] as const] : []
    }),
  )
}

/** Files: the preview over an archive, and the template of a version. */
function fileRoutes(server: Server, office: Office): void {
  const { desk, actorOn } = office
  const { engine } = desk
  server.route({
    method: 'GET',
    url: `${one}/preview`,
    config: { access: [...keepers.access], ...fewer(30) },
    schema: {
      params: officeFormParams,
      querystring: previewQuery,
      tags: [keepers.tag],
      summary: '用本单位的一份档案预览（PDF 或 Word）；不能查验',
    },
    handler: async (request, reply) => {
      const { id } = officeFormParams.parse(request.params)
      const { teacherId, format } = previewQuery.parse(request.query)
      const actor = actorOn(request)
      const form = await formOfOffice(engine.db, actor, id)
      const owner = await subjectOf(engine, actor, teacherId)
      const matter = { actor, owner, about: null, purpose: null }
      const draft = await officeDraft(desk, form, matter, '预览')
      await engine.db.transaction((tx) =>
        note(tx, {
          by: actor.identityId,
          action: 'form.printed',
          ownerId: owner.id,
          facts: { part: 'print', form: `office-${id}`, preview: true },
        }),
      )
      const name = `${form.title} ${owner.name}（预览）.${format}`
      if (format === 'docx' && draft.word)
        return attached(reply, name, wordMime).send(await draft.word(marksOf(draft, null)))
      const { bytes } = await desk.printer.print(draft.sheet(marksOf(draft, null)))
      return attached(reply, name, 'application/pdf').send(Buffer.from(bytes))
    },
  })
  server.route({
    method: 'GET',
    url: `${one}/versions/:no/template`,
    config: { access: [...keepers.access], ...fewer(30) },
    schema: {
      params: officeFormVersionParams,
      tags: [keepers.tag],
      summary: '下载一个版本的 Word 模板',
    },
    handler: async (request, reply) => {
      const { id, no } = officeFormVersionParams.parse(request.params)
      const { title, template } = await templateOf(engine.db, actorOn(request), id, no)
      return attached(reply, `${title}（第 ${no} 版模板）.docx`, wordMime).send(template)
    },
  })
}
