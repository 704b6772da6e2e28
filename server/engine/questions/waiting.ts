import { decidingPath, writingPath } from '../../../catalogue/questions/paths.ts'
import { sql } from '../../platform/db/sql.ts'
import { climbingTodos, type WorkRow } from '../sharing/index.ts'
import type { TodoSource } from '../waiting/index.ts'
import { withdrawQuestion } from './acts.ts'
import { changing, joined, selected, writtenBy, type QuestionNeeds, type QuestionRow } from './row.ts'
import { urgeQuestion } from './undo.ts'
import { waitsFor } from './way.ts'

type Row = QuestionRow & Pick<WorkRow, 'urged_at'>

/** Questions that wait for the actor's office; they are read on the desk, so nothing is done in the list. */
export function waitingQuestions(needs: QuestionNeeds): TodoSource {
  const { db } = needs
  return climbingTodos({
    table: 'question',
    type: 'question',
    title: '试题',
    words: { begin: '编写', end: '可用', done: '已通过' },
    decidesFrom: 3,
    waitsFor,
    madeBy: writtenBy,
    wasApproved: sql`exists (
      select 1 from question_decision d where d.question_id = q.id and d.verdict = 'approved')`,
    rows: async (_, ids, where) => {
      const rows = await db.query<Row>(sql`
        select ${selected}, q.urged_at
        from ${joined}
        where q.id = any(${[...ids]}::int[]) and ${where}`)
      return rows.map((row) => ({ ...row, shareScope: row.value.shareScope }))
    },
    titles: async (ids) => {
      const rows = await db.query<Pick<QuestionRow, 'id' | 'title'>>(
        sql`select id, title from question where id = any(${[...ids]}::int[])`,
      )
      return new Map(rows.map((row) => [String(row.id), row.title]))
    },
    decidedAt: (role, id) => `${decidingPath(role) ?? ''}?id=${id}`,
    madeAt: (role, id) => `${writingPath(role) ?? ''}?id=${id}`,
    withdraw: (actor, id) => changing(needs, { actor, id, version: null }, withdrawQuestion),
    urge: (actor, id) => changing(needs, { actor, id, version: null }, urgeQuestion),
  })
}
