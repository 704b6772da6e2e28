import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { userQuery, type UserLine, type UserQuery } from '../../../catalogue/contract/administration/users.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  momentCell,
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { userKeys, usersByIds } from './list.ts'

/** A role as people read it. */
export const roleWord = (role: unknown): string => (isRole(role) ? roleEntry(role).label : '')
/** Dictionary accountStatus, in the words of the lists. */
export const statusWords: Readonly<Record<string, string>> = { '0': '停用', '1': '正常', '2': '锁定' }

/** Named as in client/features/users/user-list-page. */
const columns: readonly LineColumn<UserLine>[] = [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'account', title: '账号', width: 18, of: ({ loginName }) => loginName },
  { key: 'role', title: '角色', width: 14, of: ({ role }) => roleWord(role) },
  { key: 'institution', title: '所属机构', width: 28, of: ({ institution }) => institution },
  { key: 'status', title: '状态', width: 8, of: ({ status }) => statusWords[status] ?? '' },
  { key: 'last', title: '上次登录', width: 18, of: ({ lastLoginAt }) => momentCell(lastLoginAt) },
]

const filtersOf = ({ q, role, institution, status }: UserQuery): string[] => [
  ...(q ? [`姓名或账号：${q}`] : []),
  ...(role === undefined ? [] : [`角色：${roleWord(role)}`]),
  ...(institution ? [`所属机构：${institution}`] : []),
  ...(status === undefined ? [] : [`状态：${statusWords[status] ?? ''}`]),
]

const orderOf = ({ sort }: UserQuery): string =>
  sort === 'name' ? '姓名拼音，从前到后' : sort === '-name' ? '姓名拼音，从后到前' : '新增先后'

function open(engine: Engine, asked: Readonly<Record<string, string>>): OpenedList {
  const query = parsed(userQuery, asked)
  return {
    title: '用户',
    columns: openColumns(columns),
    filters: filtersOf(query),
    order: orderOf(query),
    keys: (most) => userKeys(engine.search, query, most),
    rows: async (keys) =>
      (
        await usersByIds(
          engine.db,
          keys.map(({ id }) => Number(id)),
        )
      ).map((line) => rowOfLine(columns, line)),
  }
}

/** The accounts of the portal, which an administrator may take out. */
export const userExport = (engine: Engine): ExportList => ({
  name: 'users',
  roles: [1],
  open: (_, query) => Promise.resolve(open(engine, query)),
})
