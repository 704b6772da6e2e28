import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  DictionaryDraft,
  DictionaryEdit,
} from '../../../catalogue/contract/administration/dictionary.ts'
import { dictionary, factsOf, fold, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateOn, withChanges, type DictChange } from '../../../catalogue/dictionaries/overlay.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { note } from '../../platform/audit/note.ts'

export interface Item extends DictChange {
  readonly version: number
}

/** Whether the codes are somebody else's: of a national or trade standard, or of a regulation. */
export const isNational = (name: DictName): boolean => !dictionary(name).standard.startsWith('自定')

const columns = sql`dict, code, label, aliases, from_on as "from", to_on as "to", place, groups, version`

export function itemsOf(db: Queryable, name: DictName): Promise<Item[]> {
  return db.query<Item>(sql`select ${columns} from dictionary_item where dict = ${name}`)
}

const taken = (field: string, message: string) =>
  new AppError('duplicate', { message, errors: [{ field, message }] })

/** Refuses an item that nobody could choose, or that changes what a standard says. */
function requireUsable(name: DictName, change: DictChange): void {
  const facts = factsOf(name)
  const standard = facts.items.some(({ code }) => code === change.code)
  if (change.from !== null && change.to !== null && change.to < change.from)
    throw invalid('to', '停用日期不能早于启用日期')
  if (standard && change.from !== null) throw invalid('from', '标准里的项目一直可用，不设启用日期')
  const strange = change.groups.find((code) => !facts.groups.includes(code))
  if (strange !== undefined) throw invalid('groups', `没有上级“${strange}”`)
  if (!standard && facts.groups.length > 0 && change.groups.length === 0)
    throw invalid('groups', '请选它属于哪些上级，否则选不到')
  if (standard && change.groups.length > 0) throw invalid('groups', '标准里的项目属于哪些上级不能改')
}

/** Refuses what would make two items of a dictionary mean the same. */
function requireOwnName(
  name: DictName,
  change: DictChange,
  others: readonly DictChange[],
  day: string,
): void {
  const left = others.filter(({ code }) => code !== change.code)
  const owner = new Map<string, string>()
  for (const item of withChanges(factsOf(name).items, left, '9999-12-31')) {
    if (
      item.code === change.code ||
      left.some((one) => one.code === item.code && stateOn(one, day) === 'ended')
    )
      continue
    for (const word of [item.label, ...(item.aliases ?? [])]) owner.set(fold(word), item.label)
  }
  const held = owner.get(fold(change.label))
  if (held !== undefined) throw taken('label', `“${held}”已经叫该名称`)
  const alias = change.aliases.find((word) => owner.has(fold(word)))
  if (alias !== undefined) throw taken('aliases', `别名“${alias}”已是“${owner.get(fold(alias))}”的名称或别名`)
}

/**
 * Changes of a dictionary come one after the other, so that what was examined still holds when it is written.
 */
async function lock(tx: Tx, name: DictName): Promise<Item[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`dictionary ${name}`}))`)
  return itemsOf(tx, name)
}

async function write(
  tx: Tx,
  actor: Actor,
  name: DictName,
  { change, before, reason }: { change: DictChange; before: DictChange | null; reason: string },
): Promise<void> {
  const { dict, code, label, aliases, from, to, place, groups } = change
  await tx.execute(sql`
    insert into dictionary_item (dict, code, label, aliases, from_on, to_on, place, groups)
    values (${dict}, ${code}, ${label}, ${[...aliases]}::text[], ${from}::date, ${to}::date, ${place},
        ${[...groups]}::text[])
    on conflict (dict, code)
    do update set label = excluded.label, aliases = excluded.aliases, from_on = excluded.from_on,
      to_on = excluded.to_on, place = excluded.place, groups = excluded.groups,
        version = dictionary_item.version + 1`)
  await tx.execute(sql`
    insert into dictionary_change (by_identity, dict, code, before, after, reason)
    values (${actor.identityId}, ${dict}, ${code}, ${before && sql.json(before)}, ${sql.json(change)},
        ${reason})`)
  const facts = {
    dictionary: dictionary(name).label,
    code,
    label,
    fields: fieldsBetween(before, change),
  }
  const action = before ? 'dictionary.changed' : 'dictionary.added'
  await note(tx, { by: actor.identityId, action, facts })
}

const labels = {
  label: '名称',
  aliases: '别名',
  from: '启用日期',
  to: '停用日期',
  place: '顺序',
  groups: '所属上级',
} as const

/** Differences between two versions of an item, in words. */
export function fieldsBetween(before: Partial<DictChange> | null, after: DictChange): string[] {
  if (before === null) return ['新增']
  const keys = Object.keys(labels) as (keyof typeof labels)[]
  return keys
    .filter((key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key]))
    .map((key) => labels[key])
}

/** Adds an item of this portal's own. */
export async function addItem(
  db: Database,
  actor: Actor,
  name: DictName,
  draft: DictionaryDraft,
): Promise<void> {
  await db.transaction(async (tx) => {
    const items = await lock(tx, name)
    const facts = factsOf(name).items
    if ([...items, ...facts].some(({ code }) => code.toUpperCase() === draft.code.toUpperCase()))
      throw taken('code', '该代码已经有了，请换一个')
    const change = { dict: name, ...draft }
    requireUsable(name, change)
    requireOwnName(name, change, items, await databaseDay(tx))
    await write(tx, actor, name, { change, before: null, reason: '' })
  })
}

/** Changes an item; of a national standard only with a reason where its name changes or it ends. */
export async function editItem(
  db: Database,
  actor: Actor,
  { name, code }: { name: DictName; code: string },
  { version, reason, ...given }: DictionaryEdit,
): Promise<void> {
  await db.transaction(async (tx) => {
    const items = await lock(tx, name)
    const stored = items.find((item) => item.code === code)
    const fact = factsOf(name).items.find((item) => item.code === code)
    const before =
      stored ??
      (fact && {
        dict: name,
        code,
        label: fact.label,
        aliases: [],
        from: null,
        to: null,
        place: null,
        groups: [],
        version: 0,
      })
    if (!before) throw new AppError('missing')
    if (before.version !== version) throw new AppError('stale')
    const change = { dict: name, code, ...given }
    const fields = fieldsBetween(before, change)
    if (fields.length === 0) throw invalid('label', '没有改动')
    const touched = change.label !== before.label || change.to !== before.to
    if (fact && isNational(name) && touched && reason.length < 2)
      throw invalid('reason', '标准里的项目改名或停用，请写明原因')
    requireUsable(name, change)
    requireOwnName(name, change, items, await databaseDay(tx))
    const { version: _, ...was } = before
    await write(tx, actor, name, { change, before: was, reason })
  })
}
