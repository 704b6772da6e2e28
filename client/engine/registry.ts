import type { AnyRecord } from '../../catalogue/define.ts'

let known: Readonly<Record<string, AnyRecord>> = {}

/**
 * Hands the declarations in, once, before a page of the engine is shown. The engine never imports them itself, so that
 * it cannot come to depend on one of them.
 */
export function provideRecords(records: Readonly<Record<string, unknown>>): void {
  // A typed declaration is narrower in its checks than AnyRecord; rows hold exactly the declared keys (define.ts, anyRecord).
  known = records as Readonly<Record<string, AnyRecord>>
}

/** The declaration of a record type, if this build has it. */
export function definitionOf(name: string): AnyRecord | undefined {
  return Object.hasOwn(known, name) ? known[name] : undefined
}
