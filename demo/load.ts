import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyRecord } from '../catalogue/define.ts'
import { openOwn } from '../server/engine/own/index.ts'
import { openReadings } from '../server/engine/access/index.ts'
import type { Engine } from '../server/engine/engine.ts'
import { today } from '../server/platform/clock/clock.ts'
import type { Keys } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Tx } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { Log } from '../server/platform/log/log.ts'
import {
  declaredChain,
  instant,
  type Moment,
  openLedger,
  type RecordLife,
  writeLives,
} from '../server/engine/bulk/index.ts'
import { demoPassword } from './accounts.ts'
import { writeApps } from './apps.ts'
import { writeConfirmations } from './confirmations.ts'
import { writeContents } from './contents/write.ts'
import { continueNumbers } from './continue-numbers.ts'
import { openEvidence } from './evidence/files.ts'
import {
  grantStaff,
  stationFinder,
  writeInstitutions,
  writeOtherInstitutions,
} from './region/institutions.ts'
import { writePeople } from './region/people.ts'
import { inventRegion } from './region/region.ts'
import { schoolPlans } from './region/schools.ts'
import { writeArchive } from './stories/archive.ts'
import { writeGroups } from './stories/groups.ts'
import { writeFigures } from './stories/institution-figures.ts'
import { tellCityTeacher, tellHead, tellTeacher } from './stories/known.ts'
import { writeCalendar, writeMessages } from './stories/notices.ts'
import { tellAnyPlan } from './stories/any-plan.ts'
import { tellPlan } from './stories/plan.ts'
import type { Archive, Scene } from './stories/scene.ts'
import { analyze } from './writing/analyze.ts'
import { anchorOf, idsFrom } from './writing/moment.ts'
import { randomFrom } from './writing/random.ts'
import { buildIndexes, dropIndexes } from './writing/set-indexes-aside.ts'
import { writeRoster } from './roster.ts'
import { writeSignOn } from './sign-on.ts'
import { writeTrainingDays } from './training-days.ts'

const SEED = 'xingtan demo 1'
/** Any constant known to nothing else ("xtdm"): two processes that start at once load the region once. */
const LOCK = 0x7874646d

export interface DemoOptions {
  /** The address of an empty, migrated database. */
  readonly ownerUrl: string
  readonly keys: Keys
  readonly records: Readonly<Record<string, AnyRecord>>
  /** Where the portal keeps uploads. */
  readonly filesFolder: string
  readonly log: Log
  readonly sortForm: (text: string) => string
  readonly hashPassword: (password: string) => Promise<string>
  /**
   * Keys of the schools whose archives are told, for tests; all unless given. Everybody else exists without
   * one.
   */
  readonly schools?: readonly string[] | undefined
  /** Which values are judged by the rules while they are told; the recent ones unless given. */
  readonly judged?: 'all' | 'recent'
}

/** Teachers told of at a time: what they are up to is written and forgotten before the next ones. */
const BATCH = 100

/** Institutions, people and an empty ledger, as it stands at the start of a day. */
async function openScene(engine: Engine, day: string, judged: 'all' | 'recent'): Promise<Scene> {
  const random = randomFrom(SEED)
  const region = inventRegion(random.fork('region'))
  const newId = idsFrom(random.fork('ids'))
  const stations = stationFinder(region.institutions, region.identities)
  const ledger = openLedger({
    engine,
    anchor: anchorOf(day),
    latest: 0,
    newId,
    chain: declaredChain,
    stations,
    judged,
  })
  const evidence = await openEvidence(random.fork('evidence'), idsFrom(random.fork('file ids')))
  return { region, ledger, evidence, random: random.fork('stories') }
}

const everySchool = schoolPlans.map(({ key }) => key)

/** Archives told between two pauses, in which what was told before goes on being written. */
const SLICE = 6

/**
 * Tells everything. Answers 'more' after a few archives, and 'batch' when the ledger and the evidence may be
 * written out.
 */
function* tellRegion(
  scene: Scene,
  day: string,
  schools: readonly string[] = everySchool,
): Generator<'more' | 'batch'> {
  const { region } = scene
  const year = Number(day.slice(0, 4))
  const began: Moment = anchorOf(`${year}-01-01`) - anchorOf(day)
  const newcomer = region.account('newcomer').personId
  let untold = 0
  for (const key of schools) {
    const archives: Archive[] = []
    for (const teacher of region.staff(key)) {
      if (teacher.personId === newcomer) continue
      archives.push(writeArchive(scene, teacher, { year, began }))
      if (archives.length % SLICE === 0) yield 'more'
    }
    tellPlan(scene, key, archives)
    tellAnyPlan(scene, key, archives)
    for (const [login, tell] of known) {
      const archive = archives.find((a) => a.teacher.personId === region.account(login).personId)
      if (archive) tell(scene, archive)
    }
    writeGroups(scene, key)
    writeFigures(scene, key, archives, day)
    untold += archives.length
    if (untold < BATCH) continue
    yield 'batch'
    untold = 0
  }
  yield 'batch'
}

const known = [
  ['teacher', tellTeacher],
  ['head', tellHead],
  ['cityteacher', tellCityTeacher],
] as const

/** Everything of the region in memory as it stands at the start of a day, every value judged. For tests. */
export async function invent(engine: Engine, day: string, schools?: readonly string[]): Promise<Scene> {
  const scene = await openScene(engine, day, 'all')
  for (const _ of tellRegion(scene, day, schools)) continue
  return scene
}

interface LoadContext {
  readonly scene: Scene
  readonly day: string
  readonly schools: readonly string[] | undefined
  readonly passwordHash: string
  readonly filesFolder: string
}

async function write(
  tx: Tx,
  engine: Engine,
  { scene, day, schools, passwordHash, filesFolder }: LoadContext,
): Promise<void> {
  const random = randomFrom(SEED)
  const { client } = tx
  const { region, ledger, evidence } = scene
  const at = (moment: Moment) => instant(ledger.load.anchor, moment)
  const { keys, sortForm } = engine
  const newId = idsFrom(random.fork('membership ids'))
  await writeInstitutions(client, region.institutions, sortForm)
  await writeOtherInstitutions(client, region.institutions, sortForm)
  await writePeople(client, region, {
    keys,
    sortForm,
    passwordHash,
    at,
    newId,
  })
  // While the database takes one batch, the next one is made up; a batch is not begun before the one before
  // it is there.
  const put = async (stories: readonly RecordLife[]) => {
    await evidence.write(client, at)
    await writeLives(client, stories)
  }
  let writing = Promise.resolve()
  for (const told of tellRegion(scene, day, schools)) {
    if (told === 'batch') {
      await writing
      writing = put(ledger.take())
      // Awaited above or below; until then a failure is not unheard of.
      writing.catch(() => undefined)
    } else await nextTurn()
  }
  await writing
  await grantStaff(client)
  await writeCalendar(client)
  await writeSignOn(tx)
  await writeMessages(client, region, random.fork('messages'), at)
  await writeContents(client, region, filesFolder, at)
  await writeApps(tx, region)
  await writeRoster(tx, keys)
  await writeTrainingDays(tx)
  await writeConfirmations(tx)
  for (const definition of Object.values(engine.records)) {
    if (!definition.review) continue
    await tx.execute(sql`
      insert into flow (type, version, chain) values (${definition.name}, 1, ${sql.json(definition.review.chain)})
      on conflict do nothing`)
  }
  const facts = { teachers: region.teachers.length }
  await tx.execute(sql`insert into audit (action, facts) values ('demo.loaded', ${sql.json(facts)})`)
  await continueNumbers(client)
}

/**
 * Fills an empty, migrated database with the demo region, in one transaction: all of it or nothing. A
 * database that has institutions already is left as it is. The same content on every run; times follow
 * today's date.
 */
export async function loadDemo(options: DemoOptions): Promise<void> {
  const { ownerUrl, keys, records, filesFolder, log, sortForm, hashPassword } = options
  const started = performance.now()
  const db = openDatabase({ url: ownerUrl, max: 2, statementTimeout: 0, applicationName: 'xingtan-demo' })
  try {
    const engine: Engine = {
      records,
      db,
      search: db,
      own: openOwn(db, records),
      readings: openReadings(db),
      keys,
      hooks: {},
      sortForm,
    }
    const day = today()
    const [scene, passwordHash] = await Promise.all([
      openScene(engine, day, options.judged ?? 'recent'),
      hashPassword(demoPassword),
    ])
    const loaded = await db.transaction(async (tx) => {
      await tx.query(sql`set local lock_timeout = '60s'`)
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`)
      if (await tx.maybeOne(sql`select 1 from institution limit 1`)) return false
      await tx.query(sql`set local maintenance_work_mem = '128MB'`)
      const indexes = await dropIndexes(tx, 'longest')
      await write(tx, engine, { scene, day, schools: options.schools, passwordHash, filesFolder })
      await buildIndexes(tx, indexes)
      // Before the commit, so that no row points to bytes that are not there.
      await scene.evidence.store(filesFolder)
      return true
    })
    // The planner knows nothing of a hundred thousand rows that came at once.
    if (loaded) await analyze(db)
    const ms = Math.round(performance.now() - started)
    log.info(loaded ? 'demo.loaded' : 'demo.not-empty', { teachers: scene.region.teachers.length, ms })
  } finally {
    await db.close()
  }
}
