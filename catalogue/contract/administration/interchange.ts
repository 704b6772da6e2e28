import { z } from 'zod'

const count = z.number().int()

/** GET /api/v1/interchange/layouts: the layouts, and how much of each record type they take. */
export const interchangeLayouts = z.object({
  list: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      version: z.string(),
      /** Where its sheets and heads come from. */
      source: z.string(),
      /** Whether the other system took a file of it. */
      checked: z.boolean(),
      /** Name of the list for exports, and of the workbook for imports. */
      exportList: z.string(),
      importType: z.string(),
      types: z.array(
        z.object({
          type: z.string(),
          title: z.string(),
          /** Null for a type that the layout does not have. */
          sheet: z.string().nullable(),
          /** Whether the reader may import the sheet. */
          into: z.boolean(),
          fields: count,
          carried: count,
          /** Labels of the fields without a column. */
          without: z.array(z.string()),
        }),
      ),
    }),
  ),
})
export type InterchangeLayout = z.infer<typeof interchangeLayouts>['list'][number]

/** GET /api/v1/interchange/sheet: the columns of one sheet. */
export const interchangeSheetQuery = z.strictObject({
  layout: z.string({ error: '请选择格式' }).regex(/^[a-z]{2,20}$/, '没有该格式'),
  type: z.string({ error: '请选择表' }).regex(/^[A-Za-z][A-Za-z0-9]{0,40}$/, '没有该表'),
})
export const interchangeSheet = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      head: z.string(),
      /** Our label; null for columns that say whose a row is. */
      label: z.string().nullable(),
      /** Name of the data item in public copies of the standard. */
      item: z.string().nullable(),
      required: z.boolean(),
      /** What its codes are from: a standard's name, or said to be assumed or our own. */
      codes: z.string().nullable(),
      /** Names of our codes that the other system does not have; all of them where the table is ours. */
      withoutCodes: z.array(z.string()),
    }),
  ),
})
export type InterchangeSheet = z.infer<typeof interchangeSheet>

/** GET /api/v1/interchange/runs: the reader's own exports and imports by layouts, the newest first. */
export const interchangeRuns = z.object({
  list: z.array(
    z.object({
      kind: z.enum(['export', 'import']),
      id: count,
      title: z.string(),
      rows: count,
      /** Of an import: rows that were not written. */
      left: count.nullable(),
      at: z.string(),
      /** Of an export as exports call it; of an import in the words of dictionary importStatus. */
      state: z.string(),
    }),
  ),
})
export type InterchangeRun = z.infer<typeof interchangeRuns>['list'][number]
