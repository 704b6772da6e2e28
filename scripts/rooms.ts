/**
 * `node scripts/rooms.ts`: the rooms of the server as its imports show them: on which floor each stands (one
 * above the highest that it imports), how large it is, and which arrows run up or past a door.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { execFileSync } from 'node:child_process'
import { roomOf } from './room-of.ts'

const listed = execFileSync('git', ['ls-files', 'server/*.ts'], { encoding: 'utf8' }).split('\n')
const files = listed.filter((path) => path !== '' && !/\.test\.ts$|\/(?:embedded-)?test-/.test(path))
const lines = new Map<string, number>()
const uses = new Map<string, Set<string>>()
let pastDoors = 0

for (const path of files) {
  const text = readFileSync(path, 'utf8')
  const from = roomOf(path)
  lines.set(from, (lines.get(from) ?? 0) + text.split('\n').length - 1)
  const to = uses.get(from) ?? new Set()
  uses.set(from, to)
  for (const [whole, name = ''] of text.matchAll(/^(?:import|export) [^;]*? from '(\.[^']+)'/gms)) {
    const target = normalize(join(dirname(path), name))
    const room = roomOf(target)
    if (room === from || !target.startsWith('server/')) continue
    if (room.startsWith('engine/') && !target.endsWith('/index.ts')) pastDoors += 1
    // A type costs nothing at run time and ties nobody to an order of building.
    if (!/^(?:import|export) type /.test(whole)) to.add(room)
  }
}

/** Floors given by the house (docs/map.md): nobody may use what stands above. */
const floors = ['platform', 'engine', 'features', 'app']
const floorOf = (room: string): number => floors.indexOf(room.split('/')[0] ?? '')
const up = [...uses].flatMap(([from, to]) =>
  [...to].filter((room) => floorOf(room) > floorOf(from)).map((room) => `${from} → ${room}`),
)

/**
 * Within a floor: one above the highest of its own floor that a room uses; a circle stays where it was found.
 */
function heightOf(room: string, seen: readonly string[] = []): number {
  if (seen.includes(room)) return 0
  const below = [...(uses.get(room) ?? [])].filter((other) => floorOf(other) === floorOf(room))
  return Math.max(0, ...below.map((other) => 1 + heightOf(other, [...seen, room])))
}

for (const floor of floors.toReversed()) {
  const rooms = [...uses.keys()].filter((room) => room.split('/')[0] === floor)
  const told = rooms
    .map((room) => ({ room, height: heightOf(room) }))
    .toSorted((a, b) => b.height - a.height || a.room.localeCompare(b.room))
  console.log(`${floor}`)
  for (const { room, height } of told)
    console.log(
      `  ${'·'.repeat(height)} ${room} (${lines.get(room) ?? 0} lines, uses ${uses.get(room)?.size ?? 0} rooms)`,
    )
}
console.log(`arrows up: ${up.length}${up.map((one) => `\n  ${one}`).join('')}`)
console.log(`imports past a door of the engine: ${pastDoors}`)
