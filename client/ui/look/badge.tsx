/** How a count is written in a badge: 99+ from 100 (specification section 2). */
export function badgeText(count: number): string {
  return count >= 100 ? '99+' : String(count)
}

/** A count that asks to be looked at; nothing for zero. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? <span className="x-badge">{badgeText(count)}</span> : null
}
