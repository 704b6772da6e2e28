import type { QuestionLine, ShownPart } from '../../../catalogue/contract/questions.ts'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'
import type { QuestionPart, QuestionValue } from '../../../catalogue/questions/value.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { hostsOf, shownRich } from '../kinds/index.ts'
import { filesOf } from '../publishing/index.ts'
import { filesOfValue } from './write.ts'

/** An address of a file that its reader may use for about a day. */
export type FileAddress = (id: string, mode: 'preview' | 'download' | 'small') => string

/** Writes the texts of questions as HTML: cleaned, with addresses of pictures, formulas typeset. */
export interface QuestionTexts {
  readonly html: (text: string) => string
  readonly files: ReadonlyMap<string, ContentFile>
}

/** What the texts of some questions need to be shown, read once. */
export async function questionTextsOf(
  db: Queryable,
  fileAddress: FileAddress,
  values: readonly QuestionValue[],
): Promise<QuestionTexts> {
  const ids = [...new Set(values.flatMap(filesOfValue))]
  const [hosts, files] = await Promise.all([hostsOf(db), filesOf({ db, fileAddress }, ids)])
  return {
    files,
    html: (text) => (text === '' ? '' : shownRich(text, { hosts, files, isQuestion: true })),
  }
}

type One = QuestionValue | QuestionPart

export function shownOne({ html }: QuestionTexts, one: One): ShownPart {
  const { questionKind, answer } = one
  return {
    questionKind,
    stem: html(one.stem),
    options: one.options.map(({ key, content }) => ({ key, html: html(content) })),
    answer: questionKind === 'essay' && typeof answer === 'string' ? html(answer) : shownAnswer(answer),
    analysis: html(one.analysis),
    scoringPoints: one.scoringPoints.map(({ text, score }) => ({ html: html(text), score })),
    score: one.score,
  }
}

/** A letter, letters, a truth or texts of blanks; texts of another structure are told as words. */
const shownAnswer = (answer: One['answer']): ShownPart['answer'] =>
  typeof answer === 'string' ? wordsOfRich(answer) : answer

/** What a line says of the value itself. */
export const lineOfValue = (
  texts: QuestionTexts,
  value: QuestionValue,
): Pick<
  QuestionLine,
  | 'questionKind'
  | 'questionForm'
  | 'schoolStage'
  | 'subject'
  | 'grade'
  | 'difficulty'
  | 'year'
  | 'knowledgePoints'
  | 'stem'
  | 'options'
  | 'parts'
  | 'shareScope'
> => ({
  questionKind: value.questionKind,
  questionForm: value.questionForm,
  schoolStage: value.schoolStage,
  subject: value.subject,
  grade: value.grade,
  difficulty: value.difficulty,
  year: value.year,
  knowledgePoints: value.knowledgePoints,
  stem: texts.html(value.stem),
  options: value.options.map(({ key, content }) => ({ key, html: texts.html(content) })),
  parts: value.parts.length,
  shareScope: value.shareScope,
})

/** The titles of the chapters of some questions, each with its number, by one statement for all. */
export async function chaptersOf(
  db: Queryable,
  values: readonly Pick<QuestionValue, 'nodes'>[],
): Promise<(value: Pick<QuestionValue, 'nodes'>) => string[]> {
  const nodes = values.flatMap((value) => value.nodes)
  const rows =
    nodes.length === 0
      ? []
      : await db.query<{ id: number; title: string }>(sql`
          select id, no || ' ' || title as title from curriculum_node where id = any(${nodes}::int[]) order by id`)
  return (value) => rows.filter(({ id }) => value.nodes.includes(id)).map(({ title }) => title)
}

export async function pointsOf(db: Queryable, points: readonly number[]): Promise<string[]> {
  if (points.length === 0) return []
  const rows = await db.query<{ title: string }>(
    sql`select title from knowledge_point where id = any(${[...points]}::int[]) order by id`,
  )
  return rows.map(({ title }) => title)
}
