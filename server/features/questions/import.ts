import { Piscina } from 'piscina'
import { z } from 'zod'
import type { PaperToken } from '../../../catalogue/questions/word/lines.ts'
import {
  batchParams,
  bringBody,
  broughtAnswer,
  mostRead,
  paperAnswer,
  paperBody,
  takenBackAnswer,
  type PaperAnswer,
} from '../../../catalogue/contract/question-import.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { dictChangesInForce } from '../../../catalogue/dictionaries/dictionaries.ts'
import { type AppError, invalid } from '../../../catalogue/errors.ts'
import { withTexts } from '../../../catalogue/questions/texts.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import {
  cleanedQuestion,
  createQuestions,
  filesOfValue,
  questionTextsOf,
  shownOne,
  takeBatchBack,
  type QuestionNeeds,
} from '../../engine/questions/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { knownOf } from './known.ts'
import { mendedRoute } from './mended.ts'
import { ownPictures, withoutForeign } from './own-pictures.ts'
import type { FileToRead } from './read-worker.ts'
import type { FileReading, Verdict } from './verdict.ts'

export interface ImportNeeds {
  readonly readBytes: (key: string) => Promise<Buffer>
  /** Keeps bytes as a file of an identity. Answers its id. */
  readonly keepFile: (
    identityId: number,
    file: { readonly name: string; readonly mime: string },
    content: Buffer,
  ) => Promise<string>
}

type Needs = QuestionNeeds &
  ImportNeeds &
  Pick<Ground, 'actorOn'> & { readonly publishing: Pick<PublishingNeeds, 'fileAddress'> }

const url = '/api/v1/question/import'
const everybody = { access: [2, 3, 4, 5, 6], tag: '试题导入' } as const
const office = 'application/vnd.openxmlformats-officedocument'
/** Files that are read. */
const taken = [
  `${office}.wordprocessingml.document`,
  `${office}.spreadsheetml.sheet`,
  'application/zip',
  'text/plain',
]

/** Milliseconds and megabytes that one paper may take; 500 questions take some seconds. */
const longestMs = 20_000
const heapMb = 512

type Pool = Piscina<FileToRead, Verdict>

/** Questions from papers of Word: read, looked through on the page, brought in as drafts, taken back (0190). */
export function importRoutes(server: Server, needs: Needs): void {
  const { actorOn } = needs
  const pool: Pool = new Piscina({
    filename: new URL('./read-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 20,
    idleTimeout: 30_000,
    // Without the portal's environment: the keys are in it.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  server.addHook('onClose', () => pool.destroy())
  mendedRoute(server, needs)
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${url}/read`,
    summary:
      '读一份自己上传的试题文件（Word、Excel、QTI 或 Moodle 的 zip、GIFT 文本）：认出的试题、把握和理由、没有归处的行；还不写入',
    body: paperBody,
    answer: paperAnswer,
    perMinute: 10,
    handle: ({ body }, request) => readUpload(needs, pool, actorOn(request), body.fileId),
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url,
    summary: '把核对过的试题导入为草稿；同一份试卷的各次导入用一个批号',
    body: bringBody,
    answer: broughtAnswer,
    perMinute: 60,
    handle: async ({ body }, request) => ({
      ids: await createQuestions(needs, actorOn(request), body.questions, body.batch),
    }),
  })
  register(server, {
    ...everybody,
    method: 'DELETE',
    url: `${url}/:batch`,
    summary: '7 天内整批撤回导入的草稿；已提交的留下',
    params: batchParams,
    answer: takenBackAnswer,
    handle: ({ params }, request) => takeBatchBack(needs, actorOn(request), params.batch),
  })
}

/** A file that the reader uploaded, read in a thread. */
async function readFile(needs: Needs, pool: Pool, actor: Actor, fileId: string) {
  const file = await needs.db.maybeOne<{ name: string; mime: string; key: string }>(sql`
    select name, mime, storage_key as key from file where id = ${fileId} and by_identity = ${actor.identityId}`)
  if (!file) throw fault('没有找到这个文件，请重新上传')
  if (!taken.includes(file.mime))
    throw fault(
      '请上传 Word（.docx）、Excel（.xlsx）、QTI 或 Moodle 的压缩包（.zip）、GIFT（.txt）；旧的 .doc、.xls 请先另存',
    )
  const verdict = await read(pool, {
    mime: file.mime,
    bytes: await needs.readBytes(file.key),
    dictionaries: dictChangesInForce(),
  })
  if ('refused' in verdict) throw fault(verdict.refused)
  return { file, verdict }
}

async function readUpload(needs: Needs, pool: Pool, actor: Actor, fileId: string): Promise<PaperAnswer> {
  const { db, publishing } = needs
  const { file, verdict } = await readFile(needs, pool, actor, fileId)
  if (verdict.questions.length > mostRead)
    throw fault(`一个文件最多读 ${mostRead} 道题，这里有 ${verdict.questions.length} 道，请分成几份`)
  const known = await knownOf(db, actor, verdict)
  const { values, lost, tokens } = await withFiles(needs, actor, verdict, known)
  const shownTexts = await questionTextsOf(db, publishing.fileAddress, values)
  return {
    name: file.name,
    questions: verdict.questions.flatMap(({ section, number, confidence, reasons, blocks }, i) => {
      const value = values[i]
      const found = known[i] ?? null
      if (!value) return []
      const parts = value.parts.map((part) => shownOne(shownTexts, part))
      return [
        {
          section,
          number,
          confidence: lost.has(i)
            ? ('low' as const)
            : found === 'changed' && confidence === 'high'
              ? ('middle' as const)
              : confidence,
          reasons: [
            ...reasons,
            ...(found === 'changed' ? [changedSentence] : []),
            ...(lost.has(i) ? ['图片不在文件里，导入后请补上'] : []),
          ],
          value,
          known: found === 'changed' || found === null ? null : found.id,
          shown: { ...shownOne(shownTexts, value), parts },
          blocks: [...blocks],
        },
      ]
    }),
    warnings: [...verdict.warnings],
    tray: [...verdict.tray],
    formulas: verdict.formulas,
    pictures: verdict.pictures.length,
    paper: verdict.paper && {
      blocks: verdict.paper.blocks.map((block) =>
        'text' in block ? block : { ...block, rows: block.rows.map((row) => row.map((cell) => [...cell])) },
      ),
      tokens: tokens.map((token) => ({ ...token, shown: inLine(shownTexts.html(`<p>${token.html}</p>`)) })),
    },
  }
}

const inLine = (html: string): string => html.replace(/^<p>|<\/p>$/g, '')

const changedSentence = '与库中的该题不同：导入为一道新草稿，原题不变'

const textsShape = z.tuple([
  questionValue.array(),
  z.array(
    z.object({
      html: z.string(),
      kind: z.enum(['formula', 'picture', 'raised', 'red']),
      isLost: z.boolean(),
    }),
  ),
])

/** Values and tokens with pictures that are files, and which values name pictures that the file lacks. */
interface FiledTexts {
  readonly values: QuestionValue[]
  readonly tokens: readonly PaperToken[]
  readonly lost: ReadonlySet<number>
}

/** The values of a file, its pictures kept as files of the reader; what is in the bank already keeps its own. */
async function withFiles(
  needs: Needs,
  actor: Actor,
  { questions, pictures, paper }: FileReading,
  known: Awaited<ReturnType<typeof knownOf>>,
): Promise<FiledTexts> {
  const read = questions.map(({ value }, i) => {
    const found = known[i] ?? null
    return found === null || found === 'changed' ? value : found.value
  })
  let texts = JSON.stringify([read, paper?.tokens ?? []])
  for (const { id, name, mime, bytes } of pictures) {
    if (!texts.includes(id)) continue
    const content = Buffer.from(bytes)
    const kept = await sameFile(needs.db, actor, content)
    texts = texts.replaceAll(id, kept ?? (await needs.keepFile(actor.identityId, { name, mime }, content)))
  }
  const values: QuestionValue[] = []
  const [filed, tokens] = textsShape.parse(JSON.parse(texts))
  for (const value of filed) values.push(await cleanedQuestion(needs.db, value))
  const own = await ownPictures(needs.db, actor, values)
  const lost = new Set<number>()
  return {
    lost,
    tokens,
    values: values.map((value, i) => {
      const found = known[i] ?? null
      if (found !== null && found !== 'changed') return value
      if (filesOfValue(value).some((id) => !own.has(id))) lost.add(i)
      return withTexts(value, (html) => withoutForeign(html, own))
    }),
  }
}

/** A file of the reader's with the same bytes: after a reload a paper is read again. */
async function sameFile(
  db: Needs['db'],
  { identityId }: Actor,
  content: Buffer,
): Promise<string | undefined> {
  const kept = await db.maybeOne<{ id: string }>(sql`
    select id from file
    where sha256 = ${sha256(content)} and by_identity = ${identityId}
    order by id limit 1`)
  return kept?.id
}

async function read(pool: Pool, file: FileToRead): Promise<Verdict> {
  try {
    return await pool.run(file, { signal: AbortSignal.timeout(longestMs) })
  } catch {
    // Its time or its memory was up, or too many wait; the thread ended with it.
    return { refused: '该试卷太大或正在识别的太多，请分成几份或稍后再试' }
  }
}

const fault = (message: string): AppError => invalid('fileId', message)
