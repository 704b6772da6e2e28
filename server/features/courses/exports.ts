import type { Actor } from '../../../catalogue/access/access.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { mostExported } from '../../../catalogue/contract/administration/exports.ts'
import {
  courseParams,
  coursesAsked,
  learnersAsked,
  type CourseLine,
  type LearnerLine,
} from '../../../catalogue/contract/courses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { courseHeads, grantWords, learnerHeads, learnerStates } from '../../../catalogue/watch/heads.ts'
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
    of: ({ state }) => contentStates[state],
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
  {
    key: 'done',
    title: learnerHeads.done,
    width: 10,
    of: ({ done }) => learnerStates[done ? 'complete' : 'learning'],
  },
  { key: 'hours', title: learnerHeads.hours, kind: 'number', width: 8, of: ({ hours }) => hours },
  { key: 'heard', title: learnerHeads.heard, width: 18, of: ({ heardAt }) => momentCell(heardAt) },
]

const noPages = { page: true, pageSize: true } as const

/** A list whose lines are all read at once, since what is counted of one is counted of all. */
function openLines<Line>(
  about: Pick<OpenedList, 'title' | 'filters' | 'order'>,
  columns: readonly LineColumn<Line>[],
  keyOf: (line: Line) => ExportKey,
  read: (whole: { readonly page: number; readonly pageSize: number }) => Promise<readonly Line[]>,
): OpenedList {
  let lines: Promise<ReadonlyMap<string, Line>> | undefined
  const byId = async (most: number) =>
    new Map((await read({ page: 1, pageSize: most })).map((line) => [String(keyOf(line).id), line]))
  return {
    ...about,
    columns: openColumns(columns),
    keys: async (limit) => [...(await byId(limit)).values()].map(keyOf),
    rows: async (keys) => {
      // Once for all batches of a file.
      const known = await (lines ??= byId(mostExported))
      return keys.flatMap(({ id }) => {
        const line = known.get(String(id))
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

type ListFilter = Readonly<Record<string, string>>

const wordsOf = (q: string | undefined): string[] => (q ? [`关键词：${q}`] : [])

async function openCourses(db: Queryable, actor: Actor, given: ListFilter): Promise<OpenedList> {
  const asked = parsed(coursesAsked.omit(noPages), given)
  return openLines(
    {
      title: '教研课程',
      filters: [
        ...wordsOf(asked.q),
        ...(asked.state ? [`状态：${contentStates[asked.state]}`] : []),
        ...(asked.subject ? [`学科：${labelOf('subject', asked.subject)}`] : []),
        ...(asked.grants ? [`学时：${grantWords[asked.grants]}`] : []),
      ],
      order: '最近修改的在前',
    },
    courseColumns,
    ({ id }) => ({ id, teacher: null }),
    async (whole) => (await coursesOf(db, actor, { ...asked, ...whole })).list,
  )
}

async function openLearners(db: Queryable, actor: Actor, given: ListFilter): Promise<OpenedList> {
  const { id, ...asked } = parsed(learnersAsked.omit(noPages).extend(courseParams.shape), given)
  const { title } = await officeCourse(db, actor, id)
  return openLines(
    {
      title: `${title} 学员`,
      filters: [...wordsOf(asked.q), ...(asked.state ? [`状态：${learnerStates[asked.state]}`] : [])],
      order: '最近播放的在前',
    },
    learnerColumns,
    ({ teacherId }) => ({ id: teacherId, teacher: teacherId }),
    async (whole) => (await learnersOf(db, actor, id, { ...asked, ...whole })).list,
  )
}

/** The lists of courses and of learners that offices take out. */
export const courseLists = (db: Queryable): readonly ExportList[] => [
  { name: 'courses', roles: [3, 4, 5, 6], open: (actor, given) => openCourses(db, actor, given) },
  { name: 'courses/learners', roles: [3, 4, 5, 6], open: (actor, given) => openLearners(db, actor, given) },
]
