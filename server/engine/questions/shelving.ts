import { normalText, plainTextOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { gramsOf } from '../publishing/index.ts'
import { putOnShelf, takeFromShelf, type LibraryKind } from '../sharing/index.ts'

/** Questions as the library lists them. */
export const questionKind: LibraryKind = {
  kind: 'question',
  pending: sql`exists (
    select 1 from question n
    where n.id = s.item_id and n.state = 'inReview' and n.last_no > s.version)`,
}

/** Where questions stand, for the shelf. */
export const questionStandings = sql`
  select id, live_no as version, reach, reach_key, institution_id, district_id, city_id, province_id,
    author_identity, published_at, null::timestamptz as until_at
  from question`

interface LiveQuestion {
  readonly value: QuestionValue
  readonly title: string
  readonly author: string
}

/** Puts a question on the shelf as others read it; what nobody else reads leaves it. */
export async function shelve(tx: Tx, id: number): Promise<void> {
  const live = await tx.maybeOne<LiveQuestion>(sql`
    select v.value, q.title, coalesce(p.name, i.name) as author
    from question q
    join question_version v on v.question_id = q.id and v.no = q.live_no
    join institution i on i.id = q.institution_id
    left join identity a on a.id = q.author_identity
    left join person p on p.id = a.person_id
    where q.id = ${id}`)
  if (!live) return takeFromShelf(tx, questionKind.kind, id)
  const { value, title, author } = live
  const entry = {
    kind: questionKind.kind,
    itemId: id,
    title,
    author,
    stage: value.schoolStage,
    grade: value.grade,
    semester: null,
    subject: value.subject,
    edition: value.textbookEdition,
    form: value.questionForm,
    structure: value.questionKind,
    difficulty: value.difficulty,
    year: value.year,
    licence: value.licence,
    format: null,
    bytes: null,
    nodes: value.nodes,
    points: value.points,
    terms: termsOf(value),
  }
  await putOnShelf(tx, entry, questionStandings)
}

/** What a question is found by: its words with those of its options and parts, points, formulas in normal form. */
export const termsOf = (value: QuestionValue): string[] => [
  ...new Set(
    [plainTextOf(value), value.knowledgePoints, value.source, normalText(value.stem)].flatMap(gramsOf),
  ),
]
