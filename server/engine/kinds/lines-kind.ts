import type { Field } from '../../../catalogue/define.ts'
import type { Line } from '../../../catalogue/kinds/lines.ts'
import { sql } from '../../platform/db/sql.ts'
import { plainKind, type ServerKind } from './server-kind.ts'

/** A filled cell of a line. */
interface Cell {
  readonly field: Field
  readonly value: unknown
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every filled cell of a value, line by line. */
const cellsOf = (value: unknown, { lines = {} }: Field): Cell[] =>
  [value]
    .flat()
    .filter(isLine)
    .flatMap((line) =>
      Object.entries(lines).flatMap(([key, field]) =>
        line[key] === null || line[key] === undefined ? [] : [{ field, value: line[key] }],
      ),
    )

/**
 * Lines of small fields in one jsonb column. What a cell names is what its own kind names
 * (kinds.ts, which imports this file, hands the kinds in).
 */
export function linesKind(kindOf: (field: Field) => ServerKind): ServerKind {
  return {
    ...plainKind('lines', 'jsonb'),
    // The driver would send an array of objects as a PostgreSQL array.
    parameter: (value) => (value === null ? sql`null::jsonb` : sql.json(value)),
    filesIn: (value, field) =>
      cellsOf(value, field).flatMap((cell) => kindOf(cell.field).filesIn(cell.value, cell.field)),
    refusal: async (value, field, judging) => {
      for (const cell of cellsOf(value, field)) {
        const refusal = await kindOf(cell.field).refusal?.(cell.value, cell.field, judging)
        if (refusal) return `${cell.field.label}：${refusal}`
      }
      return null
    },
  }
}
