/**
 * Compressed copies of the built pages: `.br` and `.gz` beside each text file, which the server sends as they
 * are. Run by itself it makes those that are missing, at the lowest priority: a first start serves the pages
 * before it has them.
 */
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Below this a compressed copy saves nothing; bytes. */
const worthCompressing = 1024

/** Under a temporary name first: the server sends a copy as soon as it is there. */
async function put(path: string, content: Buffer): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, path)
}

/** Files of a build that have no copies yet. */
export async function uncompressed(dist: string): Promise<string[]> {
  const assets = join(dist, 'assets')
  if (!existsSync(assets)) return []
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg)$/.test(name))
  const paths = names.map((name) => join(assets, name)).filter((path) => !existsSync(`${path}.gz`))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  return paths.filter((_, place) => (sizes[place] ?? 0) >= worthCompressing)
}

/** Makes the copies that are missing; the last of a file is `.gz`, so that what was interrupted is found. */
export async function compress(dist: string): Promise<void> {
  const one = async (path: string) => {
    const content = await readFile(path)
    await put(`${path}.br`, await promisify(brotliCompress)(content))
    await put(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
  await Promise.all((await uncompressed(dist)).map(one))
}

if (import.meta.main) {
  setPriority(constants.priority.PRIORITY_LOW)
  await compress(join(import.meta.dirname, '../dist'))
}
