/**
 * Whom a provider says a code of its web authorisation belongs to; a Chinese sentence where it says nobody,
 * and the fault for the log, without what was sent.
 */
export type Visitor =
  | {
      readonly subject: string
      /** All that it said of them, by name, where it said more than the number. */
      readonly facts?: readonly (readonly [name: string, value: string])[]
    }
  | { readonly reason: string; readonly fault?: string }

/** The addresses of a sign-in at a provider: its page, and the way back. */
export interface Visit {
  /** Redirect address of the provider, which adds code and state. */
  readonly back: string
  readonly state: string
  /** Whether the page is opened within the provider's own app on a phone. */
  readonly inApp: boolean
}

/**
 * Web authorisation of a provider: a page that the browser is sent to, and a code that comes back from it.
 */
export interface VisitorDoor {
  readonly address: (visit: Visit) => string
  /** Asks the provider whose a code is; never throws. A code counts once, at the provider. */
  readonly visitorOf: (code: string) => Promise<Visitor>
}

/** Adds parameters to an address. */
export function withParameters(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  return url.href
}
