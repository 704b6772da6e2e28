import type { z } from 'zod'
import { batchBody, type BatchResult } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Engine } from '../engine.ts'
import { act } from './act.ts'

type Body = z.infer<typeof batchBody>

/** Items of a batch that have to be opened singly: those with warnings. */
async function warned(engine: Engine, ids: readonly string[]): Promise<Set<string>> {
  const rows = await engine.db.query<{ record_id: string }>(sql`
    select record_id from revision where record_id = any(${[...ids]}::uuid[]) and state = 'inReview' and warnings <> '[]'::jsonb`)
  return new Set(rows.map((row) => row.record_id))
}

/** Does one action to many records of one type, each in its own transaction, and answers for each. */
export async function batch(engine: Engine, actor: Actor, definition: AnyRecord, body: Body): Promise<BatchResult> {
  const ids = [...new Set(body.ids)]
  const alone = body.action === 'approve' ? await warned(engine, ids) : new Set<string>()
  const results: BatchResult['results'] = []
  const given = { ...(body.reason !== undefined && { reason: body.reason }), ...(body.fields && { fields: body.fields }) }
  for (const id of ids) {
    try {
      if (alone.has(id)) throw new AppError('wrongState', { message: '有校验提示，请逐条打开审核' })
      const done = await act(engine, actor, definition, id, body.action, given)
      results.push({ id, ok: true, state: done.state, version: done.version, message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, ok: false, state: null, version: null, message: error.message })
    }
  }
  return { success: results.filter((r) => r.ok).length, results }
}
