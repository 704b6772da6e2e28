import type { Actor } from '../../../catalogue/access/access.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import { rateOfDifficulty, type ItemFacts } from '../../../catalogue/papers/facts.ts'
import { draftNo, type PaperValue } from '../../../catalogue/papers/value.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { draftsOf, mayTake, writtenBy } from '../questions/index.ts'
import { madeBy } from './row.ts'

/** A version of a question that a paper prints. */
export interface Pin {
  readonly question: number
  readonly no: number
}

/** A pinned version with its value, and what papers know of it. */
export interface PinnedQuestion extends ItemFacts {
  readonly value: QuestionValue
  /** The version that is read now; null where the question was taken down. */
  readonly live: number | null
  /** Whether the live version mends a fault of the pinned one. */
  readonly hasErratum: boolean
}

interface PinnedRow {
  readonly question: number
  readonly no: number
  readonly value: QuestionValue
  readonly family: number
  readonly variant: string
  readonly reach: Reach | null
  readonly live: number | null
  readonly erratum: boolean
}

const key = ({ question, no }: Pin): string => `${question}.${no}`

/**
 * The versions and drafts of some pins, read once; what is no longer there is left out. Whether somebody may read
 * them is asked of the paper that pins them.
 */
export async function pinnedOf(
  db: Queryable,
  pins: readonly Pin[],
): Promise<ReadonlyMap<string, PinnedQuestion>> {
  const isDraft = ({ no }: Pin) => no === draftNo
  const [versions, drafts] = await Promise.all([
    versionsOf(
      db,
      pins.filter((pin) => !isDraft(pin)),
    ),
    draftsOf(
      db,
      pins.filter(isDraft).map(({ question }) => question),
    ),
  ])
  const found = [
    ...versions.map(pinned),
    ...drafts.map(({ lacks, ...draft }) => ({
      ...pinned({ ...draft, no: draftNo, live: null, erratum: false }),
      draft: { lacks },
    })),
  ]
  return new Map(found.map((one) => [key(one), one]))
}

async function versionsOf(db: Queryable, pins: readonly Pin[]): Promise<PinnedRow[]> {
  if (pins.length === 0) return []
  return db.query<PinnedRow>(sql`
    select v.question_id as question, v.no, v.value, coalesce(q.family_id, q.id) as family,
      v.variant_hash as variant, case when q.live_no is not null then q.reach end as reach, q.live_no as live,
      exists (select 1 from question_version e
        where e.question_id = v.question_id and e.no > v.no and e.no <= q.live_no and e.change = 'erratum') as erratum
    from unnest(${pins.map(({ question }) => question)}::int[], ${pins.map(({ no }) => no)}::int[]) asked (question, no)
    join question_version v on v.question_id = asked.question and v.no = asked.no
    join question q on q.id = v.question_id`)
}

function pinned({ value, live, erratum, ...row }: PinnedRow): PinnedQuestion {
  return {
    ...row,
    value,
    live,
    hasErratum: erratum,
    structure: value.questionKind,
    form: value.questionForm,
    difficulty: value.difficulty,
    rate: rateOfDifficulty(value.difficulty),
    cognitive: value.cognitiveLevel,
    points: value.points,
    nodes: value.nodes,
    score: value.score,
  }
}

/** Finds a pinned version as the pure functions of the catalogue ask for it. */
export const factsIn =
  (pinnedByKey: ReadonlyMap<string, PinnedQuestion>) =>
  (question: number, no: number): PinnedQuestion | undefined =>
    pinnedByKey.get(key({ question, no }))

export const notPinnable = '没有该题，或它不在您能用的范围内'

/**
 * The paper with versions in the place of drafts that became ones since, which their setter handed in or which the
 * bank had before.
 */
export async function adopted(db: Queryable, value: PaperValue): Promise<PaperValue> {
  const drafts = value.sections.flatMap(({ items }) => items.filter(({ no }) => no === draftNo))
  if (drafts.length === 0) return value
  const rows = await db.query<Pin>(sql`
    select id as question, live_no as no
    from question
    where id = any(${drafts.map(({ question }) => question)}::int[]) and live_no is not null`)
  return withVersions(value, new Map(rows.map(({ question, no }) => [question, no])))
}

/** The paper with the versions of some questions in the place of their drafts. */
export const withVersions = (value: PaperValue, versions: ReadonlyMap<number, number>): PaperValue => ({
  ...value,
  sections: value.sections.map((section) => ({
    ...section,
    items: section.items.map((item) =>
      item.no === draftNo ? { ...item, no: versions.get(item.question) ?? draftNo } : item,
    ),
  })),
})

/**
 * Which of some pins the actor may put into a paper: live versions and earlier ones of what he reads, drafts that
 * he wrote, and what a paper of his own prints already, though the question was taken down since.
 */
export async function pinnable(
  db: Queryable,
  actor: Actor,
  pins: readonly Pin[],
): Promise<(pin: Pin) => boolean> {
  if (pins.length === 0) return () => false
  const rows = await db.query<Pin>(sql`
    select q.id as question, asked.no
    from unnest(${pins.map(({ question }) => question)}::int[], ${pins.map(({ no }) => no)}::int[]) asked (question, no)
    join question q on q.id = asked.question
    left join question_version v on v.question_id = q.id and v.no = asked.no
    where asked.no = ${draftNo} and ${writtenBy(actor)}
      or v.no is not null and ((v.no <= q.live_no and ${mayTake(actor)}) or ${isHeld(actor)})`)
  const may = new Set(rows.map(key))
  return (pin) => may.has(key(pin))
}

/** Condition that a paper of the actor's prints version `v` of a question. */
const isHeld = (actor: Actor): Sql => sql`exists (
  select 1 from paper_item pi
  join paper q on q.id = pi.paper_id
  where pi.question_id = v.question_id and pi.question_no = v.no and ${madeBy(actor)})`

export const keyOfPin = key
