import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { openedOnAsking } from '../../../catalogue/contract/archive/roll.ts'
import { parsed } from '../../platform/http/body.ts'
import {
  columnsFor,
  countedBy,
  fieldOfColumn,
  isContact,
  keyInFile,
  type QueryColumn,
} from '../../../catalogue/query/columns.ts'
import { readQuery } from '../../../catalogue/query/query.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { placeWithin } from '../../engine/access/index.ts'
import {
  fieldColumn,
  placeWords,
  type ExportColumn,
  type ExportList,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { lineFor, versionsOf } from './row.ts'
import { asking, listed, sentence } from './search.ts'
import type { QueryRequest, SearchNeeds } from './statement/asked.ts'
import { shownPeople } from './people.ts'

const number = z.coerce.number({ error: '应为编号' }).int('应为编号').positive('应为编号').max(2_147_483_647)
/**
 * What is taken out is always a kept version, so that whoever agrees and whoever looks later knows what was
 * asked.
 */
const exported = z.strictObject({ query: number, version: number, within: number.optional() })

function fileColumn(actor: Actor, { sections }: QueryRequest, { key, label }: QueryColumn): ExportColumn {
  const field = fieldOfColumn(sections, key)
  const opens = openedOnAsking.includes(key)
  if (field) return Object.assign(fieldColumn(actor, keyInFile(key), field, false), { title: label, opens })
  if (isContact(key)) return { key, title: label, kind: 'text', width: 16, seen: 'masked', opens }
  const isCount = countedBy(key) !== null
  return {
    key: keyInFile(key),
    title: label,
    kind: isCount ? 'number' : 'text',
    width: key === 'school' ? 28 : 14,
    seen: 'open',
  }
}

async function open(
  searching: SearchNeeds,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { engine } = searching
  const { query: id, version: no, within } = parsed(exported, given)
  const line = await lineFor(engine.db, actor, id)
  const version = (await versionsOf(engine.db, line)).find((one) => one.no === no)
  if (!version) throw new AppError('missing')
  const query = readQuery(version.query)
  const asked = await asking(searching, actor, query)
  const place = within === undefined ? null : await placeWithin(engine.db, actor, within)
  const all = columnsFor(query, asked.sections)
  return {
    title: line.name,
    columns: all.map((column) => fileColumn(actor, asked, column)),
    filters: [`第 ${no} 版`, await sentence(asked), ...(await placeWords(engine.db, within))],
    order: version.sort.length === 0 ? '姓名拼音' : '按查询保存的顺序',
    keys: async (most) => {
      const rows = await listed(asked, { columns: [], sort: version.sort, most, skip: 0, within: place })
      return rows.map((row) => ({ id: row.id, teacher: row.id }))
    },
    rows: async (keys, wanted) => {
      const ids = keys.map((key) => Number(key.id))
      const columns = all.filter(({ key }) => wanted.columns.includes(keyInFile(key)))
      const again = Object.assign({}, asked, { only: ids })
      const most = {
        columns: columns.map(({ key }) => key),
        sort: [],
        most: ids.length,
        skip: 0,
        within: place,
      }
      const rows = await listed(again, most)
      const inOrder = rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      const people = await shownPeople(again, inOrder, columns, {
        masksAll: !wanted.full,
        opened: wanted.opened,
      })
      return people.map(({ values }) => ({
        named: [],
        cells: Object.fromEntries(
          columns.map(({ key }) => {
            const value = values[key] ?? null
            return [
              keyInFile(key),
              Array.isArray(value) ? value.join('、') : typeof value === 'boolean' ? String(value) : value,
            ]
          }),
        ),
      }))
    },
  }
}

/** The people that a kept query finds, as a list that may be taken out. */
export const queryList = (searching: SearchNeeds): ExportList => ({
  name: 'query',
  roles: [4, 5, 6],
  open: (actor, given) => open(searching, actor, given),
})
