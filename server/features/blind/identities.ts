import type { BlindIdentity, IdentityKind } from '../../../catalogue/contract/research/blind.ts'
import { blindIdentity } from '../../../catalogue/contract/research/blind.ts'
import type { Engine } from '../../engine/engine.ts'
import { fromStored } from '../../engine/records/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export type Archives = Pick<Engine, 'keys' | 'records'>

/** An entry as far as it says who made it. */
export interface Entry {
  readonly teacherId: number | null
  readonly value: Readonly<Record<string, unknown>>
}

/** A district with fewer schools than this tells nearly as much as the school. */
const fewSchools = 3

/** Names and contact data of a person in the archive. */
interface KnownIdentity {
  readonly person: number
  readonly name: string
  readonly idNo: string | null
  readonly mobile: string | null
  readonly email: string | null
  readonly formerName: string | null
  readonly staffNo: string | null
  readonly contact: string | null
  readonly contactEmail: string | null
}

const knownOf = (db: Queryable, teacherId: number | null) =>
  db.maybeOne<KnownIdentity>(sql`
    select p.id as person, p.name, p.id_no_sealed as "idNo", p.mobile_sealed as mobile, p.email_sealed as email,
      b.former_name as "formerName", b.staff_no as "staffNo", c.id as contact, c.email as "contactEmail"
    from teacher t
    join person p on p.id = t.person_id
    left join rec_basic_info b on b.owner_id = t.id and b.voided_at is null
    left join rec_contact_info c on c.owner_id = t.id and c.voided_at is null
    where t.id = ${teacherId}`)

interface School {
  readonly name: string
  readonly above: readonly string[]
  readonly district: string | null
  readonly siblings: number
}

/** Present and former names of a person's institution and of the places above it. */
const schoolsOf = (db: Queryable, teacherId: number | null) =>
  db.query<School>(sql`
    select called.name, d.name as district,
      array_remove(array[v.name, c.name, d.name], null) as above,
      case when d.id is null then ${fewSchools} else (
        select count(*)::int from (
          select 1 from institution s
          where s.district_id = d.id and s.level = 'school' and s.closed_on is null
          limit ${fewSchools}) one) end as siblings
    from membership m
    join institution i on i.id = m.institution_id
    left join institution d on d.id = i.district_id and d.id <> i.id
    left join institution c on c.id = i.city_id and c.id <> i.id
    left join institution v on v.id = i.province_id and v.id <> i.id
    cross join lateral (
      select i.name union select k.name from institution_former k where k.institution_id = i.id) called
    where m.teacher_id = ${teacherId} and (m.to_on is null or m.to_on >= current_date)`)

/** A name of a school that is left when what all schools share is taken away. */
const generic =
  /^(?:第?[一二三四五六七八九十\d]+|实验|中心|附属|民族|希望|外国语|直属)*(?:小学|中学|学校|幼儿园|初中|高中|初级中学|高级中学|完全中学|完全小学|一中|二中|三中)?$/

const endings = ['特别行政区', '自治区', '自治州', '自治县', '省', '市', '区', '县']
const endOfPlace = new RegExp(`(?:${endings.join('|')})$`)
const startsAnew = new RegExp(`^(?:${endings.join('|')})`)

/** The names of places above as offices write them, and as people do: 云溪区教育局, 云溪区, 云溪. */
const spoken = (above: readonly string[]): string[] =>
  above
    .flatMap((name) => {
      const place = name.replace(/(?:教育(?:体育)?(?:局|厅|委员会)|教体局|教委)$/, '')
      return [name, place, place.replace(endOfPlace, '')]
    })
    .filter((name) => name.length >= 2)
    .toSorted((a, b) => b.length - a.length)

/** A school's name as it stands, and without the places in front of it, one after the other. */
export function shortNames(name: string, above: readonly string[]): string[] {
  const places = spoken(above)
  const found = [name]
  for (let rest = name; ;) {
    const place = places.find((one) => rest.startsWith(one) && rest.length > one.length)
    if (place === undefined) return found
    const left = rest.slice(place.length).replace(startsAnew, '')
    // 云溪区实验小学 is also written 云溪实验小学.
    const bare = place.replace(endOfPlace, '')
    if (bare !== place && bare.length >= 2) found.push(bare + left)
    if (!generic.test(left) && left.length >= 4) found.push(left)
    rest = left
  }
}

const lines = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (line: unknown, key: string): string => {
  if (typeof line !== 'object' || line === null) return ''
  const found = Object.entries(line).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}

/** Fellow authors that the form names: members with where they work, and names in one line. */
function fellowsOf(value: Entry['value']): { readonly names: string[]; readonly places: string[] } {
  const members = lines(value['members'])
  const written = typeof value['coAuthors'] === 'string' ? value['coAuthors'] : ''
  return {
    names: [...members.map((one) => textIn(one, 'name')), ...written.split(/[、,，;；\s]+/)],
    places: members.map((one) => textIn(one, 'org')),
  }
}

/**
 * Everything in the archive and in the form that tells whose an entry is: names, numbers, addresses, schools
 * under their names, a district with few schools, fellow authors. Each said once, in a fixed order.
 */
export async function identitiesOf(
  db: Queryable,
  { keys, records }: Archives,
  { teacherId, value }: Entry,
): Promise<readonly BlindIdentity[]> {
  const [known, schools] = [await knownOf(db, teacherId), await schoolsOf(db, teacherId)]
  const opened = (sealed: string | null | undefined, column: string): string =>
    sealed ? keys.open(sealed, `person|${column}|${known?.person ?? 0}`) : ''
  const contact = records['contactInfo']
  const contactEmail =
    known?.contact && known.contactEmail && contact
      ? String(fromStored(keys, contact, known.contact, { email: known.contactEmail })['email'])
      : ''
  const above = schools.flatMap((one) => one.above)
  const fellows = fellowsOf(value)
  const said: readonly (readonly [IdentityKind, string])[] = [
    ['name', known?.name ?? ''],
    ['formerName', known?.formerName ?? ''],
    ['idNo', opened(known?.idNo, 'id_no')],
    ['mobile', opened(known?.mobile, 'mobile')],
    ['email', opened(known?.email, 'email')],
    ['email', contactEmail],
    ['staffNo', known?.staffNo ?? ''],
    ...schools.flatMap((one) => shortNames(one.name, one.above).map((name) => ['school', name] as const)),
    ...schools.flatMap(({ district, siblings }) =>
      district !== null && siblings < fewSchools
        ? spoken([district])
            .filter((name) => name.length >= 3)
            .map((name) => ['other', name] as const)
        : [],
    ),
    ...fellows.names.map((name) => ['member', name] as const),
    ...fellows.places.flatMap((place) => shortNames(place, above).map((name) => ['school', name] as const)),
  ]
  const read = said.flatMap(([kind, text]) => blindIdentity.safeParse({ kind, value: text }).data ?? [])
  return [...new Map(read.map((one) => [one.value, one])).values()]
}
