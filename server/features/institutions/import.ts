import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import { institutionImport } from '../../../catalogue/imports/keepers.ts'
import { shownValue } from '../../../catalogue/imports/read-row.ts'
import { type RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import {
  addInstitution,
  describeInstitution,
  factColumns,
  forgetInstitution,
} from '../../engine/directory/index.ts'
import {
  namedAbove,
  rowText,
  type RowComparison,
  type Refs,
  type SoundRow,
  type Subject,
  type Task,
} from '../../engine/imports/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { accountOf, faultsOfAccount, type FirstAccount, type FirstAccounts } from './import-account.ts'
import { faultsOfName, faultsOfNamed, readFacts } from './facts.ts'
import { keptBy, type InstitutionNeeds } from './options.ts'

interface Needs extends Pick<InstitutionNeeds, 'db' | 'engine'> {
  readonly accounts: FirstAccounts
}

interface KnownInstitution {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly closed: boolean
  readonly inScope: boolean
}

const faultAt = ({ field, message }: FieldFault): RowFault => ({
  column: institutionImport.columns.some(({ key }) => key === field) ? field : 'code',
  level: 'error',
  code: 'E108',
  message,
})

const conflict = (column: string, code: string, message: string): RowComparison => ({
  outcome: 'conflict',
  faults: [{ column, level: 'error', code, message }],
  changes: [],
})

const knownBy = async (db: Queryable, { actor }: Task, code: string): Promise<KnownInstitution | undefined> =>
  db.maybeOne<KnownInstitution>(sql`
    select i.id, i.name, i.kind, i.closed_on is not null as closed, ${keptBy(actor, 'i')} as "inScope"
    from institution i where i.code = ${code} limit 1`)

/** The parent that a row names, by code or whole name, within what the actor keeps. */
const parentOf = (db: Queryable, { actor }: Task, text: string) =>
  db.maybeOne<{ id: number }>(sql`
    select i.id from institution i
    where (i.code = ${text} or i.name = ${text}) and i.closed_on is null and ${keptBy(actor, 'i')}
    order by (i.code = ${text}) desc, i.id limit 1`)

/** Values of a row's filled cells, by the kind of the institution. */
function saidOf(kind: string, row: Row): Readonly<Record<string, unknown>> {
  const keys = Object.keys(institutionFieldsOf(kind))
  return Object.fromEntries(keys.flatMap((key) => ((row[key] ?? null) === null ? [] : [[key, row[key]]])))
}

/** Stored values of the facts in a row. */
const factsNow = (db: Queryable, id: number, keys: readonly string[]) =>
  db.one<Row>(sql`select ${factColumns(keys, 'i')} from institution i where i.id = ${id}`)

const text = (value: unknown): string => JSON.stringify(value ?? null)

interface ExistingRow {
  readonly accounts: FirstAccounts
  readonly db: Queryable
  readonly task: Task
  readonly known: KnownInstitution
}

async function differences({ db, known }: ExistingRow, row: Row): Promise<Readonly<Record<string, unknown>>> {
  const said = saidOf(known.kind, row)
  if (Object.keys(said).length === 0) return {}
  const now = await factsNow(db, known.id, Object.keys(said))
  return Object.fromEntries(Object.entries(said).filter(([key, value]) => text(now[key]) !== text(value)))
}

async function compareKnown(existing: ExistingRow, row: Row): Promise<RowComparison> {
  const { db, task, known } = existing
  if (!known.inScope) return conflict('code', 'E301', '该标识码的机构不归本单位管理')
  if (known.closed) return conflict('code', 'E202', `${known.name}已撤销，请先恢复`)
  if (known.id === task.actor.institutionId)
    return conflict('code', 'E301', '本单位的信息请在“本单位”页面修改')
  if (rowText(row, 'name') !== known.name)
    return conflict('name', 'E105', `平台上的名称是“${known.name}”；改名请在机构页办理`)
  const different = await differences(existing, row)
  const { faults } = readFacts(
    known.kind,
    different,
    await factsNow(db, known.id, Object.keys(institutionFieldsOf(known.kind))),
  )
  const now = await factsNow(db, known.id, ['areaCode', ...Object.keys(different)])
  const account = await missingAccount(existing, row)
  const changes = institutionImport.columns.flatMap((column) =>
    column.key in different
      ? [
          {
            column: column.key,
            before: shownValue(column, now[column.key]),
            after: shownValue(column, different[column.key]),
          },
        ]
      : [],
  )
  if (account !== null) changes.push({ column: 'accountName', before: '', after: account.name })
  return {
    outcome: changes.length === 0 ? 'same' : 'changed',
    faults: [...faults.map(faultAt), ...(await faultsOfAccount(existing.accounts, db, task, account))],
    changes,
  }
}

/** The account of a row that its institution does not have yet. */
async function missingAccount({ accounts, db, known }: ExistingRow, row: Row): Promise<FirstAccount | null> {
  const account = accountOf(known.kind, row)
  return account !== null && (await accounts.isThere(db, account, known.id)) ? null : account
}

/** The draft of a new institution; its area is its parent's where the row says none. */
function draftOf(row: Row, area: unknown) {
  const kind = rowText(row, 'kind') ?? '40'
  const facts = saidOf(kind, row)
  const place = 'areaCode' in facts ? {} : { areaCode: area ?? null }
  return {
    kind,
    name: rowText(row, 'name') ?? '',
    code: rowText(row, 'code'),
    facts: { ...facts, ...place },
  }
}

async function compareNew(
  { accounts, db, task }: Omit<ExistingRow, 'known'>,
  { row, values }: SoundRow,
  above: (text: string, row: number) => boolean,
): Promise<RowComparison> {
  const parentText = rowText(values, 'parent') ?? ''
  const parent = await parentOf(db, task, parentText)
  if (!parent && !above(parentText, row))
    return conflict('parent', 'E109', '范围内没有该上级机构，本文件前面的行里也没有')
  const area = parent ? (await factsNow(db, parent.id, ['areaCode']))['areaCode'] : '440000'
  const draft = draftOf(values, area)
  const read = readFacts(draft.kind, draft.facts, null)
  const named = await faultsOfNamed(db, task.actor, draft.kind, { id: null, facts: read.facts })
  const faults = [...faultsOfName(draft.kind, draft), ...read.faults, ...named].map(faultAt)
  const ofAccount = await faultsOfAccount(accounts, db, task, accountOf(draft.kind, values))
  return { outcome: 'new', faults: [...faults, ...ofAccount], changes: [] }
}

async function compare(
  { engine, accounts }: Needs,
  db: Queryable,
  task: Task,
  rows: readonly SoundRow[],
): Promise<RowComparison[]> {
  const parents = rows.flatMap(({ values }) => rowText(values, 'parent') ?? [])
  const staged = await namedAbove(db, engine.keys, task.id, parents)
  const found: RowComparison[] = []
  const here = new Set<string>()
  for (const row of rows) {
    const known = await knownBy(db, task, rowText(row.values, 'code') ?? '')
    const above = (asked: string, at: number) => here.has(asked) || staged(asked, at)
    found.push(
      known
        ? await compareKnown({ accounts, db, task, known }, row.values)
        : await compareNew({ accounts, db, task }, row, above),
    )
    for (const key of ['code', 'name']) here.add(rowText(row.values, key) ?? '')
  }
  return found
}

async function writeRow({ engine, accounts }: Needs, tx: Tx, task: Task, row: Row): Promise<Refs> {
  const known = await knownBy(tx, task, rowText(row, 'code') ?? '')
  const open = async (account: FirstAccount | null, institutionId: number) =>
    account && accounts.open(tx, task.actor, { ...account, institutionId })
  if (known) {
    const existing = { accounts, db: tx, task, known }
    const different = await differences(existing, row)
    const before = await factsNow(tx, known.id, Object.keys(different))
    await describeInstitution(tx, task.actor, { id: known.id, version: null, facts: different })
    const account = await open(await missingAccount(existing, row), known.id)
    return { ownerId: known.id, opened: false, records: [], kept: { before, after: different, account } }
  }
  const parent = await parentOf(tx, task, rowText(row, 'parent') ?? '')
  if (!parent) throw new AppError('invalid', { message: '上级机构没有导入，这一行不能导入' })
  const area = (await factsNow(tx, parent.id, ['areaCode']))['areaCode']
  const draft = draftOf(row, area)
  const { facts } = readFacts(draft.kind, draft.facts, null)
  const id = await addInstitution(tx, task.actor, {
    ...draft,
    facts,
    parentId: parent.id,
    openedOn: null,
    nameSort: engine.sortForm(draft.name),
  })
  const account = await open(accountOf(draft.kind, row), id)
  return { ownerId: id, opened: true, records: [], ...(account !== null && { kept: { account } }) }
}

interface KeptOfRow {
  readonly before?: Row
  readonly after?: Row
  readonly account?: number | null
}

async function undo({ accounts }: Needs, tx: Tx, task: Task, { ownerId, opened, kept }: Refs) {
  if (ownerId === null) return null
  const { before, after, account = null } = (kept ?? {}) as KeptOfRow
  if (account !== null && !(await accounts.forget(tx, task.actor, account))) return '账号已用过'
  if (opened) return (await forgetInstitution(tx, task.actor, ownerId)) ? null : '之后有下级、账号或人员'
  const keys = Object.keys(after ?? {})
  const now = keys.length === 0 ? {} : await factsNow(tx, ownerId, keys)
  if (keys.some((key) => text(now[key]) !== text(after?.[key]))) return '导入之后改过'
  await describeInstitution(tx, task.actor, { id: ownerId, version: null, facts: before ?? {} })
  return null
}

/** 学校（机构） as rows of a workbook: the same rules as adding and describing them by hand. */
export function institutionSubject(needs: Needs): Subject {
  return {
    inOrder: true,
    compare: (db, task, rows) => compare(needs, db, task, rows),
    write: async (tx, task, rows) => {
      const refs: Refs[] = []
      for (const { values } of rows) refs.push(await writeRow(needs, tx, task, values))
      return refs
    },
    undo: (tx, task, refs) => undo(needs, tx, task, refs),
  }
}
