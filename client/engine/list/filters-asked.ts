/**
 * The filters with which a list is asked for, as its address has them (`f.` before declared ones), those that
 * are not chosen left out.
 * @param states the states to which the page keeps while no state is chosen; all without
 */
export function filtersAsked(
  filter: Readonly<Record<string, string>>,
  states: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  const chosen = Object.fromEntries(
    Object.entries(filter).flatMap(([key, value]) =>
      value === '' ? [] : [[key.replace(/^f\./, ''), value]],
    ),
  )
  return states ? { state: states.join(','), ...chosen } : chosen
}
