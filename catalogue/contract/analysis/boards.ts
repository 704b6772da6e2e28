import { z } from 'zod'
import { boardKeys } from '../../boards/board.ts'
import { boardLayout } from '../../boards/layout.ts'
import { isStorable } from '../../kinds/kind.ts'
import { figurePlace, panel } from './figures.ts'

const count = z.number().int()
const id = z.number().int().min(1).max(2_147_483_647)
const institution = z.coerce
  .number({ error: '单位编号应为整数' })
  .int('单位编号应为整数')
  .min(1, '单位编号从 1 起')
  .max(2_147_483_647, '单位编号过大')
const key = z.enum(boardKeys, { error: '没有该大屏' })

/**
 * `inner`: for readers of the office, nothing kept back; `public`: as everybody may read it
 * (docs/decisions/0149).
 */
export const audiences = ['inner', 'public'] as const
export type Audience = (typeof audiences)[number]

/** Parameter of the calls of one board. */
export const boardAsked = z.strictObject({ key })

/**
 * GET /api/v1/screen/{key} (endpoints.json). `area_code`: of an authority in scope; `institution`: the same
 * by its number.
 */
export const screenQuery = z.strictObject({
  area_code: z
    .string()
    .regex(/^(\d{6})?$/, '区划代码应为 6 位数字')
    .transform((code) => (code === '' ? undefined : code))
    .optional(),
  institution: institution.optional(),
  audience: z.enum(audiences, { error: '应为 inner 或 public' }).default('inner'),
})
export type ScreenQuery = z.output<typeof screenQuery>

/**
 * A panel of a screen. `panel` is null where nothing could be worked out yet; `fault` says why it is not new.
 */
export const screenPanel = z.object({
  panel: panel.nullable(),
  /** When its figures were worked out. */
  at: z.string(),
  fault: z.string().optional(),
  /** Of a list of names instead of figures. */
  lines: z.object({ heads: z.array(z.string()), rows: z.array(z.array(z.string())) }).optional(),
})
export type ScreenPanel = z.infer<typeof screenPanel>

const screenPlace = figurePlace.omit({ merged: true, schools: true }).extend({
  /** The area as people call it: 阳江市. */
  area: z.string(),
})
export type ScreenPlace = z.infer<typeof screenPlace>

/** A board as it stands on the wall: its layout and the figures of a place. */
export const screen = z.object({
  board: key,
  /** Screens that were frozen before 0149 say nothing of it: they are public. */
  audience: z.enum(audiences).default('public'),
  layout: boardLayout,
  place: screenPlace,
  /** From the reader's own office down to the place. */
  path: z.array(screenPlace),
  /** Authorities one step below, to step down to. */
  places: z.array(screenPlace),
  /** Key of the rows of `places` in panels by place. */
  on: z.string(),
  basis: z.literal('personnel'),
  /** The oldest figures that it shows. */
  at: z.string(),
  demo: z.boolean(),
  /** Figures of a moment that is over. */
  frozen: z.boolean(),
  panels: z.record(z.string(), screenPanel),
  waiting: z.array(z.object({ key: z.string(), title: z.string(), waitsFor: z.string() })),
})
export type Screen = z.infer<typeof screen>

/** POST /api/v1/screen/{key}/preview: the board as a layout would make it for everybody. */
export const previewAsk = z.strictObject({ layout: z.unknown(), institution: institution.optional() })
export type PreviewAsk = z.output<typeof previewAsk>

const layoutOrigins = ['own', 'above', 'declared'] as const

/** GET /api/v1/boards: the boards of the reader's office. */
export const boardLines = z.object({
  list: z.array(
    z.object({
      board: key,
      title: z.string(),
      enabled: z.boolean(),
      refreshSeconds: count,
      pages: count,
      /** Whose layout is in force. */
      origin: z.enum(layoutOrigins),
      from: z.string().nullable(),
      version: count,
      savedAt: z.string().nullable(),
      /** Links that open it now. */
      links: count,
      waiting: screen.shape.waiting,
    }),
  ),
})
export type BoardLine = z.infer<typeof boardLines>['list'][number]

/** GET /api/v1/boards/{key}: the layout in force for the own office, and the versions it saved. */
export const boardDetail = z.object({
  board: key,
  layout: boardLayout,
  origin: z.enum(layoutOrigins),
  /** The office whose layout it is; null for the declared one. */
  from: z.string().nullable(),
  /** The newest own version; 0 before the first. */
  version: count,
  versions: z.array(
    z.object({
      version: count,
      by: z.string(),
      at: z.string(),
      note: z.string(),
      /** Went back to the layout from above or the declared one. */
      isReset: z.boolean(),
    }),
  ),
})
export type BoardDetail = z.infer<typeof boardDetail>

/** PUT /api/v1/boards/{key}: a new version; a layout of null goes back to what holds without an own one. */
export const layoutSave = z.strictObject({
  layout: z.unknown(),
  /** The newest version that the editor was opened with. */
  after: z.number({ error: '请写明版本' }).int().min(0).max(2_147_483_647),
  note: z
    .string()
    .trim()
    .max(100, '说明不超过 100 个字')
    .refine(isStorable, '说明含有不能保存的字符')
    .default(''),
})
export type LayoutSave = z.output<typeof layoutSave>

/** GET /api/v1/boards/{key}/versions/{version} */
export const versionAsked = z.strictObject({
  key,
  version: z.coerce.number().int().min(1).max(2_147_483_647),
})
export const versionLayout = z.object({ layout: boardLayout.nullable() })

/** Days for which a link may be given, and how many links of an office may hold at once. */
export const shareDays = { least: 1, most: 365, usual: 30 } as const
export const mostShares = 50
/** Networks that a link is bound to. */
export const mostNetworks = 10

/**
 * The shortest prefix that a link may be bound to: wider ones are the internet, where nothing is the office's
 * own.
 */
const widest = { ipv4: 16, ipv6: 32 } as const

/** An address or a block of an office's network (RFC 4632, RFC 4291 2.3). */
const network = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: '应为地址或网段，如 218.15.0.0/16' })
  .refine(
    (block) => {
      const [address = '', bits] = block.split('/')
      return bits === undefined || Number(bits) >= widest[address.includes(':') ? 'ipv6' : 'ipv4']
    },
    { error: `网段太大：IPv4 前缀至少 ${widest.ipv4} 位，IPv6 至少 ${widest.ipv6} 位` },
  )

/** POST /api/v1/board-shares: a link that shows one board without signing in. */
export const shareAsk = z.strictObject({
  board: key,
  institution: institution.optional(),
  /** `frozen`: the figures of now; `live`: those of the place as they will be. */
  mode: z.enum(['frozen', 'live'], { error: '应为 frozen 或 live' }),
  days: z
    .number({ error: '有效天数应为数字' })
    .int('有效天数应为整数')
    .min(shareDays.least, `有效期至少 ${shareDays.least} 天`)
    .max(shareDays.most, `有效期至多 ${shareDays.most} 天`)
    .default(shareDays.usual),
  /** Opens in these networks only, and keeps nothing back there; empty: anywhere, as a public board. */
  networks: z.array(network).max(mostNetworks, `网段最多 ${mostNetworks} 个`).default([]),
  note: z
    .string({ error: '请填写用途' })
    .trim()
    .min(1, '请填写用途，例如“市政务大厅电视墙”')
    .max(50, '用途不超过 50 个字')
    .refine(isStorable, '用途含有不能保存的字符'),
})
export type ShareAsk = z.output<typeof shareAsk>

export const shareStates = ['open', 'expired', 'revoked', 'ended'] as const
const share = z.object({
  id,
  board: key,
  place: z.string(),
  mode: z.enum(['frozen', 'live']),
  networks: z.array(z.string()),
  note: z.string(),
  by: z.string(),
  at: z.string(),
  expiresAt: z.string(),
  lastOpenedAt: z.string().nullable(),
  /** `ended`: whoever made it has no access any more. */
  state: z.enum(shareStates),
})
export type Share = z.infer<typeof share>

/** The links of the own office, the newest first. */
export const shares = z.object({ list: z.array(share) })
/** The secret is told once. */
export const shareMade = z.object({ share, secret: z.string() })
export const shareAsked = z.strictObject({
  id: z.coerce.number({ error: '没有该链接' }).int().min(1).max(2_147_483_647),
})

/**
 * POST /api/v1/shared-board: what a link shows. The secret travels in the body: addresses are kept in logs.
 */
export const sharedAsk = z.strictObject({
  secret: z.string({ error: '链接不完整' }).min(1, '链接不完整').max(100, '链接不完整'),
  institution: institution.optional(),
})
export type SharedAsk = z.output<typeof sharedAsk>
