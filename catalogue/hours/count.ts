import { categories, type Category, type HourRule, type HourSource } from './rule.ts'

/** Hours that were posted for one person and year; a counter takes back the entry that it names, whole. */
export interface HourEntry {
  readonly id: string
  readonly category: Category
  readonly source: HourSource
  /** Tenths of an hour; less than none in counters, and where hours were carried over to another year. */
  readonly tenths: number
  /** The first day, and the last one where there are several (YYYY-MM-DD); null where nothing says when. */
  readonly from: string | null
  readonly to: string | null
  /** The entry that this one takes back. */
  readonly counters: string | null
}

/** What a year's entries come to, in tenths. */
export interface HourCount {
  readonly raw: number
  readonly counted: number
  readonly byCategory: Readonly<Record<Category, number>>
  /** By entry, as far as it counts. */
  readonly byEntry: ReadonlyMap<string, number>
  /** What is missing to each line, and to all of them. */
  readonly gaps: Readonly<Partial<Record<Category, number>>>
  readonly gap: number
}

/** Attended comes before watched, and both before what was told. */
const ranks: Readonly<Record<HourSource, number>> = {
  project: 0,
  teachingResearch: 0,
  online: 1,
  import: 2,
  registration: 2,
  research: 2,
  publication: 2,
  resource: 2,
  degree: 2,
  carry: 3,
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Longest training whose days are capped one by one: a longer one has room for whatever it states. */
const mostDays = 400

/** The days of an entry; none where nothing says when. */
export function daysOf({ from, to }: Pick<HourEntry, 'from' | 'to'>): string[] {
  if (from === null) return []
  const days: string[] = []
  for (let day = from; day <= (to ?? from) && days.length < mostDays; day = dayAfter(day)) days.push(day)
  return days
}

/** Most that hours of some days come to under the cap of a day; null where nothing says when they were. */
export function mostOfDays(
  entry: Pick<HourEntry, 'from' | 'to'>,
  { dayCap }: Pick<HourRule, 'dayCap'>,
): number | null {
  const days = daysOf(entry).length
  return days === 0 ? null : days * dayCap
}

/** Entries without those that were taken back, and without what took them back. */
export function standing(entries: readonly HourEntry[]): HourEntry[] {
  const gone = new Set(entries.flatMap(({ counters }) => (counters === null ? [] : [counters])))
  return entries.filter(({ id, counters }) => counters === null && !gone.has(id))
}

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The order in which entries count: by day, attended first; it does not depend on when they were posted. */
const inOrder = (a: HourEntry, b: HourEntry): number =>
  textOrder(a.from ?? '', b.from ?? '') || ranks[a.source] - ranks[b.source] || textOrder(a.id, b.id)

/** Takes hours from days evenly, those with the most room first; answers how many there were. */
function takeFromDays(
  left: Map<string, number>,
  days: readonly string[],
  wanted: number,
  dayCap: number,
): number {
  const roomOf = (day: string) => left.get(day) ?? dayCap
  const inRoom = days.toSorted((a, b) => roomOf(a) - roomOf(b) || textOrder(a, b))
  let due = Math.min(
    wanted,
    inRoom.reduce((sum, day) => sum + roomOf(day), 0),
  )
  const taken = due
  inRoom.forEach((day, index) => {
    // What a day with little room does not hold, the others do.
    const own = Math.min(roomOf(day), Math.ceil(due / (inRoom.length - index)))
    left.set(day, roomOf(day) - own)
    due -= own
  })
  return taken
}

/** Uses up a limit that several entries share; without one, all of it counts. */
function within<K>(limits: Map<K, number>, key: K, wanted: number): number {
  const left = limits.get(key)
  if (left === undefined) return wanted
  const own = Math.min(left, wanted)
  limits.set(key, left - own)
  return own
}

const limitsOf = <K extends string>(caps: Readonly<Partial<Record<K, number>>>): Map<string, number> =>
  new Map(
    Object.entries<number | undefined>(caps).flatMap(([key, cap]) => (cap === undefined ? [] : [[key, cap]])),
  )

/**
 * Counts the hours of one person in one year (training.md, 6): what a day holds, then what a source may give,
 * then what passes into another category; the rest stays raw. The order of posting does not matter.
 */
export function countHours(entries: readonly HourEntry[], rule: HourRule): HourCount {
  const days = new Map<string, number>()
  const caps = limitsOf(rule.sourceCaps)
  const into = new Map(rule.into.map(({ from, to, most }) => [from, { to, most }]))
  const passing = new Map(rule.into.map(({ from, most }) => [from, most]))
  const byCategory: Record<Category, number> = { '1': 0, '2': 0, '3': 0, '4': 0 }
  const byEntry = new Map<string, number>()
  const all = standing(entries).toSorted(inOrder)
  for (const entry of all) {
    const own = daysOf(entry)
    const held =
      entry.source === 'carry' || own.length === 0
        ? entry.tenths
        : takeFromDays(days, own, entry.tenths, rule.dayCap)
    const given = within(caps, entry.source, held)
    const passes = into.get(entry.category)
    const counted = passes ? within(passing, entry.category, given) : given
    byCategory[passes?.to ?? entry.category] += counted
    byEntry.set(entry.id, counted)
  }
  const gaps: Partial<Record<Category, number>> = {}
  for (const category of categories) {
    const line = rule.lines[category]
    if (line !== undefined && byCategory[category] < line) gaps[category] = line - byCategory[category]
  }
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
  return {
    raw: sum(all.map(({ tenths }) => tenths)),
    counted: sum(Object.values(byCategory)),
    byCategory,
    byEntry,
    gaps,
    gap: sum(Object.values(gaps)),
  }
}

/** What passes to the next year of what a category has beyond its line; 0 where nothing does. */
export function carriedOver(
  { byCategory }: Pick<HourCount, 'byCategory'>,
  { carry, lines }: HourRule,
): number {
  if (carry === null) return 0
  return Math.max(0, Math.min(carry.most, byCategory[carry.category] - (lines[carry.category] ?? 0)))
}
