type SharedValue = { readonly shareScope: string }

function textOf(value: SharedValue): string {
  const { shareScope: _, ...text } = value
  return JSON.stringify(Object.entries(text).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether two values say the same. How far they shall be read is no part of it: more readers make no new version. */
export const isSameText = <Value extends SharedValue>(one: Value, other: Value): boolean =>
  textOf(one) === textOf(other)
