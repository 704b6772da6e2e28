import type { Actor } from '../../../catalogue/access/access.ts'
import { contentStates, type ContentState } from '../../../catalogue/contents/define.ts'
import {
  courseParams,
  coursesAsked,
  learnersAsked,
  type CourseLine,
  type LearnerLine,
} from '../../../catalogue/contract/courses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { courseHeads, learnerHeads } from '../../../catalogue/watch/heads.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import type { Queryable } from '../../engine/engine.ts'
import {
  momentCell,
  openColumns,
  rowOfLine,
  type ExportKey,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { officeCourse } from './course.ts'
import { coursesOf, learnersOf } from './office.ts'

/** Lines of one file at most: a list of courses is narrowed, a course has no more learners in a school year. */
const most = 10_000

const isState = (state: string): state is ContentState => Object.hasOwn(contentStates, state)

const courseColumns: readonly LineColumn<CourseLine>[] = [
  { key: 'title', title: courseHeads.title, width: 40, of: ({ title }) => title },
  {
    key: 'subject',
    title: courseHeads.subject,
    width: 12,
    of: ({ subject }) => (subject === null ? null : labelOf('subject', subject)),
  },
  { key: 'org', title: courseHeads.org, width: 28, of: ({ org }) => org },
  {
    key: 'state',
    title: courseHeads.state,
    width: 10,
    of: ({ state }) => (isState(state) ? contentStates[state] : state),
  },
  { key: 'lessons', title: courseHeads.lessons, kind: 'number', width: 8, of: ({ lessons }) => lessons },
  { key: 'length', title: courseHeads.length, width: 10, of: ({ seconds }) => clockText(seconds) },
  { key: 'hours', title: courseHeads.hours, kind: 'number', width: 8, of: ({ hours }) => hours },
  { key: 'learners', title: courseHeads.learners, kind: 'number', width: 8, of: ({ learners }) => learners },
  { key: 'complete', title: courseHeads.complete, kind: 'number', width: 8, of: ({ complete }) => complete },
]

const learnerColumns: readonly LineColumn<LearnerLine>[] = [
  { key: 'name', title: learnerHeads.name, width: 12, of: ({ name }) => name },
  { key: 'institution', title: learnerHeads.institution, width: 28, of: ({ institution }) => institution },
  { key: 'seconds', title: learnerHeads.seconds, width: 10, of: ({ seconds }) => clockText(seconds) },
  {
    key: 'complete',
    title: learnerHeads.complete,
    kind: 'number',
    width: 10,
    of: ({ complete }) => complete,
  },
  { key: 'lessons', title: learnerHeads.lessons, kind: 'number', width: 8, of: ({ lessons }) => lessons },
  { key: 'done', title: learnerHeads.done, width: 10, of: ({ done }) => (done ? '已完成' : '在学') },
  { key: 'hours', title: learnerHeads.hours, kind: 'number', width: 8, of: ({ hours }) => hours },
  { key: 'heard', title: learnerHeads.heard, width: 18, of: ({ heardAt }) => momentCell(heardAt) },
]

const whole = { page: 1, pageSize: most } as const
const noPages = { page: true, pageSize: true } as const

/** A list whose lines are all read at once, once for its keys and once for its rows. */
function openLines<Line>(
  about: Pick<OpenedList, 'title' | 'filters' | 'order'>,
  columns: readonly LineColumn<Line>[],
  keyOf: (line: Line) => ExportKey,
  read: () => Promise<readonly Line[]>,
): OpenedList {
  return {
    ...about,
    columns: openColumns(columns),
    keys: async (limit) => (await read()).slice(0, limit).map(keyOf),
    rows: async (keys) => {
      const byId = new Map((await read()).map((line) => [keyOf(line).id, line]))
      return keys.flatMap(({ id }) => {
        const line = byId.get(Number(id))
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

type ListFilter = Readonly<Record<string, string>>

async function openCourses(db: Queryable, actor: Actor, given: ListFilter): Promise<OpenedList> {
  const asked = parsed(coursesAsked.omit(noPages), given)
  return openLines(
    { title: '教研课程', filters: [], order: '最近修改的在前' },
    courseColumns,
    ({ id }) => ({ id, teacher: null }),
    async () => (await coursesOf(db, actor, { ...asked, ...whole })).list,
  )
}

async function openLearners(db: Queryable, actor: Actor, given: ListFilter): Promise<OpenedList> {
  const { id, ...asked } = parsed(learnersAsked.omit(noPages).extend(courseParams.shape), given)
  const { title } = await officeCourse(db, actor, id)
  return openLines(
    { title: `${title} 学员`, filters: [], order: '最近播放的在前' },
    learnerColumns,
    ({ teacherId }) => ({ id: teacherId, teacher: teacherId }),
    async () => (await learnersOf(db, actor, id, { ...asked, ...whole })).list,
  )
}

/** The lists of courses and of learners that offices take out. */
export const courseLists = (db: Queryable): readonly ExportList[] => [
  { name: 'courses', roles: [3, 4, 5, 6], open: (actor, given) => openCourses(db, actor, given) },
  { name: 'courses/learners', roles: [3, 4, 5, 6], open: (actor, given) => openLearners(db, actor, given) },
]
