import type { AnyRecord } from '../define.ts'

let known: Readonly<Record<string, AnyRecord>> = {}

/**
 * Tells the catalogue a region's own types as they count now. What is made from declarations once, such as
 * templates of imports, asks for them here; the engine has them in its registry.
 */
export function provideOwnTypes(types: Readonly<Record<string, AnyRecord>>): void {
  known = types
}

/** The own types in force, by name. */
export const ownTypesInForce = (): Readonly<Record<string, AnyRecord>> => known
