import {
  contactFields,
  contactType,
  openedOnAsking,
  rollFields,
  rollQuery,
  rollType,
  type RollQuery,
  type RollState,
} from '../../../catalogue/contract/archive/roll.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import {
  cellOf,
  fieldColumn,
  placeWords,
  type ExportColumn,
  type ExportList,
  type ExportRow,
  type OpenedList,
  type RowsWanted,
} from '../../engine/exports/index.ts'
import {
  archivesCompleteness,
  effectiveOf,
  forReader,
  maskedKeys,
  openCountsStatement,
} from '../../engine/records/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { amongOf } from './roll.ts'
import { readUpTo, rollKeysStatement, teachersStatement } from './statement.ts'

const text = { kind: 'text', seen: 'open' } as const
const number = { kind: 'number', seen: 'open' } as const
const before: readonly ExportColumn[] = [
  { key: 'name', title: '姓名', width: 12, ...text },
  { key: 'institution', title: '单位', width: 28, ...text },
]
const after: readonly ExportColumn[] = [
  { key: 'status', title: '人员状态', width: 12, ...text },
  { key: 'percent', title: '完整度（%）', width: 12, ...number },
  { key: 'missing', title: '缺项', width: 40, ...text },
  { key: 'pending', title: '待审', width: 8, ...number },
  { key: 'returned', title: '退回', width: 8, ...number },
]

const groups: Readonly<Record<RollState | 'serving', string>> = {
  serving: '全部在册',
  working: '在职',
  away: '离岗',
  retired: '退休',
  left: '已离开',
  all: '全部',
}

/** Fields of the basic information that the roll is filtered by. */
const byField = ['schoolStage', 'mainSubject', 'titleLevel', 'highestEducation', 'inEstablishment'] as const

async function filtersOf(engine: Engine, query: RollQuery): Promise<string[]> {
  const { fields } = definitionOf(engine, rollType)
  const { keyword, state = 'serving', employmentStatus, ageFrom, ageTo, filled } = query
  return [
    ...(keyword ? [`关键词：${keyword}`] : []),
    ...(await placeWords(engine.db, query.institutionId)),
    ...(query.teacherId === undefined ? [] : ['只看一位教师']),
    `人员范围：${groups[state]}`,
    ...(employmentStatus === undefined ? [] : [`人员状态：${labelOf('employmentStatus', employmentStatus)}`]),
    ...byField.flatMap((key) => {
      const [field, value] = [fields[key], query[key]]
      if (!field || value === undefined) return []
      return [`${field.label}：${textOf(field, key === 'inEstablishment' ? value === 'true' : value)}`]
    }),
    ...(ageFrom === undefined ? [] : [`年龄从：${ageFrom}`]),
    ...(ageTo === undefined ? [] : [`年龄到：${ageTo}`]),
    ...(filled === undefined ? [] : [`基本信息：${filled === 'true' ? '已登记' : '无'}`]),
  ]
}

interface Person {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly institution_id: number | null
  readonly institution: string | null
}

/** What the columns beside the basic information need; each is read only where a column wants it. */
async function besides(engine: Engine, actor: Actor, ids: readonly number[], { columns }: RowsWanted) {
  const wants = (...keys: string[]) => keys.some((key) => columns.includes(key)) && ids.length > 0
  const [full, open] = await Promise.all([
    wants('percent', 'missing') ? archivesCompleteness(engine, actor, ids) : null,
    wants('pending', 'returned')
      ? engine.db.query<{ owner_id: number; pending: number; returned: number }>(openCountsStatement(ids))
      : [],
  ])
  const openBy = new Map(open.map((one) => [one.owner_id, one]))
  return (id: number) => {
    const completeness = full?.get(id)
    return {
      percent: completeness?.percent ?? 0,
      missing: (completeness?.sections ?? [])
        .flatMap(({ title, missing }) => (missing.length > 0 ? [title] : []))
        .join('、'),
      pending: openBy.get(id)?.pending ?? 0,
      returned: openBy.get(id)?.returned ?? 0,
    }
  }
}

/** The records that the columns of the roll are fields of. */
const sourcesOf = (engine: Engine) => [
  { definition: definitionOf(engine, rollType), keys: rollFields },
  { definition: definitionOf(engine, contactType), keys: contactFields as readonly string[] },
]

const nothingNamed = {
  records: {},
  teachers: new Map<number, string>(),
  institutions: new Map<number, string>(),
}

async function rowsOf(
  engine: Engine,
  actor: Actor,
  ids: readonly number[],
  wanted: RowsWanted,
): Promise<ExportRow[]> {
  const sources = sourcesOf(engine).filter(({ keys }) => keys.some((key) => wanted.columns.includes(key)))
  const [people, records, beside] = await Promise.all([
    engine.db.query<Person>(teachersStatement(actor, ids)),
    effectiveOf(
      engine,
      actor,
      sources.map(({ definition }) => definition),
      ids,
    ),
    besides(engine, actor, ids, wanted),
  ])
  const recordBy = new Map(records.map((record) => [`${record.type}/${record.ownerId}`, record]))
  return people.map(({ id, name, status, institution, institution_id }) => {
    const fields = sources.flatMap(({ definition, keys }) => {
      const record = recordBy.get(`${definition.name}/${id}`)
      const shown = record && {
        recordId: record.id,
        institutionId: institution_id,
        stored: record.stored,
        opened: wanted.opened,
        ...(!wanted.full && { masksAll: true as const }),
      }
      const values = shown ? forReader(engine.keys, definition, actor, shown) : {}
      const masked = shown ? maskedKeys(definition, actor, shown) : []
      return keys.flatMap((key) => {
        const field = definition.fields[key]
        if (!field || !wanted.columns.includes(key)) return []
        return [[key, cellOf(field, values[key], masked.includes(key), nothingNamed)] as const]
      })
    })
    return {
      named: [],
      cells: {
        name,
        institution: institution ?? '',
        status: labelOf('employmentStatus', status),
        ...beside(id),
        ...Object.fromEntries(fields),
      },
    }
  })
}

/** The people of the roll in its order, at most so many. */
async function keysOf(engine: Engine, actor: Actor, query: RollQuery, most: number) {
  const among = await amongOf(engine, actor, query, readUpTo)
  if (among.first !== null) throw invalid('', `范围内的教师超过 ${readUpTo} 人，请先选定市、县区或学校`)
  const rows = await engine.search.query<{ id: number }>(rollKeysStatement(actor, query, among, most))
  return rows.map(({ id }) => ({ id, teacher: id }))
}

async function open(
  engine: Engine,
  actor: Actor,
  asked: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const query = parsed(rollQuery, asked)
  return {
    title: '教师名册',
    columns: [
      ...before,
      ...sourcesOf(engine).flatMap(({ definition: { fields }, keys }) =>
        keys.flatMap((key) =>
          fields[key]
            ? [{ ...fieldColumn(actor, key, fields[key], false), opens: openedOnAsking.includes(key) }]
            : [],
        ),
      ),
      ...after,
    ],
    filters: await filtersOf(engine, query),
    order: `姓名拼音，${query.sort === '-name' ? '从后到前' : '从前到后'}`,
    keys: (most) => keysOf(engine, actor, query, most),
    rows: (keys, wanted) =>
      rowsOf(
        engine,
        actor,
        keys.map(({ id }) => Number(id)),
        wanted,
      ),
  }
}

/** The roll, as a list of which people may take out what they see. */
export const rollList = (engine: Engine): ExportList => ({
  name: 'roll',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(engine, actor, query),
})
