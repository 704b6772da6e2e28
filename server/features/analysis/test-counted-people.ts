import { startOfDay, today, uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { apply, openLedger, writeLives, type Load } from '../../engine/bulk/index.ts'
import { tellAdded } from '../../engine/directory/index.ts'
import type { Owner } from '../../engine/engine.ts'
import type { Region } from '../../app/testing/test-region.ts'

/** Somebody who is counted: where, since when, in what status, and what the archive says. */
export interface Countable {
  readonly placeId: number
  readonly since: string
  /** The last day there, of somebody who left. */
  readonly until?: string
  readonly status?: string
  /** Memberships before the present one, with their last days. */
  readonly before?: readonly { readonly placeId: number; readonly from: string; readonly to: string }[]
  /** Full-time lessons elsewhere. */
  readonly posted?: { readonly placeId: number; readonly from: string; readonly to?: string }
  /** Values of records in force, by type. */
  readonly records: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** The day on which the values took effect. */
  readonly recordedOn: string
  /** Values of the basic information that replaced some of them on a later day. */
  readonly changed?: { readonly on: string; readonly values: Readonly<Record<string, unknown>> }
}

const membership = (teacherId: number, kind: string, placeId: number, from: string, to: string | null) => ({
  teacher_id: teacherId,
  id: uuidv7(),
  kind,
  institution_id: placeId,
  from_on: from,
  to_on: to,
  full_time: kind === 'teaching',
})

async function insertPeople({ db }: Region, people: readonly Countable[]): Promise<Owner[]> {
  const names = people.map((_, n) => `数${n + 1}`)
  const rows = await db.query<
    { id: number; person_id: number; name: string; n: number } & Record<string, number | null>
  >(sql`
    with given as (
      select * from unnest(${names}::text[], ${people.map(({ placeId }) => placeId)}::int[],
        ${people.map(({ status = '11' }) => status)}::text[]) with ordinality as g(name, place, status, n)),
    persons as (
      insert into person (name, name_sort) select name, name from given order by n returning id, name)
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
    select p.id, p.name, p.name, i.id, i.district_id, i.city_id, i.province_id, g.status
    from given g join persons p on p.name = g.name join institution i on i.id = g.place
    order by g.n
    returning id, person_id, name, institution_id, district_id, city_id, province_id`)
  const byName = new Map(rows.map((row) => [row.name, row]))
  const owners = people.map((_, n) => {
    const row = byName.get(`数${n + 1}`)
    if (!row) throw new Error('no teacher')
    return {
      id: row.id,
      kind: 'teacher' as const,
      personId: row.person_id,
      name: row.name,
      institution: '',
      institutionId: row['institution_id'] ?? null,
      districtId: row['district_id'] ?? null,
      cityId: row['city_id'] ?? null,
      provinceId: row['province_id'] ?? null,
    }
  })
  const memberships = people.flatMap(({ placeId, since, until, before = [], posted }, n) => {
    const id = owners[n]?.id ?? 0
    return [
      ...before.map((one) => membership(id, 'personnel', one.placeId, one.from, one.to)),
      membership(id, 'personnel', placeId, since, until ?? null),
      ...(posted ? [membership(id, 'teaching', posted.placeId, posted.from, posted.to ?? null)] : []),
    ]
  })
  await db.execute(sql`
    insert into membership (teacher_id, id, kind, institution_id, from_on, to_on, full_time)
    select teacher_id, id, kind, institution_id, from_on, to_on, full_time
    from jsonb_to_recordset(${sql.json(memberships)}) as x(teacher_id int, id uuid, kind text, institution_id int,
      from_on date, to_on date, full_time boolean)`)
  await tellAdded(
    db,
    owners.map(({ id }) => id),
  )
  return owners
}

/**
 * Writes people with their records, as if they had been brought into force on the day said; answers their
 * numbers.
 */
export async function countPeople(region: Region, people: readonly Countable[]): Promise<number[]> {
  const owners = await insertPeople(region, people)
  const anchor = Date.parse(startOfDay(today()))
  const load: Load = {
    engine: region.engine,
    anchor,
    latest: Date.now() - anchor,
    newId: () => uuidv7(),
    chain: () => ({ version: 1, chain: [] }),
    stations: () => [],
    judged: 'none',
  }
  const ledger = openLedger(load)
  const by = { ...region.people.school, role: 3 }
  const momentOf = (day: string) => Date.parse(startOfDay(day)) - anchor
  people.forEach(({ records, recordedOn, changed }, n) => {
    const owner = owners[n]
    const at = momentOf(recordedOn)
    for (const [type, list] of Object.entries(records))
      for (const values of list) {
        if (!owner) continue
        const life = ledger.open(type, owner, at)
        apply(life, { by, at }, values)
        if (type === 'basicInfo' && changed) apply(life, { by, at: momentOf(changed.on) }, changed.values)
      }
  })
  await region.db.transaction((tx) => writeLives(tx.client, ledger.lives))
  return owners.map(({ id }) => id)
}

/** What somebody’s archive says, in the words of the fixture (figures.md, 9). */
export interface ArchiveSaying {
  readonly stage: string | null
  readonly sex: string
  readonly birth: string | null
  readonly education: string | null
  readonly title: string
  readonly subject: string | null
  readonly teaching: string | null
  readonly backbone: boolean
  readonly certificate: string
  readonly hours: number
  readonly category?: string
  readonly established?: boolean
}

const titles: Readonly<Record<string, string>> = {
  '1': '051',
  '2': '052',
  '3': '053',
  '4': '054',
  '5': '055',
}

/** The records that say so. */
export function recordsOf(said: ArchiveSaying, year: number): Countable['records'] {
  const title = titles[said.title]
  return {
    basicInfo: [
      {
        name: '数',
        gender: said.sex,
        birthDate: said.birth,
        staffCategory: said.category ?? '11',
        inEstablishment: said.established ?? true,
        teachStartMonth: said.teaching,
        schoolStage: said.stage,
        mainSubject: said.subject,
        isBackboneTeacher: said.backbone,
      },
    ],
    studyExperience: said.education === null ? [] : [{ educationLevel: said.education, endMonth: '2000-07' }],
    techPositionAppointment:
      title === undefined ? [] : [{ professionalTitle: title, appointMonth: '2010-09', appointStatus: '11' }],
    teacherQualification: [{ qualificationKind: said.certificate }],
    trainingRegistration:
      said.hours === 0 ? [] : [{ trainingYear: year, creditKind: '1', creditHours: said.hours }],
  }
}

/** Numbers that look random and are the same for a seed; days and archives made of them. */
export function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const below = (most: number) => Math.floor(next() * most)
  const chance = (part: number) => next() < part
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  const day = (from: number, to: number) =>
    `${from + below(to - from)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
  const thisYear = Number(today().slice(0, 4))
  const said = (): ArchiveSaying => ({
    stage: chance(0.05) ? null : pick(['1', '2', '2', '3', '3', '4']),
    sex: pick(['1', '2', '2']),
    birth: chance(0.05) ? null : day(thisYear - 66, thisYear - 21),
    education: pick([null, '11', '14', '21', '21', '31', '41', '33', '71']),
    title: pick(['1', '2', '3', '4', '5', '9']),
    subject: chance(0.05) ? null : pick(['13', '14', '22', '24', '41', '16']),
    teaching: chance(0.05) ? null : `${thisYear - below(40)}-09`,
    backbone: chance(0.2),
    certificate: pick(['0', '1', '2', '3', '4']),
    hours: pick([0, 120, 359.5, 360, 400]),
    category: pick(['11', '11', '11', '11', '12', '13', '55', '56']),
    established: chance(0.8),
  })
  return { below, chance, pick, day, said }
}
