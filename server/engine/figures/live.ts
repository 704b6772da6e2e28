import { momentOf } from '../../../catalogue/figures/attributes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { errorFacts, type Log } from '../../platform/log/log.ts'
import type { Engine } from '../engine.ts'
import { append, createColumns, drop, moveToTree, replace, sortColumns, type Columns } from './columns.ts'
import { beginFollowing, changesSince, wholly, type FollowedState } from './following.ts'
import { readPersons } from './persons.ts'
import { fingerprint, loadTree, type Tree } from './places.ts'
import { loadSchools, type OfSchools } from './students.ts'

/** What figures of one date are counted over. */
export interface CountedMoment extends OfSchools {
  /** Whether those who left lately are among the rows; a frozen run has those of its day only. */
  readonly leavers: boolean
  readonly columns: Columns
  readonly tree: Tree
  /** When it was last brought up to date, ISO 8601. */
  readonly at: string
  /** Increases with every change: a figure that was worked out holds as long. */
  readonly version: number
  /**
   * When archives were last seen opened, taken out or moved, ISO 8601: what was built of earlier days holds
   * as long.
   */
  readonly movedAt: string
}

interface Copy extends CountedMoment {
  columns: Columns
  tree: Tree
  students: OfSchools['students']
  quotas: OfSchools['quotas']
  at: string
  version: number
  movedAt: string
  readonly followed: FollowedState
  /** Rows by the number of the person. */
  readonly rows: Map<number, number>
}

/** People that one statement reads. */
const batch = 20_000
/** How old a copy may be before the next question brings it up to date, in milliseconds. */
const fresh = 1_000
/** How long a question waits for the first copy, in milliseconds. */
const patience = 15_000
/** More changed people than this are sooner read with all others. */
const mostChanged = 100_000
/** So many rows behind the sorted ones, or a twentieth of all, and they are sorted again. */
const mostUnsorted = 5_000

/**
 * The copy of what is in force now, which every process has for itself and brings up to date when it is
 * asked.
 */
export interface Live {
  /** The copy, at most a second behind. Throws AppError `unavailable` while the first one takes longer. */
  now(): Promise<CountedMoment>
}

async function readAll(engine: Engine, columns: Columns, tree: Tree): Promise<void> {
  for (let after = 0; ;) {
    const { last } = await engine.db.one<{ last: number | null }>(sql`
      select max(id) as last
      from (select id from teacher where id > ${after} order by id limit ${batch}) next`)
    if (last === null) return
    const which = { after, upTo: last }
    for (const person of await readPersons(engine.db, { engine, which, moment: columns.moment, when: 'now' }))
      append(columns, tree, person)
    after = last
  }
}

function indexOf(columns: Columns): Map<number, number> {
  const rows = new Map<number, number>()
  for (let row = 0; row < columns.size; row += 1) rows.set(columns.teacher[row] ?? 0, row)
  return rows
}

async function load(engine: Engine, version: number): Promise<Copy> {
  const followed = await beginFollowing(engine.db)
  const tree = await loadTree(engine.db)
  const { count } = await engine.db.one<{ count: number }>(sql`select count(*)::int as count from teacher`)
  const columns = createColumns(momentOf(today()), Math.ceil(count * 1.02))
  const at = new Date().toISOString()
  await readAll(engine, columns, tree)
  sortColumns(columns, tree.places.length)
  const schools = await loadSchools(engine.db, tree, columns.moment.schoolYear)
  return Object.assign(schools, {
    leavers: true,
    columns,
    tree,
    at,
    version,
    movedAt: at,
    followed,
    rows: indexOf(columns),
  })
}

/**
 * Reads the people that changed, in the copy's place. Whoever is not in the database any more leaves the
 * copy.
 */
async function refresh(engine: Engine, copy: Copy, teachers: readonly number[]): Promise<void> {
  for (let from = 0; from < teachers.length; from += batch) {
    const ids = teachers.slice(from, from + batch)
    const { columns, tree, rows } = copy
    const which = { ids }
    const gone = new Set(ids)
    for (const person of await readPersons(engine.db, {
      engine,
      which,
      moment: columns.moment,
      when: 'now',
    })) {
      gone.delete(person.teacherId)
      const row = rows.get(person.teacherId)
      if (row !== undefined && replace(columns, tree, row, person)) continue
      if (row !== undefined) drop(columns, row)
      rows.set(person.teacherId, columns.size)
      append(columns, tree, person)
    }
    for (const id of gone) {
      const row = rows.get(id)
      if (row !== undefined) drop(columns, row)
      rows.delete(id)
    }
  }
  const { columns } = copy
  if (columns.size - columns.sorted > Math.max(mostUnsorted, columns.sorted / 20)) sortAgain(copy)
}

function sortAgain(copy: Copy): void {
  sortColumns(copy.columns, copy.tree.places.length)
  copy.rows.clear()
  for (const [teacher, row] of indexOf(copy.columns)) copy.rows.set(teacher, row)
}

/** Puts the copy onto the tree as it is now; the people whom a change moved are read by themselves. */
async function retree(engine: Engine, copy: Copy): Promise<void> {
  const tree = await loadTree(engine.db)
  moveToTree(copy.columns, copy.tree, tree)
  copy.tree = tree
  sortAgain(copy)
}

/** Brings a copy up to date; false where reading all anew is quicker, or the day is another one. */
async function follow(engine: Engine, copy: Copy): Promise<boolean> {
  const at = new Date().toISOString()
  if (copy.columns.moment.on !== today()) return false
  const changes = await changesSince(engine.db, copy.followed)
  if (changes.many || changes.teachers.length > mostChanged) return false
  const moved = (await fingerprint(engine.db)) !== copy.tree.print
  if (moved) await retree(engine, copy)
  if (changes.teachers.length > 0) await refresh(engine, copy, changes.teachers)
  if (changes.schools || moved)
    Object.assign(copy, await loadSchools(engine.db, copy.tree, copy.columns.moment.schoolYear))
  if (changes.schools || moved || changes.teachers.length > 0) copy.version += 1
  if (changes.moved) copy.movedAt = at
  copy.at = at
  return true
}

/** Resolves to null when it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the copy; nothing is read before the first question. */
export function openLive(engine: Engine, log: Log): Live {
  let copy: Copy | null = null
  let loading: Promise<Copy> | null = null
  let following: Promise<boolean> | null = null
  let version = 1

  const loadAnew = (): Promise<Copy> => {
    loading ??= load(engine, (version += 1))
      .then((made) => (copy = made))
      .finally(() => (loading = null))
    return loading
  }
  const followed = (held: Copy): Promise<boolean> => {
    following ??= wholly(held.followed, () => follow(engine, held)).finally(() => (following = null))
    return following
  }
  return {
    async now() {
      const held = copy
      if (held !== null && loading === null) {
        if (Date.now() - Date.parse(held.at) < fresh || (await followed(held))) return held
      }
      const made = loadAnew()
      const small = held !== null && held.columns.size < batch
      const found = await within(made, held === null || small ? patience : 0)
      if (found !== null) return found
      // It goes on by itself, and the next question finds it.
      made.catch((error: unknown) => log.error('figures.load', errorFacts(error)))
      if (held !== null) return held
      throw new AppError('unavailable', { message: '统计数据正在准备，请一分钟后再打开' })
    },
  }
}
