import { z } from 'zod'
import { appId, healthStates } from '../administration/apps.ts'
import { page, paging, typedText } from '../envelope.ts'

const count = z.int()

/** Most apps that somebody keeps as favourites. */
export const mostFavourites = 30
/** Sentence for a jump link that was altered (specification, section 5). */
export const alteredLink = '请勿随意串改地址栏'

/** `use`: given or granted; `ask`: may be asked for; `asked`: waits for an office. */
export const appStandings = ['use', 'ask', 'asked'] as const

export const centreApp = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  description: z.string(),
  /** An address of its picture; null for the first letter of its name. */
  icon: z.string().nullable(),
  openMode: z.string(),
  /** Host that it leads to; null for a page of the portal. */
  host: z.string().nullable(),
  standing: z.enum(appStandings),
  /** Open request, for taking it back. */
  request: count.nullable(),
  /** The office that put it first. */
  pinnedBy: z.string().nullable(),
  health: z
    .object({ state: z.enum([...healthStates, 'maintenance']), ms: count.nullable(), at: z.string() })
    .nullable(),
  maintenance: z.object({ from: z.string(), until: z.string(), note: z.string() }).nullable(),
  /** Pinyin and initials, for the search of the page: `jiao yan|jy`. */
  letters: z.string(),
})
export type CentreApp = z.infer<typeof centreApp>

/** GET /api/v1/apps: what is given to the reader, pinned ones first, then by order. */
export const appCentre = z.object({
  apps: z.array(centreApp),
  /** Numbers in the reader's own order; of apps in the list only. */
  favourites: z.array(z.string()),
  recents: z.array(z.object({ id: z.string(), at: z.string() })),
  /** Who decides about what the reader asks for. */
  decides: z.string(),
  /** Requests that wait for the reader's office. */
  waiting: count,
})
export type AppCentre = z.infer<typeof appCentre>

/** PUT /api/v1/apps/favourites: all of them, in order. */
export const favourites = z.strictObject({
  apps: z.array(appId).max(mostFavourites, `最多收藏 ${mostFavourites} 个`),
})

/** POST /api/v1/apps/{id}/open. The letters are not checked here: a wrong number is no app. */
export const appAsked = z.object({ id: z.string().max(100) })
export const appOpened = z.object({
  name: z.string(),
  address: z.string(),
  openMode: z.string(),
  host: z.string().nullable(),
})
export type AppOpened = z.infer<typeof appOpened>

/** POST /api/v1/appRequests */
export const appRequestAsk = z.strictObject({
  app: appId,
  reason: typedText('用途', 200).min(2, '请写明用途，不少于 2 个字'),
})
export const requestStates = ['open', 'granted', 'refused', 'withdrawn', 'revoked'] as const
export const appRequest = z.object({
  id: count,
  app: z.object({ id: z.string(), name: z.string() }),
  reason: z.string(),
  state: z.enum(requestStates),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string(),
  person: z.string(),
  role: count,
  institution: z.string(),
  /** Whether it waits for the reader's office. */
  mine: z.boolean(),
})
export type AppRequest = z.infer<typeof appRequest>
/** GET /api/v1/appRequests: `own`: what I asked for; `office`: what people of my scope asked for. */
export const requestQuery = z.strictObject({
  ...paging,
  of: z.enum(['own', 'office'], { error: '应为 own 或 office' }).default('own'),
  state: z.enum(requestStates, { error: '没有该状态' }).optional(),
})
export type RequestQuery = z.output<typeof requestQuery>
export const requestPage = page(appRequest)
export const requestId = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})
export const requestVerbs = ['withdraw', 'grant', 'refuse', 'revoke'] as const
export type RequestVerb = (typeof requestVerbs)[number]
/** POST /api/v1/appRequests/{id}/{verb}: refusing and revoking want a reason. */
export const requestAct = z.strictObject({ reason: typedText('原因', 200).default('') })
