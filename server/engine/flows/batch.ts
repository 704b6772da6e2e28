import type { z } from 'zod'
import { batchBody, type BatchResult } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../engine.ts'
import { actInBatch } from './act.ts'

type Body = z.infer<typeof batchBody>

/** Does one action to many records of one type, each in its own transaction, and answers for each. */
export async function batch(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  body: Body,
): Promise<BatchResult> {
  const results: BatchResult['results'] = []
  const given = {
    ...(body.reason !== undefined && { reason: body.reason }),
    ...(body.fields && { fields: body.fields }),
  }
  for (const id of new Set(body.ids)) {
    try {
      const done = await actInBatch(engine, actor, definition, id, body.action, given)
      results.push({ id, ok: true, state: done.state, version: done.version, message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ id, ok: false, state: null, version: null, message: error.message })
    }
  }
  return { success: results.filter((r) => r.ok).length, results }
}
