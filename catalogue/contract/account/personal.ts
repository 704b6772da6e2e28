import { z } from 'zod'
import { cleanLine, codePoints, isStorable } from '../../kinds/kind.ts'
import { page } from '../envelope.ts'
import { captchaAnswer } from './sign-in.ts'

/** A password as it travels: sealed with the key of GET /api/v1/login/key, or plain over loopback or TLS. */
const secret = (missing: string) => z.string({ error: missing }).min(1, missing).max(2000, '密码过长')
const kid = z.string().max(60).optional()

export const mobile = z
  .string({ error: '请填写手机号' })
  .trim()
  .regex(/^1[3-9]\d{9}$/, '手机号应为 11 位数字，以 1 开头')
export const code = z
  .string({ error: '请填写验证码' })
  .trim()
  .regex(/^\d{6}$/, '验证码是 6 位数字')

/** GET /api/v1/user/account: what the personal page shows of the own account. Phone and mail are masked. */
export const account = z.object({
  truename: z.string(),
  login_name: z.string().nullable(),
  image: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  password_changed_at: z.string().nullable(),
  /**
   * Days until the password has to be changed; negative when it is late, null when no day of change is known.
   */
  password_days_left: z.number().int().nullable(),
  /** Whether this session sets a new password without the old one. */
  replaces_one_time: z.boolean(),
  /**
   * What a new password must not contain, for the hint beside the field. The phone and the year of birth are
   * left out, because the hint would reveal them.
   */
  words: z.array(z.string()),
  texts: z.array(z.string()),
})
export type Account = z.infer<typeof account>

/** PUT /api/v1/user/resetPassword. */
export const passwordBody = z.strictObject({
  /** Left out in the session that was opened with the one-time password that this replaces. */
  old_password: secret('请填写原密码').optional(),
  password: secret('请填写新密码'),
  kid,
})

/** POST /api/v1/send_mobile_code. */
export const codeBody = z.strictObject({
  mobile,
  scene: z.enum(['forget', 'bind', 'login'], '只用于登录、找回密码和更换手机号'),
  ...captchaAnswer,
})
export const codeSent = z.object({ expire: z.number().int() })

/**
 * PUT /api/v1/forgetPwd. `account_id` is accepted and without meaning here: a person has one password for all
 * identities.
 */
export const forgottenBody = z.strictObject({
  account: z.string({ error: '请填写账号' }).trim().min(1, '请填写账号').max(60, '账号过长'),
  mobile,
  code,
  password: secret('请填写新密码'),
  kid,
  account_id: z.number().int().optional(),
})
export const checkAccountQuery = z.strictObject({
  account: z.string().trim().min(1, '请填写账号').max(60, '账号过长'),
})
export const nextStep = z.object({ next: z.literal('sms') })

const email = z.email('邮箱的格式不对').max(100, '邮箱过长')
/** POST /api/v1/user/emailCode. */
export const emailCodeBody = z.strictObject({ email })

/**
 * PUT /api/v1/user/mobile and /email. They need the password, because whoever has the phone can set a new
 * password; a new phone or mail address needs a code too.
 */
export const mobileBody = z.strictObject({ mobile, code, password: secret('请填写登录密码'), kid })
export const emailBody = z.strictObject({
  email: z.union([z.literal(''), email], '邮箱的格式不对'),
  code: z.union([z.literal(''), code]).optional(),
  password: secret('请填写登录密码'),
  kid,
})

/** PUT /api/v1/userImage: an image uploaded before by the same account. */
export const imageBody = z.strictObject({ image: z.string({ error: '请选择照片' }).max(60) })
export const imageSet = z.object({ image: z.string() })

/** One place where somebody is signed in. */
export const device = z.object({
  id: z.string(),
  /** Identity it was opened for, in words. */
  identity: z.string(),
  agent: z.string(),
  ip: z.string(),
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  current: z.boolean(),
  /** The portal ended it, because the person had too many sessions. */
  ended: z.boolean(),
})
export type Device = z.infer<typeof device>

/** GET /api/v1/user/draftKey: 32 bytes in base64. */
export const draftKey = z.object({ key: z.string().length(44) })

/** Somebody who opened my archive. `what`: 整份档案, 学习经历 … */
export const reading = z.object({
  id: z.number().int(),
  at: z.string(),
  who: z.string(),
  office: z.string(),
  role: z.number().int(),
  what: z.string(),
  /** Whether it was read on the screen, or taken out as a file. */
  how: z.enum(['read', 'exported']),
})
export const readingPage = page(reading)
export type ReadingChoice = z.infer<typeof reading>

/** GET /api/v1/user/identities: the cards of 切换身份. */
export const identityCard = z.object({
  id: z.number().int(),
  role: z.number().int(),
  organization: z.string(),
  unread: z.number().int(),
  open: z.number().int(),
  current: z.boolean(),
  /** The officer whose work it is, of an identity lent to a deputy. */
  standsFor: z.string().nullable(),
})
export type IdentityCard = z.infer<typeof identityCard>
export const switchBody = z.strictObject({ account_id: z.number({ error: '请选择身份' }).int() })

/** GET /api/v1/organization: the own institution with those above it, the highest first. */
export const ownOrganization = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string().nullable(),
  level: z.string(),
  area_code: z.string(),
  principal: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  above: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type OwnOrganization = z.infer<typeof ownOrganization>

/** Offices: they keep the data of their own institution, and its seal. */
export const officeRoles = [3, 4, 5, 6] as const

const line = (most: number, label: string) =>
  z
    .string()
    .transform(cleanLine)
    .refine(
      (text) => isStorable(text) && codePoints(text) <= most,
      `${label}最多 ${most} 个字，不能有特殊字符`,
    )

/**
 * PUT /api/v1/user/updateOrganization: what changes of the own institution; empty takes it away, but for the
 * name.
 */
export const organizationBody = z
  .strictObject({
    name: line(100, '单位名称')
      .refine((name) => name !== '', '请填写单位名称')
      .optional(),
    principal: line(30, '负责人').optional(),
    phone: z
      .string()
      .trim()
      .regex(
        /^((0\d{2,3}-?)?\d{7,8}(-\d{1,6})?|1[3-9]\d{9})?$/,
        '联系电话应为固定电话或手机号，如 0662-1234567',
      )
      .optional(),
    address: line(200, '地址').optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), '没有要修改的内容')

/**
 * GET /api/v1/seal: where the picture of the institution's seal can be fetched for a day, and since when it
 * is there; empty and null for none. `seal` is the address under the name by which the portal called it
 * first.
 */
export const seal = z.object({ url: z.string(), updated_at: z.string().nullable(), seal: z.string() })
/** PUT /api/v1/user/resetSeal: an image uploaded before by the same person; empty takes the seal away. */
export const sealBody = z.strictObject({ seal: z.string({ error: '请选择印章图片' }).max(60) })
