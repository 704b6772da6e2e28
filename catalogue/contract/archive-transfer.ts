import { z } from 'zod'
import { dayText, filledText, page, paging } from './envelope.ts'

/** Days within which a second person agrees, and for which the file of a package is kept. */
export const packageDaysToAgree = 3
export const packageKeptDays = 30
/** Most records of one package. */
export const mostInPackage = 100_000

/** Suite of the signature over the manifests: the key of the portal's certificates. */
export const packageSuite = 'RS256'

/**
 * Where a package stands. `approval`: a second person is asked; `expired`: its days are over and the file is
 * gone; `transferred`: the archive has confirmed it with a receipt.
 */
export const packageStates = [
  'approval',
  'queued',
  'writing',
  'ready',
  'refused',
  'lapsed',
  'cancelled',
  'failed',
  'expired',
  'transferred',
] as const
export type PackageState = (typeof packageStates)[number]

/** Earliest year that a package can be about. */
const firstYear = 1950
const number = (what: string) => z.int(`${what}应为整数`).positive(`${what}应为正数`).max(2_147_483_647)
const institutionId = number('单位编号')
const year = z.int('年度应为整数').min(firstYear, `年度不早于 ${firstYear}`).max(2200, '年度超出范围')

/** What a package holds: the records of an institution that took effect in a year, or all of who left. */
export const packageSubject = z.discriminatedUnion(
  'about',
  [
    z.strictObject({ about: z.literal('year'), institutionId, year }),
    z.strictObject({ about: z.literal('person'), teacherId: number('教师编号') }),
  ],
  { error: '请选择移交一个单位的一个年度，或一名离开人员' },
)
export type PackageSubject = z.output<typeof packageSubject>

const count = z.int()
const aspect = z.object({
  title: z.string(),
  /** What was looked at. */
  checked: z.string(),
  problems: count,
  /** The first of them, in words. */
  samples: z.array(z.string()),
})
export type PackageAspect = z.infer<typeof aspect>

/** POST /api/v1/archive-transfer/check: what a package would hold, and what is wrong with it. */
export const packageReport = z.object({
  title: z.string(),
  records: count,
  people: count,
  files: count,
  bytes: z.number(),
  /** Records that are printed as a form, too. */
  forms: count,
  /** Records in which something stays masked for the office. */
  masked: count,
  types: z.array(z.object({ title: z.string(), records: count })),
  aspects: z.array(aspect),
  /** Offices whose people may agree. */
  offices: z.array(z.string()),
})
export type PackageReport = z.infer<typeof packageReport>

export const packageVerbs = ['download', 'cancel', 'agree', 'refuse', 'receive'] as const

/** One package, from asking to the receipt. */
export const packageJob = z.object({
  id: count,
  title: z.string(),
  state: z.enum(packageStates),
  records: count,
  people: count,
  done: count,
  problems: count,
  bytes: z.number().nullable(),
  askedBy: z.string(),
  office: z.string(),
  askedAt: z.string(),
  lapsesAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string(),
  keptUntil: z.string().nullable(),
  fault: z.string().nullable(),
  receipt: z.object({ number: z.string(), receiver: z.string(), day: z.string() }).nullable(),
  can: z.array(z.enum(packageVerbs)),
})
export type PackageJob = z.infer<typeof packageJob>

/** GET /api/v1/archive-transfer */
export const packageQuery = z.strictObject({
  ...paging,
  which: z.enum(['mine', 'waiting', 'transferred'], { error: '没有该列表' }).default('mine'),
})
export type PackageQuery = z.output<typeof packageQuery>
export const packagePage = page(packageJob).extend({ waiting: count })
export type PackagePage = z.infer<typeof packagePage>

export const packageRefusal = z.strictObject({ reason: filledText('原因', 200) })

/** The receipt of the archive: 移交回执. */
export const packageReceipt = z.strictObject({
  number: filledText('移交回执编号', 60),
  receiver: filledText('接收单位', 60),
  day: dayText('接收日期应形如 2026-01-31'),
})
export type PackageReceipt = z.output<typeof packageReceipt>
