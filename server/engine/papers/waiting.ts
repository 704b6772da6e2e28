import { stepOf } from '../../../catalogue/flows/way.ts'
import { decidingPath, makingPath } from '../../../catalogue/papers/paths.ts'
import { sql } from '../../platform/db/sql.ts'
import { climbingTodos, type WorkRow } from '../sharing/index.ts'
import type { TodoSource } from '../waiting/index.ts'
import { urge } from '../ways/index.ts'
import { withdrawPaper } from './acts.ts'
import {
  changing,
  joined,
  madeBy,
  openedRow,
  selected,
  type PaperAct,
  type PaperNeeds,
  type StoredRow,
} from './row.ts'
import { callTo, traveller, waitsFor, wayOf } from './way.ts'

async function urgePaper(acting: PaperAct): Promise<void> {
  const step = stepOf(wayOf(acting.row))
  await urge(acting.tx, traveller(acting.row))
  if (step) await callTo(acting, step)
}

/** Papers that wait for the actor's office; they are read on their page. Sealed ones wait nowhere. */
export function waitingPapers(needs: PaperNeeds): TodoSource {
  const { db, keys } = needs
  return climbingTodos({
    table: 'paper',
    type: 'examPaper',
    title: '试卷',
    words: { begin: '组卷', end: '可用', done: '已通过' },
    decidesFrom: 4,
    waitsFor,
    madeBy,
    wasApproved: sql`exists (
      select 1 from paper_decision d where d.paper_id = q.id and d.verdict = 'approved')`,
    rows: async (actor, ids, where) => {
      const rows = await db.query<StoredRow & Pick<WorkRow, 'urged_at'>>(sql`
        select ${selected}, q.urged_at
        from ${joined(actor)}
        where q.id = any(${[...ids]}::int[]) and q.state <> 'sealed' and ${where}`)
      return rows.map((row) => {
        const { title, shareScope } = openedRow(keys, row).value
        return { ...row, title, shareScope }
      })
    },
    titles: async (ids) => {
      const rows = await db.query<{ id: number; title: string | null }>(
        sql`select id, title from paper where id = any(${[...ids]}::int[]) and state <> 'sealed'`,
      )
      return new Map(rows.map((row) => [String(row.id), row.title ?? '']))
    },
    decidedAt: (role, id) => `${decidingPath(role) ?? ''}?view=queue&id=${id}`,
    madeAt: (role, id) => `${makingPath(role) ?? ''}?id=${id}`,
    withdraw: (actor, id) => changing(needs, { actor, id, version: null }, withdrawPaper),
    urge: (actor, id) => changing(needs, { actor, id, version: null }, urgePaper),
  })
}
