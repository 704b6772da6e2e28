import { z } from 'zod'
import { paperStates, type PaperState } from '../forms.ts'
import { uuid } from '../envelope.ts'

const state = z.enum(Object.keys(paperStates) as [PaperState])

/** GET /api/v1/credentials: the papers that certify something about the reader, the newest first. */
export const wallet = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** As it is printed: four letters at a time. */
      code: z.string(),
      issuer: z.string(),
      at: z.string(),
      state,
      says: z.array(z.object({ label: z.string(), text: z.string() })),
      /** Whether a credential was made of it. */
      issued: z.boolean(),
    }),
  ),
})
export type Wallet = z.infer<typeof wallet>
export type WalletLine = Wallet['list'][number]

export const paperParams = z.object({ id: uuid })
/** The credential itself, a JSON Web Token. */
export const credentialText = z.object({ name: z.string(), credential: z.string() })
/** POST /api/v1/credentials/verify */
export const credentialAsked = z.strictObject({
  credential: z
    .string({ error: '请粘贴电子证书的内容' })
    .trim()
    .min(1, '请粘贴电子证书的内容')
    .max(20_000, '内容过长，不是电子证书'),
})
