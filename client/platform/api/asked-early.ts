/** Milliseconds after the page started for which an early answer is used. */
const freshMs = 30_000

/**
 * The answer to a call that was sent before the files of the page had come (client/early), once, and for the
 * same token; null where there is none.
 */
export async function askedEarly(method: string, address: string, token: string): Promise<Response | null> {
  if (method !== 'GET') return null
  const early = window.earlyCalls?.get(address)
  window.earlyCalls?.delete(address)
  if (early?.token !== token || performance.now() > freshMs) return null
  return early.answer
}
