import type { RoundRules } from '../contract/review/rules.ts'
import { conflictOrder, type Conflict } from './conflict-kinds.ts'

/** What the archive knows of one person. Days as YYYY-MM-DD. */
export interface PersonFacts {
  readonly person: number
  readonly name: string
  /** Where the person works or worked; `until` null for now. */
  readonly places: readonly { readonly institution: number; readonly until: string | null }[]
  /** People with whom the person was in one project or entry. */
  readonly members: readonly number[]
  /** Names beside the own one under the person’s papers. */
  readonly authors: readonly string[]
  /** Names of the family, as the person wrote them. */
  readonly family: readonly string[]
  /** Studios whose host or member the person is or was; `until` null for now. */
  readonly studios: readonly { readonly studio: string; readonly until: string | null }[]
  /** Agreements of counterpart support that the person's institution has, with its side and the last day. */
  readonly pairs: readonly { readonly pair: string; readonly side: PairSide; readonly until: string }[]
}

export type PairSide = 'supporter' | 'supported'
const otherSide: Readonly<Record<PairSide, PairSide>> = { supporter: 'supported', supported: 'supporter' }

/** One item, as far as conflicts ask. */
export interface ReviewedItem {
  readonly applicants: readonly number[]
  readonly institution: number | null
}

type Ground = Pick<RoundRules, 'conflicts' | 'formerYears'>
export type FactsOf = (person: number) => PersonFacts | undefined

/** First day that still counts for having worked at the same institution. */
const sinceDay = (today: string, years: number): string =>
  `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`

/** Years after which a studio that was left connects nobody any more (teaching-research.md, 7). */
const studioYears = 3
/** Years for which an agreement of counterpart support connects its two sides (teaching-research.md, 10.7). */
const pairYears = 3

const counts = (until: string | null, since: string) => until === null || until >= since

/**
 * What connects an expert with items, as keys: an item that has one of these keys is in conflict. An index
 * over the keys finds the conflicts of an item without looking at every expert.
 * @param today the day in Asia/Shanghai, YYYY-MM-DD
 * @param applies whether the expert has an entry of their own in the round
 */
export function expertKeys(
  facts: PersonFacts,
  { formerYears }: Ground,
  { today, applies }: { readonly today: string; readonly applies: boolean },
): ReadonlySet<string> {
  const since = sinceDay(today, formerYears)
  const keys = new Set<string>([`person:${facts.person}`, `name:${facts.name}`, `kin:${facts.name}`])
  for (const { institution, until } of facts.places) {
    if (until === null) keys.add(`now:${institution}`)
    if (counts(until, since)) keys.add(`was:${institution}`)
  }
  for (const member of facts.members) keys.add(`with:${member}`)
  for (const author of facts.authors) keys.add(`wrote:${author}`)
  for (const name of facts.family) keys.add(`family:${name}`)
  for (const { studio, until } of facts.studios)
    if (counts(until, sinceDay(today, studioYears))) keys.add(`studio:${studio}`)
  for (const { pair, side, until } of facts.pairs)
    if (counts(until, sinceDay(today, pairYears))) keys.add(`pair:${pair}:${side}`)
  if (applies) keys.add('round')
  return keys
}

/** The keys of an item, each with the kind of conflict that it makes. */
export function itemKeys(
  item: ReviewedItem,
  factsOf: FactsOf,
  { formerYears }: Ground,
  today: string,
): ReadonlyMap<string, Conflict> {
  const since = sinceDay(today, formerYears)
  const keys = new Map<string, Conflict>([['round', 'sameRound']])
  const place = (institution: number, until: string | null) => {
    if (until === null) keys.set(`now:${institution}`, 'sameInstitution')
    if (counts(until, since)) keys.set(`was:${institution}`, 'formerInstitution')
  }
  if (item.institution !== null) place(item.institution, null)
  for (const applicant of item.applicants) {
    keys.set(`with:${applicant}`, 'coMember')
    const facts = factsOf(applicant)
    if (!facts) continue
    for (const { institution, until } of facts.places) place(institution, until)
    for (const member of facts.members) keys.set(`person:${member}`, 'coMember')
    for (const author of facts.authors) keys.set(`name:${author}`, 'coAuthor')
    keys.set(`wrote:${facts.name}`, 'coAuthor')
    for (const name of facts.family) keys.set(`kin:${name}`, 'family')
    keys.set(`family:${facts.name}`, 'family')
    for (const { studio, until } of facts.studios)
      if (counts(until, sinceDay(today, studioYears))) keys.set(`studio:${studio}`, 'sameStudio')
    for (const { pair, side, until } of facts.pairs)
      if (counts(until, sinceDay(today, pairYears)))
        keys.set(`pair:${pair}:${otherSide[side]}`, 'pairedSides')
  }
  // Last, so that nothing weaker stands in its place.
  for (const applicant of item.applicants) keys.set(`person:${applicant}`, 'self')
  return keys
}

/** The conflicts of one expert with one item, the own entry first. */
export function conflictsOf(
  expert: ReadonlySet<string>,
  item: ReadonlyMap<string, Conflict>,
): readonly Conflict[] {
  const found = new Set<Conflict>()
  for (const [key, kind] of item) if (expert.has(key)) found.add(kind)
  if (found.has('sameInstitution')) found.delete('formerInstitution')
  return conflictOrder.filter((kind) => found.has(kind))
}

/** Whether a conflict keeps an expert from an item under these rules. */
export const blocks = (kind: Conflict, { conflicts }: Pick<Ground, 'conflicts'>): boolean =>
  kind === 'self' || conflicts[kind] === 'block'
