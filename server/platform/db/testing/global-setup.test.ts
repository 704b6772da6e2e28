import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import setup from './test-global-setup.ts'
import { TEST_SERVER_ENV } from './test-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'x-'))
  vi.stubEnv('TMPDIR', folder)
  // Told to the workers of a run; this one keeps its own server.
  vi.stubEnv(TEST_SERVER_ENV, '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

it('a run in which no test asks for a database starts none, and leaves nothing behind', async () => {
  const end = await setup()
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^xingtan-ask-/)])
  await end()
  expect(await readdir(folder)).toEqual([])
})
