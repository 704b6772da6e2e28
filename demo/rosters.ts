import { roster } from '../catalogue/processes/roster.ts'
import { beginCase, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer } from './research.ts'

interface RosterStory {
  readonly owner: string
  readonly title: string
  readonly kind: string
  /** The school whose teachers are on it, and how many. */
  readonly of: readonly [school: string, many: number]
  readonly moves: readonly (readonly [action: string, by: string, reason?: string])[]
}

const [school, district, city] = ['江城区听潮中学', '江城区教育局', '阳江市教育局']
const up = ['submit', school] as const

/** Lists in each state around the school whose account is shown, and what its authorities have to check. */
const stories: readonly RosterStory[] = [
  { owner: school, title: '校级骨干教师名单', kind: '骨干教师', of: [school, 12], moves: [up] },
  {
    owner: '江城区东濠小学',
    title: '心理健康教育骨干名单',
    kind: '骨干教师',
    of: ['江城区东濠小学', 5],
    moves: [['submit', '江城区东濠小学']],
  },
  {
    owner: school,
    title: '新高考研修班学员名单',
    kind: '培训学员',
    of: [school, 10],
    moves: [up, ['confirm', district]],
  },
  {
    owner: school,
    title: '支教教师名单',
    kind: '支教人员',
    of: [school, 3],
    moves: [up, ['confirm', district], ['archive', district]],
  },
  {
    owner: district,
    title: '江城区兼职教研员名单',
    kind: '教研员',
    of: [school, 6],
    moves: [['submit', district]],
  },
  {
    owner: city,
    title: '阳江市名师工作室成员名单',
    kind: '工作室成员',
    of: ['阳江市弘毅中学', 9],
    moves: [['submit', city]],
  },
  // An office has one draft at a time; the school whose account is shown begins its own.
  {
    owner: '江城区东濠小学',
    title: '下学年教研组长名单',
    kind: '教研骨干',
    of: ['江城区东濠小学', 4],
    moves: [],
  },
]

/** Tells lists of people that offices draw up and the authority above checks. */
export async function tellRosters(processing: CaseNeeds, today: string): Promise<void> {
  const { db } = processing
  for (const { owner, title, kind, of, moves } of stories) {
    const [place, many] = of
    const people = await db.query(sql`
      select t.name, ${place}::text as org, t.stage as "schoolStage", t.subject
      from teacher t join institution i on i.id = t.institution_id and i.name = ${place}
      where t.status = '11' order by t.name_sort, t.id limit ${many}`)
    const year = Number(today.slice(0, 4))
    const id = await beginCase(processing, {
      actor: await officer(processing, owner),
      definition: roster,
      about: { office: true },
      value: { title: `${year} 年${title}`, rosterYear: year, rosterKind: kind, people },
      key: undefined,
    })
    for (const [action, by, reason = ''] of moves) {
      const { version } = await db.one<{ version: number }>(
        sql`select version from process_case where id = ${id}::uuid`,
      )
      const actor = await officer(processing, by)
      await makeMove(processing, { actor, definition: roster, id, action, version, reason, value: {} })
    }
  }
}
