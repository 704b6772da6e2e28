/** The text of a count: 99+ from 100 (specification section 2). */
export function badgeText(count: number): string {
  return count >= 100 ? '99+' : String(count)
}

/** A count of what waits; nothing for zero. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? <span className="x-badge">{badgeText(count)}</span> : null
}
