import { join } from 'node:path'
import type { Rollup } from 'vite'

/** Where the modules of the client stand. */
const client = join(import.meta.dirname, '../client')

/** The scripts of a build by file name. */
export function chunksOf(bundle: Rollup.OutputBundle): ReadonlyMap<string, Rollup.OutputChunk> {
  return new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
}

/**
 * Every file that a module of the client needs before it runs, with style sheets; its own first.
 * @param module its path below `client/`
 */
export function filesOf(chunks: ReturnType<typeof chunksOf>, module: string): string[] {
  const id = join(client, module)
  const first = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(id))
  if (!first) throw new Error(`${module} is in no file of the build`)
  const found = new Set([first.fileName])
  for (const name of found) for (const one of chunks.get(name)?.imports ?? []) found.add(one)
  const styles = [...found].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])])
  return [...found, ...styles]
}
