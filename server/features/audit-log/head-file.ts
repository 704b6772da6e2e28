import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Head } from './seal.ts'

const head = z.object({ seq: z.int().min(1), hash: z.string().regex(/^(02)?[0-9a-f]{64}$/) })
const current = 'audit-head.json'

/**
 * Keeps the last link outside the database, where whoever cuts the chain there cannot follow. Whole or not at
 * all.
 */
export async function keepHead(folder: string, { seq, hash }: Head): Promise<void> {
  const draft = join(folder, `${current}.${process.pid}.part`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ seq, hash, at: new Date().toISOString() })}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(folder, current))
}

/** Writes down a head that the chain contradicts: it is evidence, and every check goes on looking at it. */
export async function setHeadAside(folder: string, contradicted: Head | null): Promise<void> {
  await writeFile(join(folder, `audit-head-broken-${Date.now()}.json`), `${JSON.stringify(contradicted)}\n`, {
    mode: 0o600,
  })
}

/**
 * The head this folder keeps; undefined if there is none. A file that cannot be read counts as one nothing
 * agrees with.
 */
export async function keptHead(folder: string): Promise<Head | undefined> {
  return (await keptHeads(folder)).find(({ name }) => name === current)?.head
}

/** Every head kept in the folder, those set aside included. */
export async function keptHeads(folder: string): Promise<{ name: string; head: Head }[]> {
  const names = (await readdir(folder))
    .filter((name) => /^audit-head(-broken-\d+)?\.json$/.test(name))
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, head: parsed(text) }
    }),
  )
}

function parsed(text: string): Head {
  try {
    return head.parse(JSON.parse(text))
  } catch {
    return { seq: Number.MAX_SAFE_INTEGER, hash: '' }
  }
}
