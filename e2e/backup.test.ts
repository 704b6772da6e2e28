import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything } from '../server/platform/testing/test-extent.ts'
import { password } from './tools/browser.ts'
import { demoFolder } from './tools/demo-region.ts'
import { removePortal, startPortal, stopPortal } from './tools/portal.ts'

const ran = promisify(execFile)
type Portal = Awaited<ReturnType<typeof startPortal>>

/** Somewhere for backups, keys of holders and the restored portal; the database's own account gets in. */
let place: string
let first: string
let portal: Portal | undefined

beforeAll(async () => {
  if (!everything) return
  first = await demoFolder('backup')
  place = await mkdtemp(join(tmpdir(), 'xingtan-backups-'))
  await chmod(place, 0o711)
})
afterAll(async () => {
  if (!everything) return
  if (portal) await stopPortal(portal.process)
  await removePortal(first)
  await removePortal(join(place, 'restored'))
  await rm(place, { recursive: true, force: true })
})

const command = (name: string, folder: string, ...args: string[]) =>
  ran(process.execPath, [`scripts/${name}.ts`, ...args], {
    env: {
      ...process.env,
      NODE_ENV: undefined,
      DATA_DIR: folder,
      DATABASE_URL: undefined,
      XINGTAN_KEY: undefined,
    },
  })

async function holder(name: string): Promise<{ sealing: string; opening: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const [sealing, opening] = [join(place, `${name}.pem`), join(place, `${name}.key.pem`)]
  await writeFile(sealing, publicKey)
  await writeFile(opening, privateKey, { mode: 0o600 })
  return { sealing, opening }
}

interface Document {
  readonly sections: unknown
}

/** The archive as its teacher reads it, with numbers opened, and one of its files. */
async function archiveAt(url: string): Promise<{ archive: Document; file: Buffer }> {
  const call = async <T>(path: string, token?: string, body?: object): Promise<T> => {
    const response = await fetch(url + path, {
      headers: { ...(token && { token }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const { data, msg } = (await response.json()) as { data: T; msg: string }
    expect(msg).toBe('ok')
    return data
  }
  const { token, teacherObj } = await call<{ token: string; teacherObj: { id: number } }>(
    '/api/v1/login',
    undefined,
    { account: 'teacher', password },
  )
  const archive = await call<Document>(`/api/v1/archive/${teacherObj.id}`, token)
  const [, id = ''] = /"attachments":\[\{"id":"([^"]+)"/.exec(JSON.stringify(archive)) ?? []
  const { url: address } = await call<{ url: string }>(`/api/v1/upload/file?key=${id}`, token)
  const response = await fetch(new URL(address, url))
  expect(response.status).toBe(200)
  return { archive, file: Buffer.from(await response.arrayBuffer()) }
}

it.runIf(everything)(
  'a backup of the running portal brings it back on another folder, with the keys of two holders',
  async () => {
    const [one, other] = [await holder('one'), await holder('other')]
    portal = await startPortal({ DATA_DIR: first })
    const before = await archiveAt(portal.url)
    const target = join(place, 'backups')
    const made = await command(
      'backup',
      first,
      '--to',
      target,
      '--keep',
      '7,4,12',
      '--holder',
      one.sealing,
      '--holder',
      other.sealing,
    )
    expect(made.stdout).toContain('备份完成')
    await stopPortal(portal.process, 'SIGKILL')
    portal = undefined
    await removePortal(first)

    const [name = ''] = (await readdir(target)).filter((entry) => entry !== 'objects')
    const again = join(place, 'restored')
    const refused = await command(
      'restore',
      again,
      '--from',
      join(target, name),
      '--holder',
      one.opening,
    ).catch((error: { stderr: string }) => error)
    expect(refused.stderr).toContain('没有到齐')
    const restored = await command(
      'restore',
      again,
      '--from',
      join(target, name),
      '--holder',
      other.opening,
      '--holder',
      one.opening,
    )
    expect(restored.stdout).toContain('恢复完成')

    portal = await startPortal({ DATA_DIR: again })
    const after = await archiveAt(portal.url)
    expect(after.archive.sections).toEqual(before.archive.sections)
    expect(after.file.length).toBeGreaterThan(1000)
    expect(after.file.equals(before.file)).toBe(true)
    const verified = await command('audit-verify', again)
    expect(verified.stdout).toContain('审计日志完整')
  },
  240_000,
)
