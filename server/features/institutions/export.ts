import type { Actor } from '../../../catalogue/access/access.ts'
import {
  institutionQuery,
  type InstitutionQuery,
  type ListedInstitution,
} from '../../../catalogue/contract/administration/institutions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { institutionKeepers } from '../../../catalogue/institutions/kinds.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  openColumns,
  placeWords,
  rowOfLine,
  type ExportList,
  type ExportRow,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { byIdsStatement, keysStatement, whereOf } from './list.ts'
import { yearsOf } from './quota.ts'

const figure = { kind: 'number', width: 10 } as const

/**
 * The columns of the lists of authorities and of those of schools, named as in
 * client/features/institutions/columns.
 */
const columns: readonly LineColumn<ListedInstitution>[] = [
  { key: 'name', title: '机构', width: 28, of: ({ name }) => name },
  {
    key: 'type',
    title: '类型',
    width: 16,
    of: ({ kind, schoolType }) => (schoolType ? labelOf('schoolType', schoolType) : labelOf('orgType', kind)),
  },
  { key: 'code', title: '标识码', width: 16, of: ({ code }) => code },
  { key: 'above', title: '上级', width: 24, of: ({ above }) => above },
  { key: 'principal', title: '负责人', of: ({ principal }) => principal },
  { key: 'teachers', title: '教师', ...figure, of: ({ teachers }) => teachers },
  { key: 'below', title: '下级', ...figure, of: ({ below }) => below },
  { key: 'quota', title: '核定编制', ...figure, of: ({ staffQuota }) => staffQuota },
  { key: 'students', title: '学生', ...figure, of: ({ figures }) => figures?.students ?? null },
  { key: 'granted', title: '核编', ...figure, of: ({ figures }) => figures?.granted ?? null },
  { key: 'used', title: '在编', ...figure, of: ({ figures }) => figures?.used ?? null },
  {
    key: 'free',
    title: '空编',
    ...figure,
    of: ({ figures }) => (figures && figures.granted !== null ? figures.granted - figures.used : null),
  },
  { key: 'beyond', title: '编外', ...figure, of: ({ figures }) => figures?.beyond ?? null },
  { key: 'state', title: '状态', of: ({ closedOn }) => (closedOn === null ? '正常' : `${closedOn} 撤销`) },
]

const categories = {
  divisional: '行政机构',
  school: '学校',
  teachers: '教师发展机构',
  other: '其他机构',
} as const

async function filtersOf({ db }: Engine, query: InstitutionQuery): Promise<string[]> {
  const { q, under, kind, schoolType, state } = query
  return [
    ...(q ? [`名称或标识码：${q}`] : []),
    ...(await placeWords(db, under)),
    ...(kind === undefined ? [] : [`类型：${labelOf('orgType', kind)}`]),
    ...(schoolType === undefined ? [] : [`办学类型：${labelOf('schoolType', schoolType)}`]),
    ...(state === 'closed' ? ['状态：已撤销'] : []),
  ]
}

async function rowsOf({ db }: Engine, actor: Actor, ids: readonly number[]): Promise<ExportRow[]> {
  const [lines, figures] = await Promise.all([
    db.query<Omit<ListedInstitution, 'figures'>>(byIdsStatement(actor, ids)),
    yearsOf(db, [...ids]),
  ])
  return lines.map((line) => rowOfLine(columns, { ...line, figures: figures.get(line.id) ?? null }))
}

async function open(
  engine: Engine,
  actor: Actor,
  asked: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const query = parsed(institutionQuery, asked)
  const where = await whereOf(engine.search, actor, query)
  return {
    title: query.category ? categories[query.category] : '机构',
    columns: openColumns(columns),
    filters: await filtersOf(engine, query),
    order: '名称拼音，从前到后',
    keys: async (most) =>
      (await engine.search.query<{ id: number }>(keysStatement(where, most))).map(({ id }) => ({
        id,
        teacher: null,
      })),
    rows: (keys) =>
      rowsOf(
        engine,
        actor,
        keys.map(({ id }) => Number(id)),
      ),
  }
}

/** The lists of institutions, of which people may take out what they see. */
export const institutionList = (engine: Engine): ExportList => ({
  name: 'institutions',
  roles: institutionKeepers,
  open: (actor, query) => open(engine, actor, query),
})
