/**
 * The filters with which cases are asked for, those that are not chosen left out.
 * @param states the states to which the page keeps while no state is chosen; all without
 */
export function casesAsked(
  filter: Readonly<Record<string, string>>,
  states: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return states ? { state: states.join(','), ...chosen } : chosen
}
