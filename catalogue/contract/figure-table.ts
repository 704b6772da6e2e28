import { z } from 'zod'
import { page } from './envelope.ts'

const count = z.number().int()
const cell = z.union([z.number(), z.string()]).nullable()
const placeStep = z.object({ name: z.string(), areaCode: z.string().nullable() })

/** A table of figures of a place: rows with cells by the keys of the columns, and what each column means. */
export const figureTable = z.object({
  table: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      /** What the row is: of an area its level in the tree, of a project its code; else empty. */
      level: z.string(),
      /** The area code to go on with, or the number of what the row is about; null where nothing is below. */
      drill: z.string().nullable(),
      cells: z.record(z.string(), cell),
    }),
  ),
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      unit: z.string(),
      definition: z.string(),
      denominator: z.string(),
      /** Whether each of its numbers opens the list of what it counts. */
      opens: z.boolean(),
    }),
  ),
  /** Rows without the one of everything. */
  total: count,
  page: count,
  pageSize: count,
  /** ISO 8601. */
  asOf: z.string(),
  place: placeStep.extend({
    /** From the reader's own place down to this one. */
    path: z.array(placeStep),
  }),
})
export type FigureTable = z.output<typeof figureTable>

/** What stands behind one number of such a table. */
export const figureList = page(
  z.object({
    key: z.string(),
    /** The archive of a person; null for what is no person. */
    teacherId: count.nullable(),
    name: z.string(),
    institution: z.string(),
    values: z.array(z.string()),
  }),
).extend({
  title: z.string(),
  unit: z.string(),
  /** The heads of the columns, by the parts of a line. */
  heads: z.object({ name: z.string(), institution: z.string(), values: z.array(z.string()) }),
})
export type FigureList = z.output<typeof figureList>
