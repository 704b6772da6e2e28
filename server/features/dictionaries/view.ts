import type {
  DictionaryItem,
  DictionaryLine,
  DictionaryView,
} from '../../../catalogue/contract/administration/dictionary.ts'
import {
  dictNames,
  dictionary,
  factsOf,
  labelOf,
  rankOf,
  levelOf,
  type DictName,
} from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateOn, type DictChange } from '../../../catalogue/dictionaries/overlay.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { fieldsBetween, isNational, itemsOf, type Item } from './store.ts'
import type { Use } from './uses.ts'

type Uses = ReadonlyMap<DictName, readonly Use[]>

function lineOf(uses: Uses, name: DictName, changed: number): DictionaryLine {
  const { label, standard, items } = dictionary(name)
  const used = uses.get(name) ?? []
  return {
    name,
    label,
    standard,
    changed,
    items: items.filter(({ selectable }) => selectable).length,
    fixed: used.length === 0,
    uses: used.map(({ type, title, field, label: of }) => ({ type, title, field, label: of })),
  }
}

/** Every dictionary, in the order of the catalogue. */
export async function listDictionaries(db: Queryable, uses: Uses): Promise<DictionaryLine[]> {
  const rows = await db.query<{ dict: string; n: number }>(
    sql`select dict, count(*)::int as n from dictionary_item group by dict`,
  )
  const changed = new Map(rows.map(({ dict, n }) => [dict, n]))
  return dictNames.map((name) => lineOf(uses, name, changed.get(name) ?? 0))
}

/** One dictionary with all its items, whatever their dates, and the latest hundred changes. */
export async function viewDictionary(db: Queryable, uses: Uses, name: DictName): Promise<DictionaryView> {
  const items = await itemsOf(db, name)
  const { day } = await db.one<{ day: string }>(sql`select (now() at time zone 'Asia/Shanghai')::date as day`)
  const history = await db.query<{
    at: string
    by: string
    code: string
    before: DictChange | null
    after: DictChange
    reason: string
  }>(sql`
    select c.at, p.name as by, c.code, c.before, c.after, c.reason from dictionary_change c
      join identity a on a.id = c.by_identity join person p on p.id = a.person_id
    where c.dict = ${name} order by c.id desc limit 100`)
  const facts = factsOf(name)
  const parent = uses.get(name)?.find((use) => use.parent)?.parent
  return {
    ...lineOf(uses, name, items.length),
    national: isNational(name),
    ranked: facts.items.some(
      ({ code }) => rankOf(name, code) !== undefined || levelOf(name, code) !== undefined,
    ),
    groups: facts.groups.map((code) => ({ code, label: parent ? labelOf(parent, code) : code })),
    list: listOf(name, items, day),
    history: history.map(({ at, by, code, before, after, reason }) => ({
      at,
      by,
      code,
      label: after.label,
      what: fieldsBetween(before, after),
      reason,
    })),
  }
}

function listOf(name: DictName, items: readonly Item[], day: string): DictionaryItem[] {
  const stored = new Map(items.map((item) => [item.code, item]))
  const { items: facts } = factsOf(name)
  const headings = new Set(facts.flatMap(({ code, selectable }) => (selectable ? [] : [code])))
  const plain = facts.map(({ code, label, groups = [] }) => ({
    code,
    label,
    standard: label,
    heading: headings.has(code),
    aliases: [],
    from: null,
    to: null,
    place: null,
    groups: [...groups],
    version: 0,
    state: 'inForce' as const,
  }))
  const shown: DictionaryItem[] = plain.map((fact) => {
    const change = stored.get(fact.code)
    return change ? { ...fact, ...itemOf(change, day), groups: fact.groups } : fact
  })
  const own = items
    .filter(({ code }) => !facts.some((fact) => fact.code === code))
    .map((item) => ({ ...itemOf(item, day), standard: null, heading: false }))
  return placed([...shown, ...own])
}

function itemOf({ code, label, aliases, from, to, place, groups, version, ...rest }: Item, day: string) {
  return {
    code,
    label,
    aliases: [...aliases],
    from,
    to,
    place,
    groups: [...groups],
    version,
    state: stateOn({ ...rest, from, to }, day),
  }
}

/** In the order forms offer them: facts stand at 10, 20, 30 … unless placed. */
function placed(list: readonly DictionaryItem[]): DictionaryItem[] {
  return list
    .map((item, i) => ({ item, at: item.place ?? (i + 1) * 10 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
