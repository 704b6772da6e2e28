import { courseRosterQuery } from '../../../catalogue/contract/training/rosters.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { classListHeads } from '../../../catalogue/hours/words.ts'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { sql } from '../../platform/db/sql.ts'
import { learnersIn } from './rosters.ts'
import { projectFor, type StandingProject } from './standing.ts'

const query = courseRosterQuery.pick({ className: true }).extend({ project: uuid })

interface ClassLine {
  readonly id: string
  readonly teacherId: number
  readonly seatNo: number | null
  readonly name: string
  readonly school: string
  readonly stage: string | null
  readonly subject: string | null
  readonly className: string
  readonly role: string
  readonly sleepsHere: boolean
  /** Masked for everybody: who has to be called is called through the school. */
  readonly phone: string | null
}

const columns: readonly LineColumn<ClassLine>[] = [
  { key: 'seatNo', title: classListHeads.seatNo, kind: 'number', width: 8, of: ({ seatNo }) => seatNo },
  { key: 'name', title: classListHeads.name, width: 12, of: ({ name }) => name },
  { key: 'school', title: classListHeads.school, width: 28, of: ({ school }) => school },
  {
    key: 'stage',
    title: classListHeads.stage,
    width: 12,
    of: ({ stage }) => (stage === null ? null : labelOf('schoolStage', stage)),
  },
  {
    key: 'subject',
    title: classListHeads.subject,
    width: 12,
    of: ({ subject }) => (subject === null ? null : labelOf('subject', subject)),
  },
  { key: 'className', title: classListHeads.className, width: 12, of: ({ className }) => className },
  { key: 'role', title: classListHeads.role, width: 12, of: ({ role }) => labelOf('trainingRole', role) },
  {
    key: 'sleepsHere',
    title: classListHeads.sleepsHere,
    width: 8,
    of: ({ sleepsHere }) => (sleepsHere ? '是' : '否'),
  },
  { key: 'phone', title: classListHeads.phone, width: 16, of: ({ phone }) => phone },
]

async function linesOf(
  { db, keys }: Pick<Engine, 'db' | 'keys'>,
  actor: Actor,
  project: StandingProject,
  className: string | undefined,
): Promise<ClassLine[]> {
  const learners = await learnersIn(db, actor, project, { className })
  const more = await db.query<{
    id: string
    role: string
    sleepsHere: boolean
    person: number
    mobile: string | null
  }>(sql`
    select k.id, coalesce(k.value ->> 'trainingRole', '1') as role,
      coalesce((k.value ->> 'needAccommodation')::boolean, false) as "sleepsHere", p.id as person,
      p.mobile_sealed as mobile
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    join person p on p.id = t.person_id
    where k.id = any(${learners.map(({ id }) => id)}::uuid[])`)
  const byId = new Map(more.map((row) => [row.id, row]))
  return learners.map((learner) => {
    const { role = '1', sleepsHere = false, person = 0, mobile = null } = byId.get(learner.id) ?? {}
    const phone = mobile && keys.open(mobile, `person|mobile|${person}`)
    return { ...learner, role, sleepsHere, phone: phone ? kinds.phone.mask(phone) : null }
  })
}

async function open(
  engine: Pick<Engine, 'db' | 'keys'>,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { project: id, className } = parsed(query, given)
  const project = await projectFor(engine.db, actor, id)
  const read = () => linesOf(engine, actor, project, className)
  return {
    title: `${project.title} 学员名单`,
    columns: openColumns(columns).map((one) =>
      one.key === 'phone' ? { ...one, seen: 'masked' as const } : one,
    ),
    filters: className === undefined ? [] : [`班级：${className}`],
    order: '席位，从小到大',
    keys: async (most) =>
      (await read()).slice(0, most).map((line) => ({ id: line.id, teacher: line.teacherId })),
    rows: async (keys) => {
      const byId = new Map((await read()).map((line) => [line.id, line]))
      return keys.flatMap((key) => {
        const line = byId.get(String(key.id))
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** Who is in the classes of a project, with role, a bed and a masked phone, as a list to take out. */
export const classList = (engine: Pick<Engine, 'db' | 'keys'>): ExportList => ({
  name: 'train/class-list',
  roles: [3, 4, 5, 6],
  open: (actor, given) => open(engine, actor, given),
})
