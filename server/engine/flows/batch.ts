import type { z } from 'zod'
import { batchBody, type BatchResult } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../engine.ts'
import { batchOf } from '../ways/index.ts'
import { actInBatch } from './act.ts'

type Body = z.infer<typeof batchBody>

/** Does one action to many records of one type, each in a transaction of its own, and answers for each. */
export async function batch(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  { ids, action, reason, fields }: Body,
): Promise<BatchResult> {
  const body = { ...(reason !== undefined && { reason }), ...(fields && { fields }) }
  return batchOf(ids, (id) => actInBatch({ engine, actor, definition, id, action, body }))
}
