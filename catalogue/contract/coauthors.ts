import { z } from 'zod'

const words = (label: string, most: number) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .min(1, `请填写${label}`)
    .max(most, `${label}不超过 ${most} 个字`)

/** Whom an author names beside himself, as people write a name; `at` is an institution. */
export const coauthorAsked = z.strictObject({
  name: words('姓名', 30),
  at: z.int('请选择单位').min(1, '请选择单位').max(2_147_483_647, '没有这个单位'),
  part: words('承担部分', 60),
})
export type CoauthorAsked = z.infer<typeof coauthorAsked>

export const coauthorStates = ['asked', 'agreed', 'declined', 'recalled', 'left'] as const
export const coauthorLine = z.object({
  caseId: z.string(),
  name: z.string(),
  org: z.string(),
  part: z.string(),
  state: z.enum(coauthorStates),
  at: z.string(),
})
export type CoauthorLine = z.infer<typeof coauthorLine>

/** Who is asked and has answered, the newest last. `mayAsk`: the reader may name more. */
export const coauthorList = z.object({ list: z.array(coauthorLine), mayAsk: z.boolean() })
export type CoauthorList = z.infer<typeof coauthorList>

/** A person who is named beside the author, as readers see it. */
export const namedCoauthor = z.object({ name: z.string(), org: z.string(), part: z.string() })
export type NamedCoauthor = z.infer<typeof namedCoauthor>
