import type { Actor } from '../../../catalogue/access/access.ts'
import {
  daysToAgree,
  exportFormats,
  type ExportAsk,
  type ExportFormat,
  type ExportPreview,
  type ExportQuestion,
  mostAlone,
  mostExported,
  mostInAnHour,
  mostWithFiles,
  needsFull,
} from '../../../catalogue/contract/administration/exports.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { madeOnce, type Repeatable } from '../../engine/records/index.ts'
import type { ExportColumn, ExportKey, OpenedList } from '../../engine/exports/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { linkTo, type ExportNeeds } from './options.ts'
import type { ExportWords } from './row.ts'

/** A list opened for one reader, with what is wanted of it. */
export interface ExportPreparation {
  readonly list: OpenedList
  readonly columns: readonly ExportColumn[]
  readonly full: boolean
  /** Keys of the columns whose numbers are asked for in full. */
  readonly inFull: readonly string[]
  /** Whether the files of the rows go along. */
  readonly withFiles: boolean
}

/** Size of an export: rows and people. */
export interface ExportSize {
  readonly keys: readonly ExportKey[]
  readonly rows: number
  readonly people: number
  readonly tooMany: boolean
}

/** Opens the list that was asked for. A list that is not there and one of other roles answer alike. */
export async function openAsked(
  { exportLists }: ExportNeeds,
  actor: Actor,
  { list: name, query, columns, purpose, opened, format }: ExportQuestion,
): Promise<ExportPreparation> {
  const declared = exportLists().find((one) => one.name === name)
  if (!declared?.roles.includes(actor.role)) throw invalid('list', '没有该列表，或者您不能导出它')
  const list = await declared.open(actor, query)
  if (list.sheets && format === 'csv') throw invalid('format', '有多张表的内容只能导出为 xlsx')
  if (!list.files && format === 'zip') throw invalid('format', '该列表没有附件，请导出为 xlsx')
  const byKey = new Map(list.columns.map((column) => [column.key, column]))
  const chosen = columns.map((key) => {
    const column = byKey.get(key)
    if (!column) throw invalid('columns', `“${key}”这一列不能导出`)
    return column
  })
  const closed = opened.find((key) => !chosen.some((column) => column.key === key && column.opens))
  if (closed !== undefined)
    throw invalid('opened', `“${byKey.get(closed)?.title ?? closed}”这一列不能完整导出`)
  return { list, columns: chosen, full: needsFull(purpose), inFull: opened, withFiles: format === 'zip' }
}

/** Finds the rows, so that what a file would hold is known before it is written. */
export async function counted({ list }: ExportPreparation): Promise<ExportSize> {
  const keys = await list.keys(mostExported + 1)
  return {
    keys,
    rows: Math.min(keys.length, mostExported),
    people: new Set(keys.flatMap(({ person, teacher }) => person ?? teacher ?? [])).size,
    tooMany: keys.length > mostExported,
  }
}

const titles = (columns: readonly ExportColumn[]) => columns.map(({ title }) => title)
const isFull = ({ full, inFull }: ExportPreparation, { key, seen }: ExportColumn): boolean =>
  inFull.includes(key) || (full && seen === 'full')
const maskedOf = (opened: ExportPreparation) =>
  titles(opened.columns.filter((column) => column.seen !== 'open' && !isFull(opened, column)))
/** What comes in full. Scans of certificates show the numbers that the list masks. */
const fullOf = (opened: ExportPreparation) => [
  ...titles(opened.columns.filter((column) => isFull(opened, column))),
  ...(opened.withFiles ? ['附件'] : []),
]

/** Why a second person has to agree; null where nobody has to. */
export function whySecond(opened: ExportPreparation, { people }: Pick<ExportSize, 'people'>): string | null {
  if (opened.inFull.length > 0) return `包含 ${people} 人的完整${fullOf(opened).join('、')}`
  if (people > mostAlone.people) return `包含 ${people} 人，超过 ${mostAlone.people} 人`
  if (people > mostAlone.full && fullOf(opened).length > 0)
    return `包含 ${people} 人的完整${fullOf(opened).join('、')}，超过 ${mostAlone.full} 人`
  return null
}

function scopeOf({ role, institution }: Actor): string {
  if (role === 1) return '全平台'
  return role === 3 ? institution : `${institution}及所辖单位`
}

const toldOf = (actor: Actor, opened: ExportPreparation): ExportWords => ({
  title: opened.list.title,
  scope: scopeOf(actor),
  filters: opened.list.filters,
  order: opened.list.order,
  columns: titles(opened.columns),
  masked: maskedOf(opened),
  full: fullOf(opened),
})

interface Above {
  readonly id: number
  readonly name: string
  readonly role: number
}
const roleOfPlace: Readonly<Record<string, number>> = { district: 4, city: 5, province: 6 }

/** The authority above an office. Administrators have each other. */
async function aboveOf(db: Queryable, { role, institutionId }: Actor): Promise<Above | null> {
  if (role === 1) return null
  const row = await db.maybeOne<{ id: number; name: string; level: string }>(sql`
    select up.id, up.name, up.level
    from institution i join institution up on up.id = i.parent_id
    where i.id = ${institutionId}`)
  const above = row && roleOfPlace[row.level]
  return row && above !== undefined ? { id: row.id, name: row.name, role: above } : null
}

const officesOf = ({ role, institution }: Actor, above: Above | null): string[] =>
  role === 1 ? ['另一位系统管理员'] : [`${institution}的其他人员`, ...(above ? [above.name] : [])]

const askedWithinHour = async (db: Queryable, { identityId }: Actor): Promise<number> => {
  const { asked } = await db.one<{ asked: number }>(sql`
    select count(*)::int as asked
    from export
    where asked_by = ${identityId} and asked_at > now() - interval '1 hour'`)
  return asked
}

/** Formats that can hold a list of so many rows. */
const formatsOf = ({ sheets, files }: OpenedList, rows: number): ExportFormat[] =>
  exportFormats.filter((format) => {
    if (format === 'csv') return !sheets
    return format === 'xlsx' || (files !== undefined && rows <= mostWithFiles.rows)
  })

/** Size of an export, and the people who would have to agree. */
export async function preview(
  o: ExportNeeds,
  actor: Actor,
  question: ExportQuestion,
): Promise<ExportPreview> {
  const opened = await openAsked(o, actor, question)
  const { rows, people, tooMany } = await counted(opened)
  const why = whySecond(opened, { people })
  const told = toldOf(actor, opened)
  return {
    title: told.title,
    rows,
    people,
    tooMany,
    formats: formatsOf(opened.list, rows),
    scope: told.scope,
    filters: [...told.filters],
    order: told.order,
    masked: [...told.masked],
    full: [...told.full],
    opens: opened.columns.flatMap(({ key, title, opens }) => (opens ? [{ key, title }] : [])),
    second: why === null ? null : { why, offices: officesOf(actor, await aboveOf(o.db, actor)) },
    left: Math.max(0, mostInAnHour - (await askedWithinHour(o.db, actor))),
  }
}

/** Tells whoever may agree that somebody asks. */
async function askSecond(
  { notify }: ExportNeeds,
  tx: Tx,
  actor: Actor,
  { id, told, why, above }: { id: number; told: ExportWords; why: string; above: Above | null },
): Promise<void> {
  const notice = {
    kind: '3',
    title: `${actor.name}申请导出${told.title}，请您确认`,
    content: `${actor.institution}的${actor.name}申请导出${told.title}：${why}。请在 ${daysToAgree} 天内办理。`,
    link: linkTo(id, 'waiting'),
    exceptPerson: actor.personId,
  }
  if (actor.role === 1) {
    const others = await tx.query<{ id: number }>(
      sql`select id from identity where role = 1 and state = 'enabled' and person_id <> ${actor.personId} limit 50`,
    )
    for (const other of others) await notify(tx, { ...notice, to: { identity: other.id } })
    return
  }
  await notify(tx, { ...notice, to: { institution: actor.institutionId, role: actor.role } })
  if (above) await notify(tx, { ...notice, to: { institution: above.id, role: above.role } })
}

/** Refuses a list that is too long or empty; the first leaves a line in the audit. */
async function requireFit(
  { db }: ExportNeeds,
  actor: Actor,
  list: string,
  { rows, tooMany, withFiles }: ExportSize & Pick<ExportPreparation, 'withFiles'>,
) {
  if (rows === 0) throw invalid('list', '列表里没有内容可以导出')
  if (withFiles && rows > mostWithFiles.rows)
    throw invalid('format', `一次至多打包 ${mostWithFiles.rows} 条记录的附件，请先筛选`)
  if (!tooMany) return
  await note(db, { by: actor.identityId, action: 'export.tooMany', facts: { list } })
  throw invalid('list', `一次至多导出 ${mostExported} 条，请先筛选，或按市、县区、学校分次导出`)
}

/** Keeps what was asked for, to be written now or once somebody agreed. */
export async function keepAsked(o: ExportNeeds, actor: Actor, ask: ExportAsk, request: Repeatable | null) {
  const opened = await openAsked(o, actor, ask)
  const found = await counted(opened)
  await requireFit(o, actor, ask.list, { ...found, withFiles: opened.withFiles })
  const why = whySecond(opened, found)
  const told = toldOf(actor, opened)
  const above = await aboveOf(o.db, actor)
  const { id, isNew } = await madeOnce(o.db, actor, request, (remember) =>
    o.db.transaction(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('exports'), ${actor.identityId})`)
      if ((await askedWithinHour(tx, actor)) >= mostInAnHour)
        throw new AppError('tooOften', {
          message: `一小时内至多导出 ${mostInAnHour} 次，请稍后再试`,
          retryAfter: 3600,
        })
      const row = await tx.one<{ id: number }>(sql`
      insert into export (list, query, columns, opened, format, purpose, purpose_text, told, asked_by, institution_id, role,
        above_id, above_role, row_count, people_count, state, lapses_at)
      values (${ask.list}, ${sql.json(ask.query)}, ${[...ask.columns]}::text[], ${[...ask.opened]}::text[], ${ask.format}, ${ask.purpose},
        ${ask.purposeText}, ${sql.json(told)}, ${actor.identityId}, ${actor.institutionId}, ${actor.role},
        ${above?.id ?? null}, ${above?.role ?? null}, ${found.rows}, ${found.people},
        ${why === null ? 'queued' : 'approval'},
        case when ${why !== null}::boolean then now() + make_interval(days => ${daysToAgree}::int) end)
      returning id`)
      const facts = {
        export: row.id,
        list: ask.list,
        rows: found.rows,
        people: found.people,
        purpose: ask.purpose,
        ...(ask.opened.length > 0 && { opened: [...ask.opened] }),
      }
      await note(tx, { by: actor.identityId, action: 'export.asked', facts })
      if (why !== null) await askSecond(o, tx, actor, { id: row.id, told, why, above })
      await remember(tx, row.id)
      return row.id
    }),
  )
  return { id, rows: found.rows, waits: why !== null, isNew }
}
