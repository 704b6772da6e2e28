import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileStore, type FileStore } from './file-store.ts'
import { folderStorage } from './folder.ts'

let folder: string
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-store-'))
  // Where new files go is not the store's own folder: its files have to be copied for whoever wants a path,
  // four at a time.
  store = fileStore(join(folder, 'own'), { bucket: folderStorage(join(folder, 'bucket')) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a copy on this machine', () => {
  const content = randomBytes(100_000)
  const failing = (of: string): never => {
    throw new Error(`nothing can be made of ${of}`)
  }
  const copiedPaths = new Set<string>()
  const seen = (path: string) => {
    copiedPaths.add(path)
    return path
  }

  it.each<[string, (key: string) => Promise<unknown>]>([
    [
      'a stream that is read',
      async (key) => buffer(await store.streamFrom(key, (path) => createReadStream(seen(path)))),
    ],
    ['a stream that is never made', (key) => store.streamFrom(key, (path) => failing(seen(path)))],
    [
      'a stream that fails',
      async (key) => buffer(await store.streamFrom(key, (path) => createReadStream(`${seen(path)}.missing`))),
    ],
    [
      'a stream that nobody reads',
      async (key) => {
        const stream = await store.streamFrom(key, (path) =>
          createReadStream(seen(path)).pipe(new PassThrough()),
        )
        stream.destroy()
      },
    ],
    ['work', (key) => store.withFile(key, async (path) => seen(path))],
    ['work that fails', (key) => store.withFile(key, async (path) => failing(seen(path)))],
    ['work that fails at once', (key) => store.withFile(key, (path) => failing(seen(path)))],
    ['a file that is not there', () => store.withFile('00000000', async () => {})],
  ])('goes again, and its place is free, after %s', async (_, use) => {
    const { key } = await store.write([content])
    for (let time = 0; time < 5; time += 1) await use(key).catch(() => {})
    expect(
      await store.withFile(key, async (path) => (await buffer(createReadStream(path))).equals(content)),
    ).toBe(true)
    const left = async () => {
      const names = await readdir(tmpdir())
      return names.filter((name) => [...copiedPaths].some((path) => path.includes(`/${name}/`)))
    }
    await expect.poll(left).toEqual([])
  })

  it('is one of four: the next waits until one is no longer needed', async () => {
    const { key } = await store.write([content])
    const first = await Promise.all(
      Array.from({ length: 4 }, () => store.streamFrom(key, (path) => createReadStream(path))),
    )
    let isThere = false
    const fifth = store.withFile(key, async () => void (isThere = true))
    const beside = fileStore(join(folder, 'beside'), { bucket: folderStorage(join(folder, 'bucket')) })
    for (let time = 0; time < 3; time += 1) await beside.withFile(key, async () => {})
    expect(isThere).toBe(false)
    expect(await buffer(first[1] ?? failing('nothing'))).toEqual(content)
    await fifth
    expect(isThere).toBe(true)
    for (const stream of first) stream.destroy()
  })
})
