import { z } from 'zod'
import { keptBody, siteBody } from '../../sites/body.ts'
import { filledText } from '../envelope.ts'
import { homeAnswer, siteAnswer } from './portal.ts'

const states = z.enum(['none', 'draft', 'asked'])

/** GET /api/v1/site: the sites that whoever asks keeps. */
export const siteList = z.object({
  list: z.array(
    z.object({
      clientId: z.int(),
      name: z.string(),
      areaCode: z.string(),
      areaName: z.string(),
      domain: z.string().nullable(),
      enabled: z.boolean(),
      /** Number of the version in force; 0 for none. */
      no: z.int(),
      draft: states,
    }),
  ),
})
export type SiteList = z.infer<typeof siteList>

const version = z.object({
  no: z.int(),
  at: z.string(),
  by: z.string(),
  confirmedBy: z.string().nullable(),
  note: z.string(),
  inForce: z.boolean(),
})

/** GET /api/v1/site/{client}. */
export const siteView = z.object({
  clientId: z.int(),
  name: z.string(),
  areaName: z.string(),
  domain: z.string().nullable(),
  no: z.int(),
  body: keptBody,
  logoUrl: z.string().nullable(),
  draft: z
    .object({
      body: keptBody,
      editNo: z.int(),
      by: z.string(),
      updatedAt: z.string(),
      /** Waits for a second person, who reads these words. */
      asked: z.object({ by: z.string(), note: z.string(), mine: z.boolean() }).nullable(),
    })
    .nullable(),
  versions: z.array(version),
})
export type SiteView = z.infer<typeof siteView>

/** GET /api/v1/site/{client}/versions/{no}. */
export const siteVersion = z.object({ no: z.int(), body: keptBody })

const editNo = z.int({ error: '缺少版本号，请刷新后再改' }).min(0, '缺少版本号，请刷新后再改')
const words = filledText('变更说明', 300)

/** PUT /api/v1/site/{client}/draft. `editNo` 0 begins a draft. */
export const siteDraft = z.strictObject({ body: siteBody, editNo })
export const siteSaved = z.object({ editNo: z.int() })

/** POST /api/v1/site/{client}/preview: what visitors would see, and what speaks against it. */
export const sitePreviewBody = z.strictObject({ body: siteBody })
const finding = z.object({
  /** A fault must be mended before publishing; a warning is only said. */
  level: z.enum(['fault', 'warning']),
  field: z.string(),
  message: z.string(),
})
export type SiteFinding = z.infer<typeof finding>
export const sitePreview = z.object({ site: siteAnswer, home: homeAnswer, findings: z.array(finding) })
export type SitePreview = z.infer<typeof sitePreview>

export const siteAsked = z.strictObject({ editNo, note: words })
export const siteConfirmed = z.strictObject({ editNo })
export const siteRefused = z.strictObject({ editNo, reason: filledText('退回原因', 300) })
export const siteBack = z.strictObject({ no: z.int('请选择版本').min(1, '请选择版本'), note: words })
export const sitePublished = z.object({ no: z.int() })

/** GET /api/v1/portal/centre: the centre of an area, named by the letters of a fixed route or by its code. */
export const centreQuery = z.strictObject({
  letters: z
    .string()
    .regex(/^[a-z]{1,10}$/, '没有该中心')
    .optional(),
  area: z
    .string()
    .regex(/^\d{6}$/, '区域代码不对')
    .optional(),
  kind: z.enum(['simple', 'setUp', 'ranks'], { error: '没有该中心页' }),
})
export const centreAnswer = z.object({
  name: z.string(),
  parts: z.array(
    z.object({ id: z.string(), title: z.string(), html: z.string(), cover: z.string().nullable() }),
  ),
})
