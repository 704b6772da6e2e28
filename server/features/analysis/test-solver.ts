import { createRequire } from 'node:module'
import type { Highs } from 'highs'

/** The solver of linear programs; its types name a default export that Node does not see as one. */
export async function openSolver(): Promise<Highs> {
  const load = createRequire(import.meta.url)('highs') as () => Promise<Highs>
  return load()
}
