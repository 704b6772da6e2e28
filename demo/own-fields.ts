import { emptyBody, type OwnBody } from '../catalogue/own/body.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

const type = 'rotation'
const office = '江城区教育局'
const why = {
  purpose: '核定跨校聘用的编制，按批次发放补助',
  basis: 'duty',
  document: '江教〔2026〕13号',
  keptYears: 5,
} as const

/** What the district adds to 交流轮岗 by a document of the year, required from the next one on. */
const bodyWith = (batch: string, schools: string): OwnBody => ({
  ...emptyBody,
  fields: [
    {
      key: batch,
      label: '县管校聘批次',
      kind: 'dict',
      options: [
        { code: '1', label: '2025 年第一批' },
        { code: '2', label: '2025 年第二批' },
        { code: '3', label: '2026 年第一批' },
        { code: '4', label: '不属于' },
        { code: '5', label: '2024 年', ended: true },
      ],
      help: '按聘任合同首页的批次选',
      section: '县管校聘',
      requiredFrom: '2027-01-01',
      uses: ['list', 'filter'],
      why,
    },
    {
      key: schools,
      label: '走教学校数',
      kind: 'integer',
      min: 1,
      max: 9,
      help: '含人事关系所在学校，1 至 9',
      section: '县管校聘',
      uses: ['list', 'filter'],
      why,
    },
  ],
})

/** Tells the own fields of a district, as published some weeks ago and confirmed by a colleague. */
export async function tellOwnFields(db: Database): Promise<void> {
  const place = await db.maybeOne<{
    id: number
    city: number
    top: number | null
    above: number
    by: number
    second: number
  }>(sql`
    select i.id, i.city_id as city, a.by as above, b.by, b.second,
      (select min(id) from identity where institution_id = i.province_id and role = 6) as top
    from institution i
    cross join lateral (select min(id) as by from identity where institution_id = i.city_id and role = 5) a
    cross join lateral (select min(id) as by, max(id) as second from identity
      where institution_id = i.id and role = 4) b
    where i.name = ${office} and a.by is not null and b.by is not null`)
  if (!place) return
  await db.transaction(async (tx) => {
    const keys = await tx.query<{ key: string }>(sql`
      insert into own_key (key, office_id, type)
      select 'own' || nextval('own_number'), ${place.id}, ${type} from generate_series(1, 2)
      returning key`)
    const [batch, schools] = keys.map(({ key }) => key)
    await tx.execute(sql`
      insert into own_opening (office_id, most, by_identity)
      values (${place.city}, 10, ${place.top ?? place.above}), (${place.id}, 5, ${place.above})`)
    await tx.execute(sql`
      insert into own_declaration
        (office_id, type, body, by_identity, confirmed_by, note, at, counts_from)
      values (${place.id}, ${type}, ${sql.json(bodyWith(batch ?? '', schools ?? ''))}, ${place.by},
        ${place.second === place.by ? null : place.second}, '按江教〔2026〕13号文件增加',
        now() - interval '20 days', now() - interval '20 days')`)
  })
}
