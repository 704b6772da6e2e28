import { readFile, readdir } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** What a package's own file says it needs. */
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
})

/** A module that is asked for by name: `from 'x'`, `import('x')`, `resolve('x')`, `import 'x'`. */
const asked =
  /(?:from\s+|import\s*\(?\s*|resolve\(\s*|require\(\s*)['"`](@?[a-z][\w.-]*(?:\/[\w.${}-]+)*)['"`]/g

const packageOf = (module: string) =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * The packages that sources of a program ask for, by the names that stand in node_modules.
 * @param of `folders` of `program` are read; what `installed` has no package for is a name of something else
 */
export async function askedPackages(of: {
  readonly program: string
  readonly installed: string
  readonly folders: readonly string[]
}): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of of.folders)
    for (const entry of await readdir(join(of.program, name), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
      for (const [, module = ''] of text.matchAll(asked)) found.add(packageOf(module))
    }
  const installed = (name: string) => existsSync(join(of.installed, 'node_modules', name, 'package.json'))
  return new Set([...found].filter(installed))
}

/** Where Node finds `name` when `from` asks for it; undefined where it is not installed (another platform). */
function placeOf(folder: string, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const inner = `${at}/node_modules/${name}`
    if (existsSync(join(folder, inner, 'package.json'))) return inner
    if (at.lastIndexOf('/node_modules/') < 0) break
  }
  const outermost = `node_modules/${name}`
  return existsSync(join(folder, outermost, 'package.json')) ? outermost : undefined
}

/**
 * Folders of every package that `roots` need, below `folder`, with what each of them needs in turn.
 * Peers count where they are installed: they are read at run time like the others.
 */
export function neededPackages(folder: string, roots: Iterable<string>): Set<string> {
  const places = new Set([...roots].map((name) => join('node_modules', name)))
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies } = manifest.parse(
      JSON.parse(readFileSync(join(folder, place, 'package.json'), 'utf8')),
    )
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const found = placeOf(folder, place, name)
      if (found !== undefined) places.add(found)
    }
  }
  return places
}
