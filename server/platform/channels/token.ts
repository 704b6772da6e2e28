/** A provider's token with the seconds it lives; a sentence where there is none. */
export type TokenAnswer = { readonly token: string; readonly seconds: number } | { readonly reason: string }

/** Seconds before its end from which on a token is fetched anew. */
const early = 300

/**
 * Keeps a token until shortly before its end. Several who ask at once fetch it once.
 * @param fetchToken asks the provider; never throws
 */
export function tokenKept(fetchToken: () => Promise<TokenAnswer>) {
  let kept: { token: string; until: number } | undefined
  let fetching: Promise<TokenAnswer> | undefined
  const renew = async (): Promise<TokenAnswer> => {
    const fetched = await fetchToken()
    fetching = undefined
    if ('token' in fetched)
      kept = {
        token: fetched.token,
        until: performance.now() + Math.max(fetched.seconds - early, fetched.seconds / 2) * 1000,
      }
    return fetched
  }
  return {
    async get(): Promise<{ readonly token: string } | { readonly reason: string }> {
      if (kept && performance.now() < kept.until) return kept
      return (fetching ??= renew())
    },
    /** Forgets a token that the provider refused. */
    drop(token: string): void {
      if (kept?.token === token) kept = undefined
    },
  }
}
