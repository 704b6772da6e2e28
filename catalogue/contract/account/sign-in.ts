import { z } from 'zod'

/** Answer and number of a captcha, where one was asked for. */
export const captchaAnswer = {
  captcha: z.string().max(20, '验证码过长').optional(),
  captcha_id: z.uuid('验证码的编号不对').optional(),
}

const captchaKind = z.enum(['picture', 'sound', 'question'], '请选择图片、语音或文字题')
export type CaptchaKind = z.infer<typeof captchaKind>
/**
 * POST /api/v1/login/captcha: a picture; spoken digits or a question in words for whoever does not see it.
 */
export const captchaBody = z.strictObject({ kind: captchaKind })
export const captcha = z.object({
  id: z.string(),
  /** Data address of a PNG, 160 by 60. */
  picture: z.string().nullable(),
  question: z.string().nullable(),
  /** Data address of a WAV of about five seconds. */
  sound: z.string().nullable(),
})
export type Captcha = z.infer<typeof captcha>

/** Roles whose accounts the second factor is meant for: administrator, authorities, review staff. */
export const secondFactorRoles: readonly number[] = [1, 4, 5, 6, 100, 101, 102]
export const secondFactorModes = ['off', 'offer', 'require'] as const

/** A code of the phone, or a recovery code. */
const factorCode = z
  .string({ error: '请填写动态码' })
  .trim()
  .min(6, '动态码是 6 位数字')
  .max(20, '动态码是 6 位数字')
const ticket = z.string().max(600)
const setup = z.string().max(600)

/**
 * The secret of a second factor: as text, as a QR code (data address of an SVG), and sealed, to be sent back
 * with the first code.
 */
export const enrolment = z.object({ secret: z.string(), qr: z.string(), setup: z.string() })
export type Enrolment = z.infer<typeof enrolment>

/**
 * The step after a right password where the account has a second factor, or must have one: `enrolment` is
 * there in that case.
 */
export const secondStep = z.object({
  second_step: z.object({ ticket: z.string(), enrolment: enrolment.nullable() }),
})

/** POST /api/v1/login/totp and /api/v1/login/totp/enrol. */
export const totpLoginBody = z.strictObject({ ticket, code: factorCode })
export const totpEnrolLoginBody = z.strictObject({ ticket, setup, code: factorCode })

/** GET /api/v1/user/totp. `asked`: whether this person's roles should have one. */
export const factorState = z.object({
  mode: z.enum(secondFactorModes),
  asked: z.boolean(),
  since: z.string().nullable(),
  codes_left: z.number().int(),
})
export type FactorState = z.infer<typeof factorState>
export const totpEnrolBody = z.strictObject({ setup, code: factorCode })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** POST /api/v1/user/confirm: password (sealed or over TLS), or a code of the phone. */
export const confirmBody = z.union([
  z.strictObject({
    password: z.string().min(1, '请填写登录密码').max(2000, '密码过长'),
    kid: z.string().max(60).optional(),
  }),
  z.strictObject({ code: factorCode }),
])

/** What the account centre's ticket is for, and the choice that may follow it. */
export const cookieLoginBody = z.union([
  z.strictObject({ local_login: z.string().min(1).max(2000) }),
  z.strictObject({ ticket, account_id: z.number().int() }),
])
