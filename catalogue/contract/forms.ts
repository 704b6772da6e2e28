import { z } from 'zod'
import { rollQuery } from './archive/roll.ts'
import { purposes, type PurposeCode } from '../forms/define.ts'
import { isStorable } from '../kinds/kind.ts'
import { page, paging, uuid } from './envelope.ts'

const purpose = z.enum(Object.keys(purposes) as PurposeCode[], { error: '没有该用途' })
/** Why an office opens what is sealed: it stands in the audit, as of a single value (revealBody). */
const reason = z.string().trim().min(2, '请写明原因').max(200, '原因不超过 200 个字')
const formName = z.string().max(40)
const teacherId = z.coerce
  .number({ error: '教师编号应为整数' })
  .int('教师编号应为整数')
  .positive('教师编号应为正数')
  .max(2147483647, '没有该教师')

/** What a paper is made of: a teacher's archive, one record of it, or a case. */
export const formAsked = z.strictObject({
  teacherId: teacherId.optional(),
  caseId: uuid.optional(),
})

/** One form that the reader may print, with what there is to choose from. */
const formChoice = z.object({
  form: z.string(),
  title: z.string(),
  note: z.string(),
  purposes: z.array(z.object({ code: purpose, label: z.string(), opens: z.string() })),
  /** Records it can be about, newest first; null where it is about the whole. */
  records: z.array(z.object({ id: uuid, label: z.string() })).nullable(),
  /** It can be had as a document of Word, too. */
  word: z.boolean(),
})
export type FormChoice = z.infer<typeof formChoice>
/** GET /api/v1/forms */
export const formChoices = z.object({ list: z.array(formChoice) })

/** Most people of one bundle, or of one roster. */
export const mostInBundle = 2000
const people = z
  .array(z.int('教师编号应为整数').positive('教师编号应为正数').max(2147483647, '没有该教师'))
  .min(1, '请选择教师')
  .max(mostInBundle, `一次最多 ${mostInBundle} 人`)

/** POST /api/v1/forms/print */
export const printAsked = z.strictObject({
  form: formName,
  teacherId: teacherId.optional(),
  /** The record or the case it is about. */
  about: uuid.optional(),
  purpose: purpose.optional(),
  /** Asked of an office that states a purpose. */
  reason: reason.optional(),
  /** Word only where the form is a file of Word (`word` of its choice). */
  format: z.enum(['pdf', 'docx'], { error: '格式只能是 pdf 或 docx' }).default('pdf'),
  /** The people of a roster; everybody of the own school unless given. */
  teacherIds: people.optional(),
})
export type PrintAsked = z.output<typeof printAsked>
/** As it is sent. */
export type PrintRequest = z.input<typeof printAsked>

/** What became of a paper since: changed values or a newer paper make it superseded. */
export const paperStates = { valid: '有效', superseded: '已被新版取代', revoked: '已撤销' } as const
const paperState = z.enum(Object.keys(paperStates) as (keyof typeof paperStates)[])
export type PaperState = z.infer<typeof paperState>

export const issuedForm = z.object({
  id: uuid,
  form: z.string(),
  title: z.string(),
  version: z.string(),
  /** Null on a paper without a code: one that is not approved yet, and working copies. */
  code: z.string().nullable(),
  holder: z.string(),
  purpose: z.string().nullable(),
  at: z.string(),
  pages: z.int(),
  state: paperState,
  revokeReason: z.string().nullable(),
  /** Whether the file is still kept. */
  hasFile: z.boolean(),
})
export type IssuedForm = z.infer<typeof issuedForm>
/** GET /api/v1/forms/issued: the reader's own papers, the newest first. */
/** GET /api/v1/forms/certificates: what the reader was certified, the newest first. */
export const ownCertificates = z.object({
  list: z.array(
    z.object({
      caseId: uuid,
      type: z.string(),
      /** The name of the certificate, and what it was given for. */
      title: z.string(),
      of: z.string(),
      host: z.string(),
      number: z.string().nullable(),
      /** `YYYY-MM-DD` of the decision. */
      day: z.string(),
    }),
  ),
})
export type OwnCertificates = z.infer<typeof ownCertificates>

export const issuedPage = page(issuedForm)
export const issuedQuery = z.strictObject(paging)
export const issuedParams = z.object({ id: uuid })

/** POST /api/v1/forms/print and GET …/{id}/address: a paper and where its file is for the next minutes. */
export const paperAddress = z.object({ id: uuid, url: z.string(), name: z.string() })
export type PaperAddress = z.infer<typeof paperAddress>

/** POST /api/v1/forms/issued/{id}/revoke */
export const revocation = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1, '请填写撤销的原因')
    .max(200, '不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
})

/** GET /api/v1/verify/{code}: what anybody may know of a paper; null for a code that names none. */
export const verified = z.object({
  paper: z
    .object({
      title: z.string(),
      version: z.string(),
      issuer: z.string(),
      at: z.string(),
      pages: z.int(),
      /** 陈＊＊ */
      holder: z.string(),
      state: paperState,
      /** When it was revoked or superseded, and by whom; null while it is valid. */
      since: z.string().nullable(),
      by: z.string().nullable(),
      /** SHA-256 of the file, in hexadecimal: its first sixteen letters are shown, all of them compared. */
      sha256: z.string(),
      /** What a certificate that holds says, line by line; empty for every other paper. */
      says: z.array(z.object({ label: z.string(), text: z.string() })),
    })
    .nullable(),
})
export type FormVerification = z.infer<typeof verified>

/** GET /api/v1/archive/export/{teacherId} */
export const archiveExport = z.strictObject({
  format: z.enum(['pdf', 'docx'], { error: '格式只能是 pdf' }).default('pdf'),
  parts: z.string().max(60).optional(),
  purpose: purpose.optional(),
  reason: reason.optional(),
})

/**
 * POST /api/v1/forms/bundles: one form for many people, as a zip; those who were chosen, or all that a
 * question to the roll finds.
 */
export const bundleAsked = z.union(
  [
    z.strictObject({ form: formName, teacherIds: people }),
    z.strictObject({ form: formName, found: rollQuery }),
  ],
  { error: '请选择教师' },
)
export type BundleAsked = z.infer<typeof bundleAsked>

export const bundle = z.object({
  id: uuid,
  title: z.string(),
  at: z.string(),
  total: z.int(),
  done: z.int(),
  state: z.enum(['running', 'ready', 'cancelled', 'expired']),
  keptUntil: z.string().nullable(),
  /** People whose paper could not be made, and why. */
  faults: z.array(z.object({ name: z.string(), why: z.string() })),
})
export type Bundle = z.infer<typeof bundle>
/** GET /api/v1/forms/bundles */
export const bundles = z.object({ list: z.array(bundle) })
