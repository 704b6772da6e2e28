import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'

/**
 * Whether a text somebody typed to find a person is a number of theirs: such a number stands in no address,
 * because addresses are kept by browsers, proxies and logs. Eighteen places of an identity card, or a mobile
 * number.
 */
export function isPersonalNumber(text: string): boolean {
  const plain = text.replace(/[\s-]/g, '')
  return /^\d{17}[\dXx]$/.test(plain) || /^1[3-9]\d{9}$/.test(plain)
}

/** POST /api/v1/people/byNumber: a whole identity or mobile number. */
export const numberBody = z.strictObject({
  number: z
    .string({ error: '请填写证件号或手机号' })
    .trim()
    .min(5, '请填写完整的证件号或手机号')
    .max(30, '不超过 30 个字')
    .refine(isStorable, '含有不能搜索的字符'),
})

/**
 * The person with this number in the caller's scope. Null when there is none or the person is out of scope,
 * so that the two cannot be told apart.
 */
export const numberFound = z.object({
  person: z
    .object({ id: z.number().int(), name: z.string(), teacherId: z.number().int().nullable() })
    .nullable(),
})
export type NumberFound = z.infer<typeof numberFound>
