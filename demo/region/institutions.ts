import type pg from 'pg'
import type { Level } from '../../catalogue/define.ts'
import { roleOfLevel, type Station } from '../../catalogue/flows/review.ts'
import type { Owner } from '../../server/engine/engine.ts'
import { copyItems, type TableOf } from '../../server/platform/db/copy.ts'
import { schoolPlans, type SchoolPlan } from './schools.ts'

/** A row of `institution`, ancestors filled in. */
export interface Institution {
  readonly id: number
  readonly parentId: number | null
  readonly level: 'province' | 'city' | 'district' | 'school'
  readonly provinceId: number | null
  readonly cityId: number | null
  readonly districtId: number | null
  readonly code: string
  readonly name: string
  /** Dictionary schoolType for a school, orgType for a bureau. */
  readonly kind: string
  readonly areaCode: string
  readonly openedOn: string
}

const bureaus = [
  ['440000', null, 'province', '广东省教育厅', '10'],
  ['441700', '440000', 'city', '阳江市教育局', '20'],
  ['440900', '440000', 'city', '茂名市教育局', '20'],
  ['441702', '441700', 'district', '江城区教育局', '30'],
  ['441704', '441700', 'district', '阳东区教育局', '30'],
  ['441721', '441700', 'district', '阳西县教育局', '30'],
  ['441781', '441700', 'district', '阳春市教育局', '30'],
  ['440904', '440900', 'district', '电白区教育局', '30'],
  ['445300', '440000', 'city', '云浮市教育局', '20'],
  ['445302', '445300', 'district', '云城区教育局', '30'],
  ['445321', '445300', 'district', '新兴县教育局', '30'],
] as const

/** An institution as it is stated, with the code of the one above it. */
export type Seedling = Pick<Institution, 'level' | 'code' | 'name' | 'kind' | 'areaCode' | 'openedOn'> & {
  readonly parent: string | null
}

/**
 * Numbers the institutions in their order, parents before children, and fills in the ancestors, each its own
 * on its own level.
 */
export function plantTree(seedlings: readonly Seedling[]): Institution[] {
  const known = new Map<string, Institution>()
  return seedlings.map(({ parent: parentCode, ...row }, index) => {
    const id = index + 1
    const parent = parentCode === null ? undefined : known.get(parentCode)
    const own = (level: Institution['level'], above: number | null | undefined) =>
      row.level === level ? id : (above ?? null)
    const institution = {
      ...row,
      id,
      parentId: parent?.id ?? null,
      provinceId: own('province', parent?.provinceId),
      cityId: own('city', parent?.cityId),
      districtId: own('district', parent?.districtId),
    }
    known.set(row.code, institution)
    return institution
  })
}

/** The bureaus and schools of the region. */
export function institutionsOf(plans: readonly SchoolPlan[] = schoolPlans): Institution[] {
  const offices = bureaus.map(([code, parent, level, name, kind]): Seedling => {
    return { parent, level, code, name, kind, areaCode: code, openedOn: '1950-01-01' }
  })
  const schools = plans.map(({ name, kind, area, parent, opened }, index): Seedling => {
    // 99 in front marks an invented school: the state's own codes, of ten digits too, begin with 2, 3 or 5.
    const code = `99${area}${String(index + 1).padStart(2, '0')}`
    return { parent, level: 'school', code, name, kind, areaCode: area, openedOn: `${opened}-09-01` }
  })
  return plantTree([...offices, ...schools])
}

const levelOf: Readonly<Record<Institution['level'], Level>> = {
  province: 'province',
  city: 'city',
  district: 'area',
  school: 'school',
}

/** The role that acts for an institution. */
export const officeRole = (institution: Institution): number => roleOfLevel[levelOf[institution.level]]

/** An institution as the owner of records, or as the place of one of its teachers. */
export function placeOf(institution: Institution) {
  return {
    institution: institution.name,
    institutionId: institution.id,
    districtId: institution.districtId,
    cityId: institution.cityId,
    provinceId: institution.provinceId,
  }
}

/** What the engine's `stationsOf` answers, from the rows that are about to be written. */
export function stationFinder(
  institutions: readonly Institution[],
  identities: readonly { readonly personId: number; readonly role: number; readonly institutionId: number }[],
): (owner: Owner, submitterPerson: number) => Station[] {
  const byId = new Map(institutions.map((i) => [i.id, i]))
  const staff = new Map<string, number[]>()
  for (const { institutionId, role, personId } of identities) {
    const key = `${institutionId}/${role}`
    const known = staff.get(key)
    if (known) known.push(personId)
    else staff.set(key, [personId])
  }
  return (owner, submitterPerson) =>
    [owner.institutionId, owner.districtId, owner.cityId, owner.provinceId].flatMap((id) => {
      const found = id === null ? undefined : byId.get(id)
      if (!found) return []
      const people = staff.get(`${found.id}/${officeRole(found)}`) ?? []
      const staffed = people.some((person) => person !== submitterPerson)
      return [{ level: levelOf[found.level], institutionId: found.id, institution: found.name, staffed }]
    })
}

/** Stages that schools of a type have (dictionary schoolStage). */
const stagesOf: Readonly<Record<string, readonly string[]>> = {
  '111': ['1'],
  '211': ['2'],
  '218': ['2'],
  '311': ['3'],
  '312': ['2', '3'],
  '341': ['3', '4'],
  '342': ['4'],
  '345': ['2', '3', '4'],
}
const surroundings = ['111', '121', '112', '220', '210'] as const

const isSchool = ({ level }: Institution): boolean => level === 'school'
const ofSchool = <T>(i: Institution, value: T): T | null => (isSchool(i) ? value : null)

const tableWith = (sortForm: (text: string) => string): TableOf<Institution> => ({
  id: (i) => i.id,
  parent_id: (i) => i.parentId,
  level: (i) => i.level,
  province_id: (i) => i.provinceId,
  city_id: (i) => i.cityId,
  district_id: (i) => i.districtId,
  code: (i) => i.code,
  name: (i) => i.name,
  name_sort: (i) => sortForm(i.name),
  kind: (i) => ofSchool(i, '40') ?? i.kind,
  school_type: (i) => ofSchool(i, i.kind),
  school_run_type: (i) => ofSchool(i, '21'),
  school_sponsor: (i) => ofSchool(i, i.districtId === null ? '821' : '831'),
  urban_rural: (i) => ofSchool(i, surroundings[i.id % surroundings.length] ?? '111'),
  school_stages: (i) => ofSchool(i, stagesOf[i.kind] ?? null),
  found_year: (i) => ofSchool(i, Number(i.openedOn.slice(0, 4))),
  area_code: (i) => i.areaCode,
  opened_on: (i) => i.openedOn,
})

export async function writeInstitutions(
  client: pg.ClientBase,
  institutions: readonly Institution[],
  sortForm: (text: string) => string,
): Promise<void> {
  await copyItems(client, 'institution', tableWith(sortForm), institutions)
}

/** Centres without teachers and a school of former days, below the office of this code, after all others. */
const others = [
  ['江城区教师发展中心', 'centre', '50', null, null],
  ['江城区教育局教研室', 'centre', '60', null, null],
  ['江城区教育信息中心', 'centre', '70', null, null],
  ['江城区渡口小学', 'school', '40', '9944170290', '2021-09-01'],
] as const

/**
 * What the demo shows of institutions beside those with teachers: centres, a closed school, a former name.
 */
export async function writeOtherInstitutions(
  client: pg.ClientBase,
  institutions: readonly Institution[],
  sortForm: (text: string) => string,
): Promise<void> {
  const office = institutions.find(({ code }) => code === '441702')
  const renamed = institutions.find(({ name }) => name === '江城区听潮中学')
  if (!office || !renamed) return
  const first = Math.max(...institutions.map(({ id }) => id)) + 1
  for (const [place, [name, level, kind, code, closedOn]] of others.entries())
    await client.query(
      `insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, name_sort,
        kind, school_type, area_code, opened_on, closed_on)
      values ($1, $2, $3, $4, $5, $2, $6, $7, $8, $9, $10, $11, '1988-09-01', $12)`,
      [
        first + place,
        office.id,
        level,
        office.provinceId,
        office.cityId,
        code,
        name,
        sortForm(name),
        kind,
        level === 'school' ? '211' : null,
        office.areaCode,
        closedOn,
      ],
    )
  await client.query(
    `insert into institution_former (institution_id, name, code, from_on, to_on)
    values ($1, '江城区第三中学', null, '1956-09-01', '2003-08-31')`,
    [renamed.id],
  )
}

/** Grants each school in whole what it was granted by subject in the newest year. */
export async function grantStaff(client: pg.ClientBase): Promise<void> {
  await client.query(`
    update institution i
    set staff_quota = q.whole
    from (select owner_id, sum(quota)::int as whole
      from rec_staff_quota
      where school_year = (select max(school_year) from rec_staff_quota)
      group by owner_id) q
    where q.owner_id = i.id`)
}
