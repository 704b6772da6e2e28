import type { AnyRecord } from '../../../catalogue/define.ts'
import { fitRow, filledFields } from '../../../catalogue/interchange/fit.ts'
import { importKeyOf } from '../../../catalogue/interchange/imports.ts'
import {
  layouts,
  listOfLayout,
  type Layout,
  type LayoutColumn,
  type LayoutSheet,
} from '../../../catalogue/interchange/layout.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Cell } from '../../platform/workbook/write.ts'
import { definitionOf, type Actor, type Engine } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import {
  effectiveByKeys,
  effectiveKeys,
  effectiveOf,
  forReader,
  maskedKeys,
  readListQuery,
  type ListedRecord,
} from '../records/index.ts'
import { cellOf, fieldColumn } from './cells.ts'
import { LayoutReport } from './layout-report.ts'
import type {
  ColumnSight,
  ExportColumn,
  ExportKey,
  ExportList,
  ExportRow,
  ExportSheet,
  OpenedList,
} from './list.ts'
import { placeWords } from './words.ts'

const officers = [3, 4, 5, 6] as const

/** The sheet that names records whose types the layout does not have. */
const othersKey = 'others'
const othersColumns: readonly ExportColumn[] = [
  { key: 'archiveNo', title: '档案号', kind: 'number', width: 12, seen: 'open' },
  { key: 'name', title: '姓名', kind: 'text', width: 12, seen: 'open' },
  { key: 'type', title: '档案类别', kind: 'text', width: 24, seen: 'open' },
  { key: 'filled', title: '已填栏目数', kind: 'number', width: 12, seen: 'open' },
]

const nothingNamed = {
  records: {},
  teachers: new Map<number, string>(),
  institutions: new Map<number, string>(),
}

/** One reader's asking for a layout. */
interface LayoutAsk {
  readonly engine: Engine
  readonly actor: Actor
  readonly layout: Layout
  readonly report: LayoutReport
}

/** The type that holds the identity numbers of people, with the field. */
function numberField(engine: Engine): { readonly definition: AnyRecord; readonly key: string } {
  for (const definition of Object.values(engine.records))
    for (const { key, field } of prepared(definition).ofPerson)
      if (field.ofPerson === 'idNo') return { definition, key }
  throw new Error('no record holds identity numbers')
}

function columnOf({ engine, actor }: LayoutAsk, definition: AnyRecord, column: LayoutColumn): ExportColumn {
  const key = importKeyOf(column.field)
  const number = numberField(engine)
  const field = column.field === '$idCardNo' ? number.definition.fields[number.key] : definition.fields[key]
  if (field) return { ...fieldColumn(actor, key, field, false), title: column.head }
  const kind = column.field === '$archiveNo' ? 'number' : 'text'
  return { key, title: column.head, kind, width: 16, seen: 'open' }
}

const most: readonly ColumnSight[] = ['full', 'masked', 'open']
const seenOfAll = (columns: readonly ExportColumn[]): ColumnSight =>
  most.find((seen) => columns.some((column) => column.seen === seen)) ?? 'open'

/** Identity numbers of teachers as the reader sees them. */
async function numbersOf(
  { engine, actor }: LayoutAsk,
  rows: readonly ListedRecord[],
  full: boolean,
): Promise<ReadonlyMap<number, string | null>> {
  const { definition, key } = numberField(engine)
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))]
  const found = await effectiveOf(engine, actor, [definition], ids)
  return new Map(
    found.map(({ ownerId, id, stored }): [number, string | null] => {
      const shown = {
        recordId: id,
        institutionId: actor.institutionId,
        stored,
        ...(!full && { masksAll: true as const }),
      }
      // Part of a number finds nobody when the sheet comes back.
      if (!full || maskedKeys(definition, actor, shown).includes(key)) return [ownerId, null]
      return [ownerId, String(forReader(engine.keys, definition, actor, shown)[key] ?? '')]
    }),
  )
}

/** The codes of the schools of teachers. */
async function codesOf({ engine }: LayoutAsk, rows: readonly ListedRecord[]) {
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))]
  const found = await engine.db.query<{ id: number; code: string | null }>(sql`
    select t.id, i.code
    from teacher t join institution i on i.id = t.institution_id
    where t.id = any(${ids}::int[])`)
  return new Map(found.map(({ id, code }) => [id, code]))
}

interface TypePart {
  readonly type: string
  readonly ids: readonly string[]
  readonly full: boolean
}

async function rowsOfSheet(
  ask: LayoutAsk,
  sheet: LayoutSheet,
  { type, ids, full }: TypePart,
): Promise<ReadonlyMap<string, ExportRow>> {
  const { engine, actor, layout, report } = ask
  const definition = await engine.own.forReader(actor, definitionOf(engine, type))
  const rows = await effectiveByKeys({ engine, actor, definition }, ids, full)
  const numbers = await numbersOf(ask, rows, full)
  const codes = sheet.columns.some(({ field }) => field === '$orgCode') ? await codesOf(ask, rows) : null
  return new Map(
    rows.map((row) => {
      const fitted = fitRow(layout, sheet, definition, row)
      report.add(sheet.name, { archive: row.ownerId, name: row.ownerName }, fitted)
      const holder: Readonly<Record<string, Cell>> = {
        $archiveNo: row.ownerId,
        $idCardNo: numbers.get(row.ownerId) ?? null,
        $name: row.ownerName,
        $orgCode: codes?.get(row.ownerId) ?? null,
      }
      const cells = sheet.columns.map(({ field: key }): [string, Cell] => {
        if (Object.hasOwn(holder, key)) return [importKeyOf(key), holder[key] ?? null]
        const text = fitted.cells[key]
        const field = definition.fields[key]
        if (text !== undefined || !field) return [key, text ?? null]
        return [key, cellOf(field, row.values[key], false, nothingNamed)]
      })
      return [row.id, { named: [], cells: Object.fromEntries(cells) }]
    }),
  )
}

/** Records of a type without a sheet: each is named, with how much of it stays behind. */
async function rowsOfOther(
  { engine, actor, layout, report }: LayoutAsk,
  { type, ids, full }: TypePart,
): Promise<ReadonlyMap<string, ExportRow>> {
  const definition = await engine.own.forReader(actor, definitionOf(engine, type))
  const rows = await effectiveByKeys({ engine, actor, definition }, ids, full)
  return new Map(
    rows.map((row) => {
      const fitted = fitRow(layout, undefined, definition, row)
      report.add(definition.title, { archive: row.ownerId, name: row.ownerName }, fitted)
      const filled = filledFields(definition, row.values).length
      const cells = { archiveNo: row.ownerId, name: row.ownerName, type: definition.title, filled }
      return [row.id, { named: [], cells }]
    }),
  )
}

const typeOf = ({ id }: ExportKey): string => String(id).split('/')[0] ?? ''
const idOf = ({ id }: ExportKey): string => String(id).split('/')[1] ?? ''

async function rowsOf(ask: LayoutAsk, keys: readonly ExportKey[], full: boolean): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for (const [type, own] of Map.groupBy(keys, typeOf)) {
    const sheet = ask.layout.sheets.find((one) => one.type === type)
    const part = { type, ids: own.map(idOf), full }
    const known = sheet ? await rowsOfSheet(ask, sheet, part) : await rowsOfOther(ask, part)
    rows.push(...own.flatMap((key) => known.get(idOf(key)) ?? []))
  }
  return rows
}

/** Types of teachers that the layout does not have, among them those that a region made. */
const otherTypes = ({ engine, layout }: LayoutAsk): string[] =>
  Object.values(engine.records)
    .filter(({ name, owner }) => owner === 'teacher' && layout.sheets.every(({ type }) => type !== name))
    .map(({ name }) => name)

async function keysOf(ask: LayoutAsk, query: Readonly<Record<string, string>>, limit: number) {
  const { engine, actor, layout } = ask
  const keys: ExportKey[] = []
  for (const type of [...layout.sheets.map((sheet) => sheet.type), ...otherTypes(ask)]) {
    const definition = definitionOf(engine, type)
    const of = { engine, actor, definition }
    const found = await effectiveKeys(of, readListQuery(definition, query), limit - keys.length)
    keys.push(...found.map(({ id, ownerId }) => ({ id: `${type}/${id}`, person: ownerId, teacher: ownerId })))
    if (keys.length >= limit) break
  }
  return keys
}

function sheetsOf(ask: LayoutAsk): ExportSheet[] {
  const others = new Set(otherTypes(ask))
  const own = ask.layout.sheets.map((sheet): ExportSheet => {
    const definition = definitionOf(ask.engine, sheet.type)
    const columns = sheet.columns.map((column) => columnOf(ask, definition, column))
    return { key: sheet.type, name: sheet.name, columns, owns: (key) => typeOf(key) === sheet.type }
  })
  const rest = { key: othersKey, name: '无对应表的档案', columns: othersColumns }
  return [...own, { ...rest, owns: (key) => others.has(typeOf(key)) }]
}

async function open(
  engine: Engine,
  actor: Actor,
  layout: Layout,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { institutionId, ...others } = query
  if (Object.keys(others).length > 0) throw invalid('query', '这里只能按单位筛选')
  const ask = { engine, actor, layout, report: new LayoutReport() }
  const place = institutionId === undefined ? {} : { institutionId }
  const sheets = sheetsOf(ask)
  return {
    title: layout.title,
    columns: sheets.map(({ key, name, columns }) => ({
      key,
      title: name,
      kind: 'text',
      seen: seenOfAll(columns),
    })),
    filters: institutionId === undefined ? [] : await placeWords(engine.db, Number(institutionId)),
    order: '按表、姓名',
    sheets,
    report: ask.report.sheet,
    keys: (limit) => keysOf(ask, place, limit),
    rows: (keys, { full }) => rowsOf(ask, keys, full),
  }
}

/**
 * What the archives of a scope hold, in the sheets of a layout, with a report of what does not fit. The
 * sheets come back by the imports of the layout (docs/decisions/0284).
 */
export const layoutLists = (engine: Engine): ExportList[] =>
  layouts.map((layout) => ({
    name: listOfLayout(layout),
    roles: officers,
    open: (actor, query) => open(engine, actor, layout, query),
  }))
