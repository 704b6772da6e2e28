import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  officeAccountQuery,
  type OfficeAccountLine,
  type OfficeAccountQuery,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { Engine } from '../../../engine/engine.ts'
import {
  momentCell,
  openColumns,
  placeWords,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../../engine/exports/index.ts'
import { parsed } from '../../../platform/http/body.ts'
import { roleWord, statusWords } from '../export.ts'
import { accountKeys, accountsByIds } from './list.ts'

const concernWords = { unused: '从未登录', weak: '密码待修改', old: '密码半年未改' } as const

/** Named as in client/features/users/office/columns. */
const columns: readonly LineColumn<OfficeAccountLine>[] = [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'account', title: '账号', width: 18, of: ({ loginName }) => loginName },
  { key: 'role', title: '角色', width: 14, of: ({ role }) => roleWord(role) },
  { key: 'institution', title: '单位', width: 28, of: ({ institution }) => institution },
  {
    key: 'status',
    title: '状态',
    width: 20,
    of: ({ status, concerns }) =>
      [statusWords[status], ...concerns.map((one) => concernWords[one])].join('，'),
  },
  { key: 'last', title: '上次登录', width: 18, of: ({ lastLoginAt }) => momentCell(lastLoginAt) },
]

async function filtersOf({ db }: Engine, query: OfficeAccountQuery): Promise<string[]> {
  const { q, role, institution, teachers, import: importId, status, concern } = query
  return [
    ...(q ? [`姓名或账号：${q}`] : []),
    ...(await placeWords(db, institution)),
    ...(teachers ? [`名册里选的 ${teachers.length} 位教师`] : []),
    ...(importId === undefined ? [] : [`第 ${importId} 号导入新增的教师`]),
    ...(role === undefined ? [] : [`角色：${roleWord(role)}`]),
    ...(concern ? [`待处理：${concernWords[concern]}`] : []),
    ...(status ? [`状态：${statusWords[status] ?? ''}`] : []),
  ]
}

async function open(
  engine: Engine,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const query = parsed(officeAccountQuery, given)
  return {
    title: '账号',
    columns: openColumns(columns),
    filters: await filtersOf(engine, query),
    order: '角色，同一角色按新增先后',
    keys: (most) => accountKeys(engine.search, actor, query, most),
    rows: async (keys) => {
      const ids = keys.map(({ id }) => Number(id))
      return (await accountsByIds(engine.db, actor, ids)).map((line) => rowOfLine(columns, line))
    },
  }
}

/** The accounts an office keeps, of which it may take out what it sees. */
export const accountList = (engine: Engine): ExportList => ({
  name: 'accounts',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(engine, actor, query),
})
