import { doorLabels, doorNames, type DoorName } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { bindOutside, findByOutside, outsideOf, unbindOutside } from '../../engine/directory/index.ts'
import { rowText, type RowComparison, type Subject } from '../../engine/imports/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { isSameName } from '../../engine/names/index.ts'

interface Holder {
  readonly id: number
  readonly name: string
  readonly administers: boolean
}

/** Names a kind of account as a table writes it: by its label or its name. */
const providerIn = (row: Row): DoorName | undefined => {
  const text = rowText(row, 'provider') ?? ''
  return doorNames.find((name) => name === text.toLowerCase() || doorLabels[name] === text)
}

/** The one person with this login name, phone or identity number. */
async function holderOf(db: Queryable, keys: Keys, account: string): Promise<Holder | undefined> {
  const rows = await db.query<Holder>(sql`
    select p.id, p.name, exists (
      select 1 from identity a where a.person_id = p.id and a.role = 1 and a.state = 'enabled') as administers
    from person p
    where p.login_name = ${account.toLowerCase()} or p.mobile_key = any(${[...keys.blinds('mobile', account)]}::text[])
      or p.id_no_key = any(${[...keys.blinds('id_no', account.toUpperCase())]}::text[])
    limit 2`)
  return rows.length === 1 ? rows[0] : undefined
}

const conflict = (column: string, code: string, message: string): RowComparison => ({
  outcome: 'conflict',
  faults: [{ column, level: 'error', code, message }],
  changes: [],
})

interface BindingRow {
  readonly provider: DoorName
  readonly subject: string
  readonly holder: Holder
}

/** Person and account of a row, or the reason why they cannot be bound. */
async function read(db: Queryable, keys: Keys, row: Row): Promise<BindingRow | RowComparison> {
  const provider = providerIn(row)
  if (!provider) return conflict('provider', 'E109', `应为${Object.values(doorLabels).join('、')}之一`)
  const holder = await holderOf(db, keys, rowText(row, 'account') ?? '')
  if (!holder) return conflict('account', 'E109', '没有该账号')
  // What is typed into one cell too many would let somebody else in.
  if (!isSameName(holder.name, rowText(row, 'name') ?? ''))
    return conflict('name', 'E202', '姓名与账号登记的不一致')
  // Otherwise one administrator could become another one by a table.
  if (holder.administers) return conflict('account', 'E301', '系统管理员的外部账号由本人绑定')
  return { provider, holder, subject: rowText(row, 'subject') ?? '' }
}

async function compareRow(db: Queryable, keys: Keys, row: Row): Promise<RowComparison> {
  const found = await read(db, keys, row)
  if ('outcome' in found) return found
  const { provider, subject, holder } = found
  const held = await findByOutside(db, keys, { provider, subject })
  if (held === holder.id) return { outcome: 'same', faults: [], changes: [] }
  if (held !== null) return conflict('subject', 'E202', '该外部账号已绑定到另一个人')
  const own = (await outsideOf(db, keys, holder.id)).some((one) => one.provider === provider)
  if (own) return conflict('account', 'E202', `此人已绑定另一个${doorLabels[provider]}账号，请本人先解除`)
  return { outcome: 'new', faults: [], changes: [] }
}

const markOf = (keys: Keys, provider: string, subject: string): string =>
  keys.mac('outside-import', `${provider}|${subject}`).toString('base64url')

/** 外部账号 as rows of a workbook: whose number at a provider is whose. Nothing that is bound is replaced. */
export const outsideSubject = (keys: Keys): Subject => ({
  compare: async (db, _task, rows) => {
    const found: RowComparison[] = []
    const seen = new Set<string>()
    for (const { values } of rows) {
      const mark = markOf(keys, providerIn(values) ?? '', rowText(values, 'subject') ?? '')
      found.push(
        seen.has(mark)
          ? conflict('subject', 'E202', '同一个外部账号在文件中绑定了两次')
          : await compareRow(db, keys, values),
      )
      seen.add(mark)
    }
    return found
  },
  write: async (tx, { actor }, rows) => {
    const refs = []
    for (const { values } of rows) {
      const found = await read(tx, keys, values)
      if ('outcome' in found) throw new AppError('invalid', { message: '账号或外部账号不对' })
      const { provider, subject, holder } = found
      await bindOutside(tx, keys, holder.id, { provider, subject })
      const facts = { provider }
      await note(tx, { by: actor.identityId, action: 'outside.imported', personId: holder.id, facts })
      const kept = { provider, mark: markOf(keys, provider, subject) }
      refs.push({ ownerId: holder.id, opened: false, records: [], kept })
    }
    return refs
  },
  undo: async (tx, { actor }, { ownerId, kept = {} }) => {
    const provider = rowText(kept, 'provider') ?? ''
    const bound = ownerId === null ? [] : await outsideOf(tx, keys, ownerId)
    const there = bound.find((one) => one.provider === provider)
    if (ownerId === null || !there) return null
    if (markOf(keys, provider, there.subject) !== rowText(kept, 'mark')) return '后来换绑了另一个外部账号'
    await unbindOutside(tx, ownerId, provider)
    await note(tx, {
      by: actor.identityId,
      action: 'outside.unbound',
      personId: ownerId,
      facts: { provider },
    })
    return null
  },
})
