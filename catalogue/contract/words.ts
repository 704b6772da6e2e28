/**
 * One word for one thing in the queries of all calls. Words that some calls began with are taken as before: a
 * program that was written for one list asks the next one in the same words.
 */
export const queryWords: Readonly<Record<string, readonly string[]>> = {
  /** Words to search for. */
  keyword: ['q'],
  /** Number of the institution a list is narrowed to. */
  institution: ['institutionId', 'place'],
  teacherId: ['teacher_id'],
}

/** The standard word of a parameter; the parameter's own name where there is none. */
export const standardWord = (parameter: string): string =>
  Object.entries(queryWords).find(([, before]) => before.includes(parameter))?.[0] ?? parameter

/**
 * The parameters that a call takes by another word, by the word that is sent.
 * @param own names of the parameters that the call's schema declares
 */
export function otherWords(own: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const [standard, before] of Object.entries(queryWords)) {
    const group = [standard, ...before]
    const declared = group.filter((word) => own.includes(word))
    const [only] = declared
    // Two of them in one call mean two things there.
    if (only === undefined || declared.length > 1) continue
    for (const word of group) if (word !== only) words.set(word, only)
  }
  return words
}
