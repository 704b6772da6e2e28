import type { Actor } from '../../../catalogue/access/access.ts'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { nationalKinds } from '../../../catalogue/papers/exam-rules.ts'
import { judgePaper } from '../../../catalogue/papers/judge.ts'
import { twoWayOf } from '../../../catalogue/papers/two-way.ts'
import type { PaperValue } from '../../../catalogue/papers/value.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { libraryItem, type ListedItem } from '../sharing/index.ts'
import { adopted, factsIn, keyOfPin, pinnable, pinnedOf, type PinnedQuestion } from './items.ts'
import { lineOfRow, lineOfValue } from './list.ts'
import { findRow, isMaker, type PaperRow } from './row.ts'
import { namedPeople } from './seal.ts'
import { paperKind } from './shelving.ts'
import { pointNames, shownQuestions, type ReadingNeeds } from './shown.ts'
import { decides, routeOfPaper } from './way.ts'
import { pinsOf } from './write.ts'

export interface PaperReading extends ReadingNeeds {
  readonly keys: Keys
}

const nothing = {
  edit: false,
  publish: false,
  remove: false,
  seal: false,
  open: false,
  withdraw: false,
  revoke: false,
  archive: false,
  raise: false,
  approve: false,
  return: false,
  copy: false,
  use: false,
} as const satisfies PaperDetail['may']

/** A paper as the actor reads it: its row where he deals with it, the item of the shelf where he reads it. */
export interface ReadPaper {
  readonly value: PaperValue
  readonly no: number
  readonly row: PaperRow | undefined
  readonly item: ListedItem | undefined
}

/**
 * The text of a paper that the actor reads: its maker the working copy, an office the version on its way,
 * others the live version.
 * @throws AppError `missing` for a paper out of reach, a sealed one of others among them
 */
export async function readPaper(
  { db, keys }: Pick<PaperReading, 'db' | 'keys'>,
  actor: Actor,
  id: number,
): Promise<ReadPaper> {
  const [row, item] = await Promise.all([
    findRow({ keys }, db, actor, id),
    libraryItem(db, actor, paperKind, id),
  ])
  if (row && (isMaker(actor, row) || row.state === 'sealed')) {
    const value = row.state === 'draft' ? await adopted(db, row.value) : row.value
    return { value, no: row.last_no, row, item }
  }
  const no = row?.last_no ?? (item && !item.gone ? item.version : 0)
  const found = await db.maybeOne<{ value: PaperValue }>(
    sql`select value from paper_version where paper_id = ${id} and no = ${no}`,
  )
  if (!found) throw new AppError('missing')
  return { value: found.value, no, row, item }
}

export async function paperDetail(
  needs: PaperReading,
  actor: Actor,
  id: number,
): Promise<{ readonly detail: PaperDetail; readonly isReader: boolean }> {
  const read = await readPaper(needs, actor, id)
  const { row, item } = read
  const body = await bodyOf(needs, read.value)
  if (row) return { detail: await dealtWith(needs, actor, row, { body, read }), isReader: false }
  if (!item) throw new AppError('missing')
  return { detail: readBy(item, body, read), isReader: !item.own }
}

type Body = Awaited<ReturnType<typeof bodyOf>>

async function bodyOf(needs: PaperReading, value: PaperValue) {
  const pinned = await pinnedOf(needs.db, pinsOf(value))
  const facts = factsIn(pinned)
  const inOrder = [...new Map(pinsOf(value).map((pin) => [keyOfPin(pin), pin])).values()].flatMap(
    ({ question, no }): PinnedQuestion[] => {
      const one = facts(question, no)
      return one ? [one] : []
    },
  )
  const [questions, points] = await Promise.all([
    shownQuestions(needs, inOrder),
    pointNames(needs.db, [
      ...inOrder.flatMap((one) => one.points),
      ...(value.blueprint?.points ?? []).map(({ point }) => point),
      ...(value.blueprint?.rows ?? []).flatMap((one) => one.points),
    ]),
  ])
  return { value, questions, points, twoWay: twoWayOf(value, facts), facts }
}

async function dealtWith(
  { db }: PaperReading,
  actor: Actor,
  row: PaperRow,
  { body, read }: { readonly body: Body; readonly read: ReadPaper },
): Promise<PaperDetail> {
  const isOwn = isMaker(actor, row)
  const { facts, ...shown } = body
  const [trail, people, planned] = await Promise.all([
    db.query<PaperDetail['trail'][number]>(sql`
      select d.verdict, d.reason, p.name as by, i.name as institution, d.at
      from paper_decision d
      left join identity a on a.id = d.by_identity
      left join person p on p.id = a.person_id
      left join institution i on i.id = a.institution_id
      where d.paper_id = ${row.id}
      order by d.id desc
      limit 50`),
    row.state === 'sealed' ? namedPeople(db, row.id) : [],
    row.state === 'draft' && isOwn ? routeOfPaper(db, row, false) : null,
  ])
  const steps = row.state === 'inReview' ? (row.route ?? []) : (planned?.route ?? [])
  return {
    ...lineOfRow(actor, row),
    ...lineOfValue(read.value),
    ...shown,
    useCount: read.item?.uses.people ?? 0,
    kept: read.item?.kept === true,
    faults: isOwn ? judgePaper(read.value, facts, today()) : [],
    version: row.edit_no,
    steps: steps.map(({ level, institution }, i) => ({ level, institution, state: stateAt(row, i) })),
    trail: trail.toReversed(),
    people,
    may: { ...nothing, ...mayOf(actor, row, isOwn) },
  }
}

function mayOf(actor: Actor, row: PaperRow, isOwn: boolean): Partial<PaperDetail['may']> {
  const { state } = row
  if (state === 'sealed') return { open: true }
  const isTurn = decides(actor, row)
  if (!isOwn) return { approve: isTurn, return: isTurn, copy: row.live_no !== null }
  const isDraft = state === 'draft'
  return {
    edit: isDraft,
    publish: isDraft,
    remove: isDraft && row.last_no === 0,
    seal: isDraft && row.last_no === 0 && !nationalKinds.includes(row.value.examPaperKind ?? ''),
    withdraw: state === 'inReview',
    revoke: state === 'published',
    archive: state === 'published',
    raise: state === 'published' && row.reach !== '0',
    copy: true,
    use: actor.role <= 3 && row.live_no !== null,
  }
}

function stateAt(row: PaperRow, at: number): PaperDetail['steps'][number]['state'] {
  if (row.state !== 'inReview') return 'plan'
  if (at === row.step) return 'current'
  return at < row.step ? 'done' : 'next'
}

/** What a reader gets: the live version. */
function readBy(item: ListedItem, body: Body, { value, no }: ReadPaper): PaperDetail {
  const { facts: _, ...shown } = body
  return {
    ...lineOfValue(value),
    ...shown,
    id: item.id,
    no,
    author: item.author,
    org: item.org,
    reach: item.reach,
    state: 'published',
    waitsAt: null,
    remark: null,
    sealedUntil: null,
    useCount: item.uses.people,
    kept: item.kept,
    own: item.own,
    updatedAt: item.publishedAt,
    faults: [],
    version: 1,
    steps: [],
    trail: [],
    people: [],
    may: { ...nothing, copy: true, use: true },
  }
}

/**
 * The text of a draft after a paper that the actor reads. Questions that he may not put into a paper fall out;
 * `leftOut` says how many.
 */
export async function copyOf(
  needs: PaperReading,
  actor: Actor,
  id: number,
): Promise<{ readonly value: PaperValue; readonly leftOut: number }> {
  const { value, row } = await readPaper(needs, actor, id)
  if (row?.state === 'sealed') throw new AppError('wrongState', { message: '密封的试卷不能复制' })
  const pins = pinsOf(value)
  const may = await pinnable(needs.db, actor, pins)
  return {
    value: {
      ...value,
      title: `${value.title.slice(0, 190)}（副本）`,
      shareScope: '1',
      sections: value.sections.map((section) => ({ ...section, items: section.items.filter(may) })),
    },
    leftOut: pins.filter((pin) => !may(pin)).length,
  }
}

export const isKnown = async (db: Queryable, actor: Actor, id: number): Promise<boolean> =>
  (await libraryItem(db, actor, paperKind, id)) !== undefined
