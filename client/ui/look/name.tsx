const limit = 6

/**
 * A name of at most six characters, then an ellipsis (specification section 9). Counts characters, not UTF-16
 * units.
 */
export function shortName(value: string): string {
  const letters = [...value]
  return letters.length > limit ? `${letters.slice(0, limit).join('')}…` : value
}

/** A person's name, cut where it is long; the whole of it in the title. */
export function Name({ value }: { value: string }) {
  const short = shortName(value)
  return short === value ? <span>{value}</span> : <span title={value}>{short}</span>
}
