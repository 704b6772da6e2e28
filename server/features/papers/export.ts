import { paperParams, printQuery, sheetPlan, type PrintQuery } from '../../../catalogue/contract/papers.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { type FileMime } from '../../../catalogue/kinds/file-types.ts'
import { factsIn, paperKind, pinnedOf, pinsOf, pointNames, readPaper } from '../../engine/papers/index.ts'
import { filesOfValue, pictureBytes, printedPictures } from '../../engine/questions/index.ts'
import { noteUse } from '../../engine/sharing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { openPrinter, type Printer } from '../../platform/pdf/index.ts'
import type { PaperTools } from './index.ts'
import { answerPlan, answerSheet } from './answer-sheet.ts'
import { sheetOf, type PrintSource } from './print.ts'
import { wordOfPaper, type WordPrint } from './word.ts'
import { attached } from '../../platform/http/attached.ts'

const one = '/api/v1/examPaper/:id'
const access = [2, 3, 4, 5, 6] as const
const tag = '试卷'
const docxMime: FileMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheetQuery = printQuery.pick({ variant: true, size: true })

/** Printing: paper, key, table and answer sheet as PDF; the places of the answer sheet as JSON. */
export function exportRoutes(server: Server, tools: PaperTools): void {
  const printer = openPrinter()
  server.addHook('onClose', () => printer.rest())
  server.route({
    method: 'GET',
    url: `${one}/export`,
    config: { access, ...fewer(30) },
    schema: {
      summary: '试卷（PDF 或 Word）：A 卷或 B 卷，答案和评分；双向细目表和答题卡只有 PDF',
      tags: [tag],
      params: paperParams,
      querystring: printQuery,
    },
    handler: async (request, reply) => {
      const { id } = paperParams.parse(request.params)
      const asked = printQuery.parse(request.query)
      const inWord = asked.format === 'docx' ? wordPrint(asked) : null
      const source = await sourceOf(tools, tools.actorOn(request), id, asked.what)
      const { title } = source.value
      if (inWord === null)
        return attached(reply, `${title}.pdf`, 'application/pdf').send(await printed(printer, source, asked))
      return attached(reply, `${title}.docx`, docxMime).send(await wordOfPaper(source, inWord))
    },
  })
  register(server, {
    access: [...access],
    tag,
    method: 'GET',
    url: `${one}/sheet`,
    summary: '答题卡上各处的位置（毫米），供阅卷设备使用',
    params: paperParams,
    query: sheetQuery,
    answer: sheetPlan,
    handle: async ({ params: { id }, query: { variant } }, request) => {
      const plan = answerPlan(await sourceOf(tools, tools.actorOn(request), id, 'sheet'), variant)
      return sheetPlan.parse(plan)
    },
  })
}

async function printed(printer: Printer, source: PrintSource, asked: PrintQuery): Promise<Buffer> {
  if (asked.what !== 'sheet') return Buffer.from((await printer.printColumns(sheetOf(source, asked))).bytes)
  const plan = answerPlan(source, asked.variant)
  return Buffer.from((await printer.printPlaced(answerSheet(source, plan, asked.variant))).bytes)
}

/** A paper that the actor reads, ready for print. Each print is noted; a sealed one carries who printed it when. */
async function sourceOf(tools: PaperTools, actor: Actor, id: number, what: string): Promise<PrintSource> {
  const { db } = tools
  const { value, no, row, item } = await readPaper(tools, actor, id)
  const pinned = await pinnedOf(db, pinsOf(value))
  const questions = [...pinned.values()]
  const [points, pictures] = await Promise.all([
    pointNames(
      db,
      questions.flatMap((question) => question.points),
    ),
    pictureBytes(
      tools,
      questions.flatMap((question) => filesOfValue(question.value)),
      printedPictures,
    ),
  ])
  const isSealed = row?.state === 'sealed'
  if (actor.viewedBy === undefined)
    await db.transaction(async (tx) => {
      await note(tx, { by: actor.identityId, action: 'paper.printed', facts: { paper: id, what } })
      if (item && !item.own) await noteUse(tx, actor, { kind: paperKind.kind, id }, 'download')
    })
  const at = new Date().toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false })
  return {
    id,
    no,
    value,
    org: row?.org ?? item?.org ?? '',
    find: factsIn(pinned),
    pointName: (point) => points.find((named) => named.id === point)?.title ?? '未标知识点',
    pictures,
    trace: isSealed ? `密封卷　${actor.name}　${at}　编号 ${id}` : null,
  }
}

/** What Word takes of what was asked; the other prints are refused before anything is noted of them. */
function wordPrint({ what, ...asked }: PrintQuery): WordPrint {
  if (what === 'paper' || what === 'key') return { ...asked, what }
  throw invalid('format', '双向细目表和答题卡只有 PDF')
}
