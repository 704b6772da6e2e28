import type { AnyRecord } from '../../../catalogue/define.ts'
import type { DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { importOfType } from '../../../catalogue/imports/imports.ts'
import { hasOwnCodes, sections } from '../../../catalogue/imports/sections.ts'
import { invalid } from '../../../catalogue/errors.ts'
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
import type {
  ExportColumn,
  ExportKey,
  ExportList,
  ExportRow,
  ExportSheet,
  OpenedList,
  ColumnSight,
} from './list.ts'
import { placeWords } from './words.ts'

const officers = [3, 4, 5, 6] as const
const nothingNamed = {
  records: {},
  teachers: new Map<number, string>(),
  institutions: new Map<number, string>(),
}

/** The type that holds the identity numbers of people, with the field. */
function numberField(engine: Engine): { readonly definition: AnyRecord; readonly key: string } {
  for (const definition of Object.values(engine.records))
    for (const { key, field } of prepared(definition).ofPerson)
      if (field.ofPerson === 'idNo') return { definition, key }
  throw new Error('no record holds identity numbers')
}

/** The columns of a section: those that the same sheet is imported by, so that it can be brought back. */
function columnsOf(engine: Engine, actor: Actor, definition: AnyRecord): ExportColumn[] {
  const kind = importOfType(definition.name)
  const number = numberField(engine)
  return (kind?.columns ?? []).map((column) => {
    const field = column.key === kind?.owner.idNo ? number.definition.fields[number.key] : column.field
    return { ...fieldColumn(actor, column.key, field ?? column.field, false), title: column.head }
  })
}

const most: readonly ColumnSight[] = ['full', 'masked', 'open']
const seenOfAll = (columns: readonly ExportColumn[]): ColumnSight =>
  most.find((seen) => columns.some((column) => column.seen === seen)) ?? 'open'

/** Identity numbers of teachers as the reader sees them. */
async function numbersOf(
  engine: Engine,
  actor: Actor,
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

/** Codes that the national system does not have, with how often they were written. */
type OwnCodes = Map<string, { readonly cells: readonly string[]; count: number }>

function countOwnCodes(found: OwnCodes, section: string, definition: AnyRecord, row: ListedRecord): void {
  for (const [key, field] of Object.entries(definition.fields)) {
    const dict: DictName | undefined = field.dict
    if (dict === undefined || field.derived || !hasOwnCodes(dict)) continue
    for (const code of [row.values[key] ?? []].flat().map(String)) {
      const place = `${section}|${key}|${code}`
      const known = found.get(place) ?? { cells: [section, field.label, labelOf(dict, code), code], count: 0 }
      found.set(place, { ...known, count: known.count + 1 })
    }
  }
}

async function rowsOfType(
  engine: Engine,
  actor: Actor,
  { type, ids, full }: { readonly type: string; readonly ids: readonly string[]; readonly full: boolean },
  found: OwnCodes,
): Promise<ReadonlyMap<string, ExportRow>> {
  const definition = definitionOf(engine, type)
  const rows = await effectiveByKeys({ engine, actor, definition }, ids, full)
  const numbers = await numbersOf(engine, actor, rows, full)
  const section = sections.find((one) => one.type === type)?.title ?? type
  const { columns = [], owner = {} } = importOfType(type) ?? {}
  return new Map(
    rows.map((row) => {
      countOwnCodes(found, section, definition, row)
      const cells = columns.map(({ key, field }): [string, Cell] => {
        if (key === owner.archiveNo) return [key, row.ownerId]
        if (key === owner.idNo) return [key, numbers.get(row.ownerId) ?? null]
        if (key === owner.name) return [key, row.ownerName]
        return [key, cellOf(field, row.values[key], row.masked.includes(key), nothingNamed)]
      })
      return [row.id, { named: [], cells: Object.fromEntries(cells) }]
    }),
  )
}

const typeOf = ({ id }: ExportKey): string => String(id).split('/')[0] ?? ''
const idOf = ({ id }: ExportKey): string => String(id).split('/')[1] ?? ''

async function rowsOf(
  engine: Engine,
  actor: Actor,
  {
    keys,
    full,
    found,
  }: { readonly keys: readonly ExportKey[]; readonly full: boolean; readonly found: OwnCodes },
): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for (const [type, own] of Map.groupBy(keys, typeOf)) {
    const known = await rowsOfType(engine, actor, { type, ids: own.map(idOf), full }, found)
    rows.push(...own.flatMap((key) => known.get(idOf(key)) ?? []))
  }
  return rows
}

async function keysOf(engine: Engine, actor: Actor, query: Readonly<Record<string, string>>, limit: number) {
  const keys: ExportKey[] = []
  for (const { type } of sections) {
    const definition = definitionOf(engine, type)
    const ask = { engine, actor, definition }
    const found = await effectiveKeys(ask, readListQuery(definition, query), limit - keys.length)
    keys.push(...found.map(({ id, ownerId }) => ({ id: `${type}/${id}`, person: ownerId, teacher: ownerId })))
    if (keys.length >= limit) break
  }
  return keys
}

async function open(
  engine: Engine,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { institutionId, ...others } = query
  if (Object.keys(others).length > 0) throw invalid('query', '这里只能按单位筛选')
  const place = institutionId === undefined ? {} : { institutionId }
  const sheets = sections.map(({ title, type }): ExportSheet => {
    const columns = columnsOf(engine, actor, definitionOf(engine, type))
    return { key: type, name: title, columns, owns: (key) => typeOf(key) === type }
  })
  const found: OwnCodes = new Map()
  return {
    title: '全国系统交换数据',
    columns: sheets.map(({ key, name, columns }) => ({
      key,
      title: name,
      kind: 'text',
      seen: seenOfAll(columns),
    })),
    filters: institutionId === undefined ? [] : await placeWords(engine.db, Number(institutionId)),
    order: '按项目、姓名',
    sheets,
    report: {
      name: '未对应的代码',
      heads: ['项目', '栏目', '名称', '代码', '条数'],
      rows: () => [...found.values()].map(({ cells, count }) => [...cells, count]),
    },
    keys: (limit) => keysOf(engine, actor, place, limit),
    rows: (keys, { full }) => rowsOf(engine, actor, { keys, full, found }),
  }
}

/**
 * What the archives of a scope hold of the fourteen sections of the national system, a sheet for each, with a
 * report of codes that only this portal has. The sheets can be brought back by the imports of their types.
 */
export const sectionsList = (engine: Engine): ExportList => ({
  name: 'sections',
  roles: officers,
  open: (actor, query) => open(engine, actor, query),
})
