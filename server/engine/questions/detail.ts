import type { Actor } from '../../../catalogue/access/access.ts'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { formulaFault } from '../kinds/index.ts'
import { isSameText, libraryItem, reachGivenBy, type ListedItem } from '../sharing/index.ts'
import { findRow, isWriter, type QuestionRow } from './row.ts'
import { lineOfRow, type ReadingNeeds } from './list.ts'
import { questionKind } from './shelving.ts'
import { chaptersOf, lineOfValue, pointsOf, shownOne, questionTextsOf } from './shown.ts'
import { mayUndo } from './undo.ts'
import { decides, routeOfQuestion } from './way.ts'

const nothing = {
  edit: false,
  submit: false,
  withdraw: false,
  remove: false,
  approve: false,
  return: false,
  undo: false,
  raise: false,
  offline: false,
  online: false,
  adapt: false,
  urge: false,
} as const

/**
 * A question as the actor reads it: its writer with the draft, an office with its way, others from the shelf.
 * `isReader`: he reads it as one of those whom it reaches, which is a use.
 */
export async function questionDetail(
  needs: ReadingNeeds,
  actor: Actor,
  id: number,
): Promise<{ readonly detail: QuestionDetail; readonly isReader: boolean }> {
  const [row, item] = await Promise.all([
    findRow(needs.db, actor, id),
    libraryItem(needs.db, actor, questionKind, id),
  ])
  if (row) return { detail: await dealtWith(needs, actor, row, item), isReader: false }
  if (!item) throw new AppError('missing')
  return { detail: await readBy(needs, item), isReader: !item.gone && !item.own }
}

const valueOf = (db: Queryable, id: number, no: number | null) =>
  no === null
    ? Promise.resolve(undefined)
    : db.maybeOne<{ value: QuestionValue }>(
        sql`select value from question_version where question_id = ${id} and no = ${no}`,
      )

/**
 * The version that an office reads: the one on its way, else the live one, else the one that was taken down. The
 * working copy is its writer's alone.
 */
async function officeValue(db: Queryable, row: QuestionRow): Promise<QuestionValue> {
  const taken = await db.maybeOne<{ no: number | null }>(sql`
    select live_before as no from question_decision
    where question_id = ${row.id} and verdict = 'offline'
    order by id desc limit 1`)
  const no = row.state === 'inReview' ? row.last_no : (row.live_no ?? taken?.no ?? null)
  const found = await valueOf(db, row.id, no)
  if (!found) throw new AppError('missing')
  return found.value
}

/** What whoever deals with a question reads: its writer the working copy, an office a version. */
async function dealtWith(
  needs: ReadingNeeds,
  actor: Actor,
  row: QuestionRow,
  item: ListedItem | undefined,
): Promise<QuestionDetail> {
  const { db } = needs
  const isOwn = isWriter(actor, row)
  const [live, shown] = await Promise.all([
    valueOf(db, row.id, row.live_no),
    isOwn ? row.value : officeValue(db, row),
  ])
  const isChanged = live !== undefined && !isSameText(live.value, row.value)
  const [body, way, undoable, giver] = await Promise.all([
    bodyOf(needs, shown),
    wayOfDetail(db, row, live !== undefined && !isChanged),
    mayUndo(db, actor, row),
    reachGivenBy(db, { kind: 'question', id: row.id }),
  ])
  const isGiver = giver === actor.institutionId
  return {
    ...body,
    ...lineOfRow(actor, row),
    title: titleOf(shown),
    chapters: body.chapters,
    ...keptBy(item),
    draft: isOwn ? row.value : null,
    faults: isOwn ? judgeQuestion(row.value, formulaFault) : [],
    version: row.edit_no,
    ...way,
    isChanged: isOwn && isChanged,
    may: {
      ...nothing,
      ...(isOwn ? writerMay(row, isChanged) : officeMay(actor, row, isGiver)),
      undo: undoable,
    },
  }
}

const keptBy = (item: ListedItem | undefined) => ({
  useCount: item?.uses.people ?? 0,
  kept: item?.kept === true,
})

type May = QuestionDetail['may']

function writerMay(row: QuestionRow, isChanged: boolean): Partial<May> {
  const isWaiting = row.state === 'inReview'
  return {
    edit: !isWaiting,
    submit: !isWaiting && (row.state !== 'published' || isChanged),
    withdraw: isWaiting,
    urge: isWaiting,
    remove: row.last_no === 0,
    raise: row.state === 'published' && row.reach !== '0',
    offline: row.live_no !== null,
    online: mayReturn(row) && row.offline_by === null,
  }
}

function officeMay(actor: Actor, row: QuestionRow, isGiver: boolean): Partial<May> {
  const isTurn = decides(actor, row)
  return {
    approve: isTurn,
    return: isTurn,
    offline: row.live_no !== null && isGiver,
    online: mayReturn(row) && row.offline_by === actor.institutionId,
  }
}

/** Whether a question that was taken down can be put back. */
const mayReturn = (row: QuestionRow): boolean => row.state === 'offline' && !row.is_long_offline

async function bodyOf({ db, fileAddress }: ReadingNeeds, value: QuestionValue) {
  const [texts, chapters, points] = await Promise.all([
    questionTextsOf(db, fileAddress, [value]),
    chaptersOf(db, [value]),
    pointsOf(db, value.points),
  ])
  const { cognitiveLevel, sourceKind, source, licence, scoreRule, layout } = value
  return {
    ...lineOfValue(texts, value),
    shown: { ...shownOne(texts, value), parts: value.parts.map((part) => shownOne(texts, part)) },
    cognitiveLevel,
    sourceKind,
    source,
    licence,
    scoreRule,
    layout,
    chapters: chapters(value),
    points,
    files: [...texts.files.values()],
  }
}

/** The way with its decisions and versions. Before it is handed in, the way that it would take now. */
async function wayOfDetail(db: Queryable, row: QuestionRow, isSame: boolean) {
  const [trail, versions, planned] = await Promise.all([
    db.query<QuestionDetail['trail'][number]>(sql`
      select d.verdict, d.reason, p.name as by, i.name as institution, d.at
      from question_decision d
      join identity a on a.id = d.by_identity
      join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id
      where d.question_id = ${row.id}
      order by d.id desc
      limit 50`),
    versionsOf(db, row.id),
    row.state === 'inReview' ? null : routeOfQuestion(db, row, isSame),
  ])
  const steps = row.state === 'inReview' ? (row.route ?? []) : (planned?.route ?? [])
  return {
    trail: trail.toReversed(),
    versions,
    steps: steps.map(({ level, institution }, i) => ({ level, institution, state: stateAt(row, i) })),
  }
}

function stateAt(row: QuestionRow, at: number): QuestionDetail['steps'][number]['state'] {
  if (row.state !== 'inReview') return 'plan'
  if (at === row.step) return 'current'
  return at < row.step ? 'done' : 'next'
}

const versionsOf = (db: Queryable, id: number) =>
  db.query<QuestionDetail['versions'][number]>(sql`
    select v.no, v.change, v.reason, p.name as by, v.created_at as at
    from question_version v
    join identity a on a.id = v.by_identity
    join person p on p.id = a.person_id
    where v.question_id = ${id}
    order by v.no desc
    limit 50`)

/** What a reader gets: the live version; of what was taken down its name alone. */
async function readBy(needs: ReadingNeeds, item: ListedItem): Promise<QuestionDetail> {
  const found = await valueOf(needs.db, item.id, item.version)
  if (!found) throw new AppError('missing')
  const body = await bodyOf(needs, item.gone ? emptied(found.value) : found.value)
  return {
    ...body,
    id: item.id,
    no: item.version,
    title: item.title,
    chapters: item.chapters,
    author: item.author,
    org: item.org,
    reach: item.gone ? null : item.reach,
    state: item.gone ? 'offline' : 'published',
    waitsAt: null,
    remark: null,
    useCount: item.uses.people,
    kept: item.kept,
    own: item.own,
    newer: item.newer,
    gone: item.gone,
    updatedAt: item.publishedAt,
    draft: null,
    faults: [],
    version: 1,
    steps: [],
    trail: [],
    versions: item.gone ? [] : await readVersions(needs.db, item),
    isChanged: false,
    may: { ...nothing, adapt: !item.gone && !item.own },
  }
}

/** Readers see what was changed up to the version they read, not what is on its way. */
const readVersions = async (db: Queryable, { id, version }: ListedItem) =>
  (await versionsOf(db, id)).filter(({ no }) => no <= version)

const emptied = (value: QuestionValue): QuestionValue => ({
  ...value,
  stem: '',
  options: [],
  answer: null,
  analysis: '',
  scoringPoints: [],
  parts: [],
})

/** A version as it was, for whoever deals with the question or reads it now; the live one or an earlier one. */
export async function questionVersion(needs: ReadingNeeds, actor: Actor, id: number, no: number) {
  const [row, item] = await Promise.all([
    findRow(needs.db, actor, id),
    libraryItem(needs.db, actor, questionKind, id),
  ])
  const most = row?.last_no ?? (item && !item.gone ? item.version : 0)
  const found = no <= most ? await valueOf(needs.db, id, no) : undefined
  if (!found) throw new AppError('missing')
  const { shown } = await bodyOf(needs, found.value)
  return shown
}
