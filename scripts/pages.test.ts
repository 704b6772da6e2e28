import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildIfChanged, stampSources } from './pages.ts'

/**
 * A program directory; `close` makes it read-only for this account, root included; null where root may not
 * mount.
 */
async function programFolder(): Promise<{ folder: string; close: () => Promise<void> } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-code-'))
  const root = process.getuid?.() === 0
  if (root) {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      await rm(folder, { recursive: true })
      return null
    }
  }
  onTestFinished(async () => {
    if (root) execFileSync('umount', [folder])
    else await Promise.all([chmod(folder, 0o755), chmod(join(folder, 'dist'), 0o755)])
    await rm(folder, { recursive: true, force: true })
  })
  await mkdir(join(folder, 'client'))
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'client', 'main.ts'), 'export {}')
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html>')
  return {
    folder,
    async close() {
      if (root) execFileSync('mount', ['-o', 'remount,ro', folder])
      else await Promise.all([chmod(join(folder, 'dist'), 0o555), chmod(folder, 0o555)])
    },
  }
}

it('a read-only directory that was built starts as it is', async ({ skip }) => {
  const program = await programFolder()
  if (program === null) return skip('root may not mount here')
  const { folder, close } = program
  await stampSources(folder)
  await close()
  await expect(buildIfChanged({ root: folder })).resolves.toBeUndefined()
})

it('a read-only directory that was not built, or changed since, says in one sentence what to do', async ({
  skip,
}) => {
  const program = await programFolder()
  if (program === null) return skip('root may not mount here')
  const { folder, close } = program
  await stampSources(folder)
  await writeFile(join(folder, 'client', 'main.ts'), 'export const changed = 1')
  await close()
  await expect(buildIfChanged({ root: folder })).rejects.toThrow(/程序目录 .* 不可写.*npm run build/)
})
