import { createHash } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoPassword } from '../demo/accounts.ts'
import { demoFolder } from '../e2e/tools/demo-region.ts'
import { freePort, removePortal, startPortal, stopPortal } from '../e2e/tools/portal.ts'
import { begin, sendAll, type SentContent } from '../server/app/testing/tus-sender.ts'

/**
 * A film of BENCH_MB (2000) over a line that breaks BENCH_BREAKS (30) times, to a portal that is killed
 * BENCH_KILLS (2) times (kill -9): whether the same bytes are there at the end, how long it took, and how
 * much more memory the portal had than after its first parts.
 */
const megabyte = 1024 * 1024
const bytes = Number(process.env['BENCH_MB'] ?? 2000) * megabyte
const breaks = Number(process.env['BENCH_BREAKS'] ?? 30)
const kills = Number(process.env['BENCH_KILLS'] ?? 2)
const partBytes = 8 * megabyte

const film = readFileSync(join(import.meta.dirname, '../e2e/files/lesson.mp4'))

/** A film and behind it a box that players skip; the bytes are made when they are sent. */
const content: SentContent = {
  name: '公开课.mp4',
  bytes,
  slice: (start, end) => {
    // Words of four bytes by their place, wherever a part begins.
    const first = start - (start % 4)
    const words = Buffer.alloc(Math.ceil((end - first) / 4) * 4)
    for (let at = 0; at < words.length; at += 4)
      words.writeUInt32LE(Math.imul(first + at, 2_654_435_761) >>> 0, at)
    const piece = words.subarray(start - first, end - first)
    const header = Buffer.alloc(8)
    header.writeUInt32BE(bytes - film.length, 0)
    header.write('free', 4, 'latin1')
    const head = Buffer.concat([film, header])
    if (start < head.length) head.copy(piece, 0, start, Math.min(end, head.length))
    return piece
  },
}

function expectedHash(): string {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes; at += partBytes)
    hash.update(content.slice(at, Math.min(bytes, at + partBytes)))
  return hash.digest('hex')
}

type Portal = Awaited<ReturnType<typeof startPortal>>

/** Memory of a process, in megabytes. */
const residentMb = (child: ChildProcess): number => {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}

/** Megabytes of memory that an upload may take beside, however large it is. */
const mostMb = 30

/** Parts after which a process that has just begun has compiled and loaded what an upload needs. */
const warmParts = 5

/** Memory of the portal: what it had after the first parts of each start, and the most it had beyond that. */
function memoryOf(portal: () => Portal) {
  let [before, most, parts] = [0, 0, 0]
  const course: number[] = []
  const timer = setInterval(() => {
    try {
      if (parts > warmParts) most = Math.max(most, residentMb(portal().process) - before)
    } catch {
      // Killed just now.
    }
  }, 100)
  return {
    begunAgain: () => void (parts = 0),
    partComes: () => {
      parts += 1
      course.push(residentMb(portal().process))
      if (parts === warmParts) before = residentMb(portal().process)
    },
    end: () => {
      clearInterval(timer)
      const tenths = Array.from({ length: 10 }, (_, n) => course[Math.floor((n * course.length) / 10)] ?? 0)
      return { most, tenths }
    },
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'teacher', password: demoPassword }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}

/** Parts, by their number, before which something happens: evenly over the whole. */
const evenly = (many: number, parts: number, shift: number): Set<number> =>
  new Set(Array.from({ length: many }, (_, n) => Math.floor(((n + shift) * parts) / many)))

const folder = await demoFolder('uploads')
const env = { DATA_DIR: folder, JOBS: 'off', PORT: String(await freePort()), REQUESTS_PER_MINUTE: '1000000' }
let portal = await startPortal(env)
try {
  const line = { url: () => portal.url, token: await signIn(portal.url) }
  const memory = memoryOf(() => portal)
  const parts = Math.ceil(bytes / partBytes)
  const [breaking, killing] = [evenly(breaks, parts, 0.3), evenly(kills, parts, 0.5)]
  let [broken, killed, restartMs] = [0, 0, 0]
  const began = performance.now()
  const outcome = await sendAll(line, await begin(line, content), content, {
    partBytes,
    breakAt: (start) => {
      if (!breaking.delete(Math.floor(start / partBytes))) return undefined
      broken += 1
      return 1 + ((start + broken * 1_234_567) % partBytes)
    },
    before: async (start) => {
      memory.partComes()
      if (!killing.delete(Math.floor(start / partBytes))) return
      killed += 1
      const down = performance.now()
      await stopPortal(portal.process, 'SIGKILL')
      portal = await startPortal(env)
      memory.begunAgain()
      restartMs += performance.now() - down
    },
  })
  const seconds = (performance.now() - began - restartMs) / 1000
  const stored = createHash('sha256')
  const address = (await (
    await fetch(`${portal.url}/api/v1/upload/file?key=${outcome.file?.id ?? ''}&action=download`, {
      headers: { token: line.token },
    })
  ).json()) as { data: { url: string } }
  const { body } = await fetch(portal.url + address.data.url)
  for await (const piece of body ?? []) stored.update(piece)
  const isSame = stored.digest('hex') === expectedHash()
  console.log(`${bytes / megabyte} MB, ${broken} breaks, ${killed} kills, gone on ${outcome.resumed} times`)
  console.log(`${seconds.toFixed(1)} s without the restarts, ${(bytes / megabyte / seconds).toFixed(0)} MB/s`)
  const { most, tenths } = memory.end()
  console.log(
    `memory of the portal: at most ${most.toFixed(0)} MB more than after its first ${warmParts} parts, ${most <= mostMb ? 'within' : 'MISSES'} the aim of ${mostMb} MB`,
  )
  console.log(`after each tenth of the parts, MB: ${tenths.map((one) => one.toFixed(0)).join(' ')}`)
  console.log(`same bytes: ${isSame ? 'yes' : 'NO'}`)
  if (!isSame) process.exitCode = 1
} finally {
  await stopPortal(portal.process)
  await removePortal(folder)
}
