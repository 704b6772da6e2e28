import type { Actor } from '../../../catalogue/access/access.ts'
import { courseRosterQuery, type RosterLearner } from '../../../catalogue/contract/training/rosters.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { presenceWords } from '../../../catalogue/presence/rules.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { openColumns, rowOfLine, type ExportList, type LineColumn } from '../../engine/exports/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { parsed } from '../../platform/http/body.ts'
import { rosterOf } from './rosters.ts'
import { projectFor } from './standing.ts'

const query = courseRosterQuery.omit({ page: true, pageSize: true }).extend({ project: uuid })
const enrolment: AnyProcess = trainingEnrolment
/** Learners of one project at most (rosters.ts). */
const all = { page: 1, pageSize: 2_000 } as const

type Session = { readonly id: string; readonly title: string; readonly startsAt: number }

const columnsOf = (sessions: readonly Session[]): readonly LineColumn<RosterLearner>[] => [
  { key: 'seatNo', title: '席位', kind: 'number', width: 8, of: ({ seatNo }) => seatNo },
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'school', title: '单位', width: 28, of: ({ school }) => school },
  {
    key: 'stage',
    title: '学段',
    width: 12,
    of: ({ stage }) => (stage === null ? null : labelOf('schoolStage', stage)),
  },
  {
    key: 'subject',
    title: '学科',
    width: 12,
    of: ({ subject }) => (subject === null ? null : labelOf('subject', subject)),
  },
  { key: 'className', title: '班级', width: 12, of: ({ className }) => className },
  ...sessions.map(({ id, title, startsAt }, n): LineColumn<RosterLearner> => ({
    // The number of the session in the timetable: the screen has the same.
    key: `session${n + 1}`,
    title: `${n + 1} ${dateOf(new Date(startsAt))} ${title}`,
    width: 10,
    of: ({ statuses }) => {
      const status = statuses[id]
      return status ? presenceWords[status] : null
    },
  })),
  {
    key: 'attendance',
    title: '到课率（%）',
    kind: 'number',
    width: 12,
    of: ({ attendance }) => attendance,
  },
  { key: 'score', title: '成绩', kind: 'number', width: 8, of: ({ score }) => score },
  { key: 'state', title: '结果', width: 12, of: ({ state }) => enrolment.states[state]?.label ?? state },
  { key: 'number', title: '证书编号', width: 22, of: ({ number }) => number },
]

async function open(db: Database, actor: Actor, given: Readonly<Record<string, string>>) {
  const { project: id, ...asked } = parsed(query, given)
  const project = await projectFor(db, actor, id)
  const read = () => rosterOf(db, actor, project, { ...all, ...asked })
  const { sessions, leastAttendance } = await read()
  const columns = columnsOf(sessions)
  return {
    title: `${project.title} 花名册`,
    columns: openColumns(columns),
    filters: [
      ...(asked.className === undefined ? [] : [`班级：${asked.className}`]),
      ...(asked.state === undefined ? [] : [`结果：${enrolment.states[asked.state]?.label ?? asked.state}`]),
      ...(asked.below === undefined ? [] : [`到课率低于 ${leastAttendance}%`]),
    ],
    order: '席位，从小到大',
    keys: async (most: number) =>
      (await read()).list.slice(0, most).map((line) => ({ id: line.id, teacher: line.teacherId })),
    rows: async (keys: readonly { readonly id: number | string }[]) => {
      const byId = new Map((await read()).list.map((line) => [line.id, line]))
      return keys.flatMap((key) => {
        const line = byId.get(String(key.id))
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** The roster of a project as a list to take out: learners with marks, scores and results. */
export const rosterList = (db: Database): ExportList => ({
  name: 'train/roster',
  roles: [3, 4, 5, 6],
  open: (actor, given) => open(db, actor, given),
})
