/**
 * `node scripts/way.ts [folder of a checkout]`: the rooms that a teacher's edit of a draft (PUT) and a
 * visitor's reading of a policy pass, in the order in which their functions are entered. A stay is a run of
 * functions of one room; a return is a stay in a room that was left before. The portal is started with the
 * demo region in a folder that is thrown away.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { roomOf } from './room-of.ts'

const checkout = resolve(process.argv[2] ?? '.')
const folder = await mkdtemp(join(tmpdir(), 'xingtan-way-'))
// So that the database's own account gets in.
await chmod(folder, 0o711)
const url = 'http://127.0.0.1:8199'
const said = new Map<string, string[]>()

/** Starts the portal, with the hook or without, and waits until it is ready. */
async function start(...options: string[]) {
  const portal = spawn(process.execPath, [...options, 'server/main.ts'], {
    cwd: checkout,
    env: { ...process.env, DATA_DIR: folder, PORT: '8199', JOBS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, fail) => {
    portal.once('exit', fail)
    createInterface(portal.stdout).on('line', (line) => {
      const [, name = '', files = ''] = /^way (\S+) (.*)$/.exec(line) ?? []
      if (name !== '') said.set(name, z.array(z.string()).parse(JSON.parse(files)))
      if (line.includes('杏坛已启动')) ready()
    })
  })
  return portal
}

async function stop(portal: Awaited<ReturnType<typeof start>>) {
  portal.kill('SIGTERM')
  await once(portal, 'close')
}

/** Asks the portal; the way of the request is kept under the name. */
async function ask(name: string, call: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const [method = 'GET', path = ''] = call.split(' ')
  const response = await fetch(url + path, {
    method,
    headers: {
      'x-way': name,
      ...(token !== undefined && { token }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
  return z.looseObject({ data: z.unknown() }).parse(JSON.parse(text)).data
}

/**
 * Rooms in the order of their stays. Going to and fro between two rooms, once for each field, counts as one
 * visit: a b a b a is a b a.
 */
function staysOf(files: readonly string[]): string[] {
  const stays: string[] = []
  for (const room of files.map(roomOf)) {
    if (room === stays.at(-1)) continue
    stays.push(room)
    const [first, second, third, fourth] = stays.slice(-4)
    if (stays.length > 3 && first === third && second === fourth) stays.splice(-2)
  }
  return stays
}

/** Prints the stays in order, and counts the returns. */
function tell(title: string, files: readonly string[] = []): void {
  const stays = staysOf(files)
  const returns = stays.filter((room, i) => stays.indexOf(room) < i).length
  console.log(
    `${title}: ${new Set(stays).size} rooms, ${stays.length} stays, ${returns} returns; ` +
      `${new Set(files).size} files, ${files.length} functions entered`,
  )
  console.log(`  ${stays.join(' → ')}`)
}

// The demo region is loaded without the hook, which would make it several times slower.
await stop(await start())
const portal = await start('--import', resolve(import.meta.dirname, 'way-hook.ts'))
try {
  const page = z.looseObject({ list: z.array(z.looseObject({ id: z.union([z.string(), z.number()]) })) })
  const account = { account: 'teacher', password: 'Chunfeng#2026' }
  const signedIn = await ask('in', 'POST /api/v1/login', { body: account })
  const { token } = z.looseObject({ token: z.string() }).parse(signedIn)
  const type = '/api/v1/records/studyExperience'
  const record = z.looseObject({ id: z.string(), version: z.number() })
  const made = await ask('new', `POST ${type}`, { token, body: { educationSchool: '春风大学' } })
  const { id, version } = record.parse(made)
  const change = { version, educationSchool: '春风师范大学' }
  // The second time, what is prepared once per type and process is there.
  await ask('first-put', `PUT ${type}/${id}`, { token, body: change })
  await ask('put', `PUT ${type}/${id}`, { token, body: { ...change, version: version + 1 } })
  const policies = page.parse(await ask('policies', 'GET /api/v1/portal/contents/policy'))
  await ask('first-policy', `GET /api/v1/portal/contents/policy/${policies.list[0]?.id}`)
  await ask('policy', `GET /api/v1/portal/contents/policy/${policies.list[0]?.id}`)
} finally {
  await stop(portal)
  await rm(folder, { recursive: true, force: true })
}
tell('PUT of a draft', said.get('put'))
tell('a policy', said.get('policy'))
