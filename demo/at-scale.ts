import type { AnyRecord } from '../catalogue/define.ts'
import { openOwn } from '../server/engine/own/index.ts'
import { openReadings } from '../server/engine/access/index.ts'
import type { Engine } from '../server/engine/engine.ts'
import { today } from '../server/platform/clock/clock.ts'
import type { Keys } from '../server/platform/crypto/keys.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import {
  declaredChain,
  apply,
  approve,
  draft,
  instant,
  type Ledger,
  type Load,
  type Moment,
  openLedger,
  submit,
  writeLives,
} from '../server/engine/bulk/index.ts'
import { continueNumbers } from './continue-numbers.ts'
import { multiply, writeAudit, writeFindings } from './multiply.ts'
import { contactOf, schoolSide, teacherSide } from './region/basic-values.ts'
import {
  plantTree,
  officeRole,
  stationFinder,
  writeInstitutions,
  type Institution,
  type Seedling,
} from './region/institutions.ts'
import { type SchoolPlan } from './region/schools.ts'
import { DRAWN_BIRTHDAYS, liveOf } from './region/lives.ts'
import { inventName } from './region/names.ts'
import { openRegister, writePeople, type Identity, type Teacher } from './region/people.ts'
import { degreeBesideWork, studiesOf } from './region/studies.ts'
import { anchorOf, daysAfter, idsFrom, officeTime } from './writing/moment.ts'
import { randomFrom, type Random } from './writing/random.ts'
import { setIndexesAside } from './writing/set-indexes-aside.ts'

const CITIES = 10
const DISTRICTS_PER_CITY = 10
const SCHOOLS_PER_DISTRICT = 10
const SCHOOLS = CITIES * DISTRICTS_PER_CITY * SCHOOLS_PER_DISTRICT
/** Teachers held in memory at once. */
const BATCH = 1_000
/**
 * Teachers made up one by one; identity numbers of one area code do not reach for many more. The others are
 * copies of these.
 */
const MADE_UP = 50_000
/** Below it, birthdays are drawn by chance, which keeps few identity numbers apart. */
const FIRST_INDEX = DRAWN_BIRTHDAYS

export interface ScaleOptions {
  /** The address of an empty, migrated database. */
  readonly ownerUrl: string
  readonly keys: Keys
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly sortForm: (text: string) => string
  readonly teachers: number
  readonly seed: string
  /** How many are made up one by one before copies are made of them. */
  readonly madeUp?: number
}

const two = (n: number) => String(n).padStart(2, '0')
const stages = ['2', '2', '2', '3', '3', '4', '1', '6'] as const
const kinds: Readonly<Record<string, string>> = { 1: '111', 2: '211', 3: '311', 4: '342', 6: '365' }
const stageOf = (school: number): string => stages[school % stages.length] ?? '2'

/** One province, ten cities, a hundred districts, a thousand schools. */
function tree(): Institution[] {
  const bureau = { areaCode: '440000', openedOn: '1950-01-01' }
  const seedlings: Seedling[] = [
    { ...bureau, parent: null, level: 'province', code: '980000', name: '省教育厅', kind: '10' },
  ]
  const schools: Seedling[] = []
  for (let c = 1; c <= CITIES; c += 1) {
    const city = `98${two(c)}00`
    seedlings.push({
      ...bureau,
      parent: '980000',
      level: 'city',
      code: city,
      name: `第${c}市教育局`,
      kind: '20',
    })
    for (let d = 1; d <= DISTRICTS_PER_CITY; d += 1) {
      const district = `98${two(c)}${two(d)}`
      seedlings.push({
        ...bureau,
        parent: city,
        level: 'district',
        code: district,
        name: `第${c}市第${d}区教育局`,
        kind: '30',
      })
      for (let s = 1; s <= SCHOOLS_PER_DISTRICT; s += 1) {
        const kind = kinds[stageOf(schools.length)] ?? '211'
        schools.push({
          parent: district,
          level: 'school',
          code: `99${district}${two(s)}`,
          name: `第${c}市第${d}区第${s}学校`,
          kind,
          areaCode: '440000',
          openedOn: '1980-09-01',
        })
      }
    }
  }
  return plantTree([...seedlings, ...schools])
}

interface World {
  readonly engine: Engine
  readonly random: Random
  readonly anchor: number
  readonly institutions: readonly Institution[]
  readonly schools: readonly Institution[]
  readonly load: Load
  /** Who acts for an institution, by its id. */
  readonly officers: ReadonlyMap<number, Identity>
}

async function found(db: Database, options: ScaleOptions, engine: Engine): Promise<World> {
  const random = randomFrom(`scale ${options.seed}`)
  const institutions = tree()
  const register = openRegister()
  const own = random.fork('officers')
  for (const institution of institutions) {
    register.addOfficer(inventName(own, '2', own.int(1972, 1992)), null, officeRole(institution), institution)
  }
  const anchor = anchorOf(today())
  await db.transaction(async ({ client }) => {
    await writeInstitutions(client, institutions, engine.sortForm)
    await writePeople(client, register, writing(engine, random, anchor))
  })
  const stations = stationFinder(institutions, register.identities)
  const newId = idsFrom(random.fork('ids'))
  const load: Load = {
    engine,
    anchor,
    latest: 0,
    newId,
    chain: declaredChain,
    stations,
    judged: 'none',
  }
  const officers = new Map(register.identities.map((i) => [i.institutionId, i]))
  return {
    engine,
    random,
    anchor,
    institutions,
    schools: institutions.filter((i) => i.level === 'school'),
    load,
    officers,
  }
}

function writing(engine: Engine, random: Random, anchor: number) {
  const at = (moment: Moment) => instant(anchor, moment)
  const newId = idsFrom(random.fork('membership ids'))
  return { keys: engine.keys, sortForm: engine.sortForm, passwordHash: null, at, newId }
}

const plan: SchoolPlan = {
  key: 'scale',
  name: '',
  parent: '',
  area: '440000',
  kind: '',
  stages: [],
  teachers: 0,
  opened: 1980,
}

/**
 * One teacher's records: registered whole by the school, contact details, two stretches of study of which
 * one may be pending.
 */
function recordsOf(ledger: Ledger, random: Random, teacher: Teacher, office: Identity): void {
  const { life, hand, owner, staffNo } = teacher
  const begun = officeTime(random, -random.int(200, 1600))
  const basic = ledger.open('basicInfo', owner, begun)
  apply(
    basic,
    { by: office, at: begun },
    { ...schoolSide(random, life), staffNo, ...teacherSide(random, life), photo: null },
  )
  const told = daysAfter(random, begun, 1, 3)
  apply(ledger.open('contactInfo', owner, told), { by: hand, at: told }, contactOf(random, life))
  const studies = [...studiesOf(random, life), degreeBesideWork(random, life)].slice(0, 2)
  const second = random.weighted([
    ['approved', 8],
    ['draft', 1],
    ['inReview', 1],
  ] as const)
  studies.forEach((values, nth) => {
    const state = nth === 0 ? 'approved' : second
    const at = state === 'approved' ? daysAfter(random, told, 1, 60) : officeTime(random, -random.int(3, 30))
    const story = ledger.open('studyExperience', owner, at)
    draft(story, { by: hand, at }, values, [])
    if (state === 'draft') return
    const submitted = daysAfter(random, at, 1, 2)
    submit(story, { by: hand, at: submitted })
    if (state === 'approved') approve(story, { by: office, at: daysAfter(random, submitted, 1, 5) })
  })
}

/** Writes teachers `from` up to `to` (not included), counted from 0, with everything of theirs. */
async function batch(db: Database, world: World, from: number, to: number, teachers: number): Promise<void> {
  const random = world.random.fork(`batch/${from}`)
  const officers = world.institutions.length
  const register = openRegister({ persons: officers + from, identities: officers + from, teachers: from })
  const ledger = openLedger(world.load)
  for (let i = from; i < to; i += 1) {
    // Neighbours in number are neighbours at school, as after an import school by school.
    const nth = Math.floor((i * SCHOOLS) / teachers)
    const school = world.schools[nth]
    const office = school && world.officers.get(school.id)
    if (!school || !office) throw new Error('demo: no school')
    const life = liveOf(random, FIRST_INDEX + i, stageOf(nth), plan.opened)
    const teacher = register.addTeacher(life, plan, school, {
      loginName: null,
      reachable: true,
      former: null,
    })
    recordsOf(ledger, random, teacher, office)
  }
  await db.transaction(async ({ client }) => {
    await writePeople(client, register, writing(world.engine, random, world.anchor))
    await writeLives(client, ledger.lives)
  })
}

/**
 * Fills an empty, migrated database with `teachers` teachers for benchmarks: one basic information, one set
 * of contact details and two study experiences each, in a tree of 1 province, 10 cities, 100 districts and
 * 1000 schools, one officer at each, and an audit row for each revision and each sign-in. Up to 50 000
 * teachers through COPY, batch by batch, so that memory does not grow with the number; beyond that the
 * database copies them. No files, no passwords; the findings of the data-quality sweep are made up.
 */
export async function loadAtScale(options: ScaleOptions): Promise<void> {
  const { ownerUrl, keys, records, sortForm } = options
  const times = Math.ceil(options.teachers / (options.madeUp ?? MADE_UP))
  const teachers = Math.ceil(options.teachers / times)
  const db = openDatabase({ url: ownerUrl, max: 2, statementTimeout: 0, applicationName: 'xingtan-scale' })
  try {
    if (await db.maybeOne(sql`select 1 from institution limit 1`))
      throw new Error('the database is not empty')
    const world = await found(db, options, {
      records,
      db,
      search: db,
      own: openOwn(db, records),
      readings: openReadings(db),
      keys,
      hooks: {},
      sortForm,
    })
    let started = 0
    const work = async () => {
      while (started < teachers) {
        const from = started
        started = Math.min(teachers, from + BATCH)
        await batch(db, world, from, started, teachers)
      }
    }
    // Two at a time: while the database writes one batch, the next one is made up.
    await setIndexesAside(db, async () => {
      await Promise.all([work(), work()])
      if (times > 1) await multiply(db, Object.values(records), times - 1)
      await writeAudit(db)
      await writeFindings(db)
    })
    await db.transaction(({ client }) => continueNumbers(client))
    await db.query(sql`analyze`)
  } finally {
    await db.close()
  }
}
