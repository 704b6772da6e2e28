import type { Actor } from '../../../catalogue/access/access.ts'
import {
  fileCheck,
  fileQuery,
  idsIn,
  mostInFile,
  questionFormats,
  type FileQuery,
} from '../../../catalogue/contract/question-files.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { mimeOfName } from '../../../catalogue/kinds/file-types.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import { textsOf } from '../../../catalogue/questions/texts.ts'
import type { Ground } from '../../engine/feature.ts'
import { writeQuestions, type Loss, type QuestionFile } from '../../engine/question-files/index.ts'
import {
  filedPictures,
  filesOfValue,
  pictureBytes,
  type PictureNeeds,
  questionPage,
  questionsToTake,
  type ReadingNeeds,
  type TakenQuestion,
} from '../../engine/questions/index.ts'
import { noteUse } from '../../engine/sharing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { attached } from '../../platform/http/attached.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'

type Needs = ReadingNeeds & Pick<Ground, 'db' | 'actorOn'> & Pick<PictureNeeds, 'readBytes'>

const url = '/api/v1/question/export'
const access = [2, 3, 4, 5, 6] as const
const tag = '试题'

/** Questions as files: what one may put into a paper, and what one wrote (0194). */
export function fileRoutes(server: Server, needs: Needs): void {
  register(server, {
    access: [...access],
    tag,
    method: 'GET',
    url: `${url}/check`,
    summary: '导出前看：有几道，这种格式放不下什么',
    query: fileQuery,
    answer: fileCheck,
    perMinute: 30,
    handle: async ({ query }, request) => {
      const { questions, losses } = await fileOf(needs, needs.actorOn(request), query)
      const list = losses.map(({ place, what }) => ({
        place,
        title: titleOf(questions[place - 1]?.value ?? { stem: '' }),
        what,
      }))
      return { count: questions.length, losses: list }
    },
  })
  server.route({
    method: 'GET',
    url,
    config: { access: [...access], ...fewer(20) },
    schema: {
      summary: `导出试题：列表筛出的，或指定编号的，一次最多 ${mostInFile} 道`,
      tags: [tag],
      querystring: fileQuery,
    },
    handler: async (request, reply) => {
      const asked = fileQuery.parse(request.query)
      const actor = needs.actorOn(request)
      const { questions, bytes } = await fileOf(needs, actor, asked)
      await noteTaken(needs, actor, questions, asked)
      const name = `试题 ${questions.length} 道.${questionFormats[asked.format].ending}`
      return attached(reply, name, mimeOfName(name) ?? 'application/xml').send(bytes)
    },
  })
}

type WrittenFile = QuestionFile & { readonly questions: readonly TakenQuestion[] }

async function fileOf(needs: Needs, actor: Actor, asked: FileQuery): Promise<WrittenFile> {
  const ids = asked.ids === undefined ? await idsOf(needs, actor, asked) : idsIn(asked.ids)
  const questions = await questionsToTake(needs.db, actor, ids)
  if (questions.length === 0)
    throw invalid('ids', asked.ids ? '没有这些试题，或它们不在您能用的范围内' : '列表里没有可以导出的试题')
  const pictures = await pictureBytes(
    needs,
    questions.flatMap(({ value }) => filesOfValue(value)),
    filedPictures,
  )
  const title = `试题 ${questions.length} 道`
  const { bytes, losses } = await writeQuestions(questions, pictures, { ...asked, title })
  return { questions, bytes, losses: [...losses, ...attachmentsOf(questions)] }
}

/** Files that a text links to: no format holds them, their words stay. */
const attachmentsOf = (questions: readonly TakenQuestion[]): Loss[] =>
  questions.flatMap(({ value }, i) =>
    textsOf(value).flatMap(({ label, html }) =>
      html.includes('<a data-file') ? [{ place: i + 1, what: `${label}里链接的附件没有放进文件` }] : [],
    ),
  )

/** The questions that the list shows, page by page. */
async function idsOf(needs: Needs, actor: Actor, query: FileQuery): Promise<number[]> {
  const pageSize = 100
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const found = await questionPage(needs, actor, { ...query, page, pageSize })
    if (found.total > mostInFile)
      throw invalid('ids', `一次最多导出 ${mostInFile} 道，现在筛出 ${found.total} 道，请先缩小范围`)
    ids.push(...found.list.map(({ id }) => id))
    if (page * pageSize >= found.total) return ids
  }
}

/** Taking a question of others is a use of it, as printing it is. */
async function noteTaken(
  { db }: Needs,
  actor: Actor,
  questions: readonly TakenQuestion[],
  { format }: FileQuery,
): Promise<void> {
  if (actor.viewedBy !== undefined) return
  await db.transaction(async (tx) => {
    const facts = { format, count: questions.length, questions: questions.map(({ id }) => id) }
    await note(tx, { by: actor.identityId, action: 'question.exported', facts })
    for (const { id, own } of questions)
      if (!own) await noteUse(tx, actor, { kind: 'question', id }, 'download')
  })
}
