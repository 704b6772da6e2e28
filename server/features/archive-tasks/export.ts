import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  personStates,
  personStateWords,
  taskParams,
  taskPeopleAsked,
  type TaskPerson,
} from '../../../catalogue/contract/archive-tasks.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { parsed } from '../../platform/http/body.ts'
import { peopleKeys, peopleLines, taskFor } from './read.ts'

const columns: readonly LineColumn<TaskPerson>[] = [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'institution', title: '单位', width: 28, of: ({ institution }) => institution },
  { key: 'state', title: '状态', width: 14, of: ({ state }) => personStateWords[state] },
  { key: 'at', title: '自', width: 18, of: ({ at }) => at },
]

const asked = z.strictObject({
  ...taskParams.shape,
  ...taskPeopleAsked.pick({ place: true, state: true }).shape,
})

async function open(
  db: Queryable,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { id, ...narrowing } = parsed(asked, query)
  const { title } = await taskFor(db, actor, id)
  return {
    title: `采集任务：${title}`,
    columns: openColumns(columns),
    filters: [
      narrowing.state === undefined
        ? personStates.map((one) => personStateWords[one]).join('、')
        : personStateWords[narrowing.state],
    ],
    order: '待补齐的在前，按姓名',
    keys: async (most) =>
      (await peopleKeys(db, actor, { id, ...narrowing }, most)).map((teacher) => ({ id: teacher, teacher })),
    rows: async (keys) => {
      const teachers = keys.map((key) => Number(key.id))
      const lines = await peopleLines(db, actor, id, teachers)
      const byTeacher = new Map(lines.map((line) => [line.teacherId, line]))
      return teachers.flatMap((teacher) => {
        const line = byTeacher.get(teacher)
        return line ? [rowOfLine(columns, line)] : []
      })
    },
  }
}

/** People of a task in the reader's scope, as its page lists them. */
export const taskPeopleList = (db: Queryable): ExportList => ({
  name: 'archiveTaskPeople',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(db, actor, query),
})
