import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everything } from '../../testing/test-extent.ts'
import { ask, clearPlace, end, makePlace, run } from './embedded-test-kit.ts'
import { restoreLinks } from './pg-binaries.ts'

const asRoot = process.getuid?.() === 0
let dir = ''

beforeEach(async () => {
  dir = await makePlace()
})

afterEach(() => clearPlace(dir))

describe('accounts and places', { timeout: 30_000 }, () => {
  it.runIf(asRoot && everything)(
    'keeps binaries and cluster elsewhere when a 0700 home hides the data directory',
    async () => {
      const home = join(dir, 'home')
      const systemHome = join(dir, 'system-home')
      await mkdir(home, { mode: 0o700 })
      const first = await run(join(home, 'data'), { systemHome })
      expect(first.started.directory.startsWith(systemHome)).toBe(true)
      expect((await readFile(join(home, 'data', 'pg-home'), 'utf8')).trim()).toBe(first.started.directory)
      await ask(first.started.ownerUrl, 'create table note (id int)')
      await end(first, 'SIGTERM')
      const second = await run(join(home, 'data'), { systemHome })
      expect(await ask(second.started.ownerUrl, 'select count(*)::int as count from note')).toEqual([
        { count: 0 },
      ])
    },
  )

  it.runIf(asRoot && everything)(
    'runs as another account of the machine when there is no postgres user',
    async () => {
      const { started } = await run(join(dir, 'data'), { candidateUsers: ['no-such-user', 'nobody'] })
      const { uid } = await stat(started.directory)
      expect(uid).toBe(65_534)
      await writeFile(join(dir, 'passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
      const nobodyThere = await run(join(dir, 'other'), { passwdFile: join(dir, 'passwd') })
      expect(nobodyThere.refused).toContain('DATABASE_URL')
    },
  )

  it.runIf(asRoot && everything)(
    'runs under an ordinary user, who is then refused the cluster of another',
    async () => {
      const own = join(dir, 'own')
      await mkdir(own)
      await chown(own, 65_534, 65_534)
      const first = await run(join(own, 'data'), {}, 65_534)
      expect(await ask(first.started.appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
      await end(first, 'SIGTERM')
      await chmod(join(own, 'data'), 0o755)
      expect((await run(join(own, 'data'), {}, 1)).refused).toContain('另一个系统用户')
    },
  )

  it('makes the links of the binaries again that an install without scripts leaves out', async () => {
    const native = join(dir, 'native')
    await mkdir(join(native, 'lib'), { recursive: true })
    await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library')
    await symlink('libpq.so.4', join(native, 'lib', 'libpq.so'))
    const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
      source: 'native/lib/libpq.so.5.18',
      target: `native/lib/${name}`,
    }))
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links))
    await restoreLinks(native)
    expect(await readFile(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
    expect(await readFile(join(native, 'lib', 'libpq.so'), 'utf8')).toBe('library')
  })
})
