import type { Actor } from '../../../catalogue/access/access.ts'
import { rollType } from '../../../catalogue/contract/archive/roll.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { scopeCondition, type Place } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { fromStored } from '../../engine/records/index.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** Digits that may be a staff number or the end of an identity number. */
export const isDigits = (text: string): boolean => /^\d{3,12}[Xx]?$/.test(text)

/** Most people of a school whose sealed numbers are opened for one answer. */
const mostOpened = 3_000

interface Row {
  readonly id: number
  readonly recordId: string
  readonly staffNo: string | null
  readonly idCardNo: string | null
}

/**
 * Teachers of one school by their staff number, or by the last four to six places of the identity number.
 * Sealed numbers are found by no index, so they are opened; a school at a time.
 */
export async function teachersByDigits(
  engine: Engine,
  actor: Actor,
  place: Place | null,
  typed: string,
): Promise<number[]> {
  const school = place?.column === 'institution_id' ? place.id : actor.role === 3 ? actor.institutionId : null
  if (school === null)
    throw invalid('keyword', '按工号或证件号后几位只能在一所学校里找，请先选定学校，或输入完整的证件号')
  const definition = definitionOf(engine, rollType)
  const rows = await engine.search.query<Row>(sql`
    select b.owner_id as id, b.id as "recordId", b.${sql.id(snake('staffNo'))} as "staffNo",
      b.${sql.id(snake('idCardNo'))} as "idCardNo"
    from ${sql.id(tableName(rollType))} b
    where b.institution_id = ${school} and ${scopeCondition(actor, 'b')} and b.voided_at is null
    limit ${sql.lit(mostOpened)}`)
  const digits = typed.toUpperCase()
  const byTail = digits.length >= 4 && digits.length <= 6
  const endsSo = ({ recordId, idCardNo }: Row) =>
    byTail &&
    String(fromStored(engine.keys, definition, recordId, { idCardNo })['idCardNo'] ?? '').endsWith(digits)
  return rows.filter((row) => row.staffNo === typed || endsSo(row)).map(({ id }) => id)
}
