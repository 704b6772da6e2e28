import type { Reach } from '../../../catalogue/flows/reach.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { formulaFault } from '../kinds/index.ts'
import { joined, selected, type QuestionRow } from './row.ts'
import { tracesOf } from './versions.ts'
import { ownReach } from './way.ts'

/** A question that nobody else reads yet, as a paper of its writer's holds it. */
export interface DraftQuestion {
  readonly question: number
  readonly value: QuestionValue
  readonly family: number
  readonly variant: string
  /** How far it is read once it is a version that nobody agreed to. */
  readonly reach: Reach
  /** What keeps it from becoming a version; null for nothing. */
  readonly lacks: string | null
}

/** The drafts among some questions, as they stand now; who may read them is asked before. */
export async function draftsOf(db: Queryable, ids: readonly number[]): Promise<DraftQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db.query<QuestionRow>(
    sql`select ${selected} from ${joined} where q.id = any(${[...ids]}::int[]) and q.live_no is null`,
  )
  return rows.map((row) => ({
    question: row.id,
    value: row.value,
    family: row.family_id ?? row.id,
    variant: tracesOf(row.value).variantHash,
    reach: ownReach(row) ?? '0',
    lacks: lackOf(row),
  }))
}

function lackOf({ state, value }: QuestionRow): string | null {
  if (state === 'inReview') return '正在审核，通过后就能用'
  if (state === 'offline') return '已下架'
  const [fault] = judgeQuestion({ ...value, shareScope: '0' }, formulaFault).filter(
    ({ level }) => level === 'error',
  )
  return fault?.message ?? null
}
