import type { Actor } from '../catalogue/access/access.ts'
import { processOf, type ProcessName } from '../catalogue/processes/processes.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { sql } from '../server/platform/db/sql.ts'

export const [school, district, direct] = ['江城区听潮中学', '江城区教育局', '阳江市扬帆实验学校']

interface Step {
  readonly type: ProcessName
  readonly id: string
  readonly action: string
  readonly reason?: string
  readonly value?: Readonly<Record<string, unknown>>
}

/** Makes a move of a case at the version that stands. */
export async function step({ db, ...needs }: CaseNeeds, actor: Actor, { type, id, action, ...more }: Step) {
  const { version } = await db.one<{ version: number }>(
    sql`select version from process_case where id = ${id}::uuid`,
  )
  const asked = { actor, definition: processOf(type), id, action, version, reason: '', value: {}, ...more }
  await makeMove({ db, ...needs }, asked)
}

/** Teachers with an account, of a school or of the others of the district, in an order that stays. */
export async function people({ db }: CaseNeeds, of: 'school' | 'others', many: number): Promise<Actor[]> {
  const where = of === 'school' ? sql`i.name = ${school}` : sql`d.name = ${district} and i.name <> ${school}`
  const rows = await db.query<{ id: number }>(sql`
    select a.id
    from teacher t
      join institution i on i.id = t.institution_id
      left join institution d on d.id = i.district_id
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where ${where} and t.status = '11' and t.name not in ('温知遥', '林疏影')
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
    order by t.subject <> '13', t.id desc limit ${many}`)
  const found = []
  for (const { id } of rows) found.push(await actorOfIdentity(db, id))
  return found.flatMap((one) => one?.actor ?? [])
}

/** Somebody by name and school. */
export async function known({ db }: CaseNeeds, name: string, at: string): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select a.id from identity a
      join person p on p.id = a.person_id
      join institution i on i.id = a.institution_id
    where p.name = ${name} and i.name = ${at} and a.role = 2`)
  const found = await actorOfIdentity(db, id)
  if (!found) throw new Error(`demo: nobody is called ${name}`)
  return found.actor
}
