import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'

/** GET /api/v1/find: what is looked for, in the search of the workspace's header. */
export const findQuery = z.strictObject({
  q: z
    .string({ error: '请填写要搜索的内容' })
    .trim()
    .min(1, '请填写要搜索的内容')
    .max(40, '不超过 40 个字')
    .refine(isStorable, '含有不能搜索的字符'),
})

/** Groups of what is found, in the order in which they are shown. */
export const findGroups = ['people', 'institutions', 'records', 'contents', 'pages'] as const
export type FindGroup = (typeof findGroups)[number]

/** A field or a figure of what was found, in words. */
const fact = z.object({ label: z.string(), value: z.string() })

/** What the pane beside the lines tells of a line: its main fields, a summary. */
const preview = z.object({
  facts: z.array(fact),
  text: z.string(),
  /** The teacher whose archive's standing may be asked for; null for other things. */
  teacherId: z.number().int().nullable(),
})
export type Preview = z.infer<typeof preview>

/** One thing that was found. */
export const foundLine = z.object({
  /** What it is called; for a record, what names it. */
  title: z.string(),
  /** What tells it from others of the same title: pinyin of a person, type of a record. */
  detail: z.string(),
  /** Where it stands: school of a person, who holds a record and since when, publisher of a content. */
  note: z.string(),
  /** A path of this site. */
  link: z.string(),
  preview,
})
export type FoundLine = z.infer<typeof foundLine>

/** At most eight lines a group; `more` says that there are others. */
export const findAnswer = z.object({
  groups: z.array(z.object({ group: z.enum(findGroups), lines: z.array(foundLine), more: z.boolean() })),
})
export type FindAnswer = z.infer<typeof findAnswer>

/** GET /api/v1/find/teachers/{id}: how far the archive of a teacher of the scope is, in words. */
export const teacherStanding = z.object({ facts: z.array(fact) })
