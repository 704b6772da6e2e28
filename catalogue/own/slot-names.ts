/**
 * The tables that lie empty for record types of a region's own (docs/decisions/0276): a type takes one and
 * keeps it.
 */
export const slotNames: readonly string[] = Array.from(
  { length: 12 },
  (_, i) => `own${String(i + 1).padStart(2, '0')}`,
)

const known: ReadonlySet<string> = new Set(slotNames)

/** Whether a record type is a region's own. */
export const isSlot = (type: string): boolean => known.has(type)

/** What pages ask of an own type: whose it is and who writes it. */
export interface OwnTypeLine {
  readonly name: string
  readonly title: string
  readonly owner: 'teacher' | 'institution'
  readonly regime: string
}

/** Whether a kind of page shows own types like this one. Pages of the program name the types that they show. */
export function showsOwn(
  page: string | null,
  { owner, regime }: Pick<OwnTypeLine, 'owner' | 'regime'>,
): boolean {
  if (page === 'record-section') return owner === 'teacher'
  return page === (regime === 'reviewed' ? 'review' : 'institution-records')
}
