/** What the rules say of one person and one kind. */
export interface TalentFacts {
  /** The rule, and the record that fulfils it. */
  readonly rule: string
  readonly recordId: string
  /** Code of dictionary talentLevel; empty for none. */
  readonly level: string
  readonly year: number | null
  /** The last day of its validity. */
  readonly until: string | null
  /** The person left the programme, or its last day is past. */
  readonly ended: boolean
  readonly undocumented: boolean
}

export interface Proposal extends TalentFacts {
  readonly ownerId: number
  /** Code of dictionary highLevelKind. */
  readonly kind: string
}

/** An entry as the sync of one office sees it. */
export interface ListedTalent {
  readonly id: number
  readonly ownerId: number
  readonly kind: string
  /** Null for one that was added by hand. */
  readonly facts: TalentFacts | null
  /**
   * `own`: of the office that syncs. `orphan`: of an office that is not above the person any more. `others`:
   * of another office. `dismissed`: taken out by hand.
   */
  readonly standing: 'own' | 'orphan' | 'others' | 'dismissed'
  /** Why the person does not belong to the office’s list any more, in words. */
  readonly gone: string | null
}

export interface TalentDifference {
  readonly added: readonly Proposal[]
  readonly changed: readonly { readonly entry: ListedTalent; readonly now: Proposal }[]
  readonly removed: readonly { readonly entry: ListedTalent; readonly reason: string }[]
  /** Proposals that another office keeps. */
  readonly others: number
}

const keyOf = ({ ownerId, kind }: { readonly ownerId: number; readonly kind: string }): string =>
  `${ownerId}/${kind}`

const same = (a: TalentFacts, b: TalentFacts): boolean =>
  a.rule === b.rule &&
  a.recordId === b.recordId &&
  a.level === b.level &&
  a.year === b.year &&
  a.until === b.until &&
  a.ended === b.ended &&
  a.undocumented === b.undocumented

/** The words for an entry whose record does not say so any more. */
export const basisGone = '依据的记录已作废或不再符合'

/**
 * What a sync would do (figures.md, 7): entries added by hand stay, somebody taken out by hand is not
 * proposed again by the same record, and whose selection has run out is not proposed anew.
 */
export function differenceOf(found: readonly Proposal[], listed: readonly ListedTalent[]): TalentDifference {
  const proposals = new Map(found.map((one) => [keyOf(one), one]))
  const present = new Map(
    listed.filter(({ standing }) => standing !== 'dismissed').map((entry) => [keyOf(entry), entry]),
  )
  const dismissed = Map.groupBy(
    listed.filter(({ standing }) => standing === 'dismissed'),
    keyOf,
  )
  const isDismissed = (one: Proposal): boolean =>
    (dismissed.get(keyOf(one)) ?? []).some(
      ({ facts }) => facts?.rule === one.rule && facts.recordId === one.recordId,
    )
  const changed: TalentDifference['changed'][number][] = []
  const removed: TalentDifference['removed'][number][] = []
  for (const entry of present.values()) {
    const { facts, gone, standing } = entry
    if (facts === null || standing === 'others') continue
    const now = proposals.get(keyOf(entry))
    if (gone !== null) removed.push({ entry, reason: gone })
    else if (!now) removed.push({ entry, reason: basisGone })
    else if (standing === 'orphan' || !same(facts, now)) changed.push({ entry, now })
  }
  return {
    added: found.filter((one) => !present.has(keyOf(one)) && !one.ended && !isDismissed(one)),
    changed,
    removed,
    others: found.filter((one) => present.get(keyOf(one))?.standing === 'others').length,
  }
}
