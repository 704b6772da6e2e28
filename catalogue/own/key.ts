/**
 * Keys of the fields that offices add: `own` and a number of one sequence, never given twice. Shipped fields
 * never have such a key (C117), so a release and a region cannot collide.
 */
const form = /^own[1-9]\d{0,6}$/

export const isOwnKey = (key: string): boolean => key.startsWith('own') && form.test(key)

/** The own fields among the values of a record, by key; those that this process does not know as well. */
export function ownPart(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const key in values) if (isOwnKey(key)) out[key] = values[key]
  return out
}
