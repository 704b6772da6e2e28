import { z } from 'zod'
import { ownBody } from '../own/body.ts'
import { filledText } from './envelope.ts'
import { mostFields } from '../own/judge.ts'
import { ownTypeShape } from '../own/type-body.ts'

const office = z.object({ id: z.int(), name: z.string(), path: z.array(z.int()) })

/** What one office says of one type, as far as it concerns the reader. */
const ownLayer = z.object({ no: z.int(), office, type: z.string(), body: ownBody, asked: z.boolean() })

/** GET /api/v1/own/layer: what offices add to the types, for this reader. `day` decides what is asked already. */
export const ownLayers = z.object({ day: z.string(), layers: z.array(ownLayer) })
export type OwnLayers = z.infer<typeof ownLayers>

const version = z.object({
  no: z.int(),
  at: z.string(),
  by: z.string(),
  confirmedBy: z.string().nullable(),
  note: z.string(),
  fields: z.int(),
  /** Until when it can be taken back; null where it cannot. */
  takeBackUntil: z.string().nullable(),
})

const draft = z.object({
  body: ownBody,
  editNo: z.int(),
  by: z.string(),
  updatedAt: z.string(),
  /** Waits for a second person, who reads these words. */
  asked: z.object({ by: z.string(), note: z.string(), mine: z.boolean() }).nullable(),
})
export type OwnDraft = z.infer<typeof draft>

/** GET /api/v1/own: the types with what this office added. */
export const ownTypes = z.object({
  /** Fields that the office may add to a type; 0 where the office above has not opened it. */
  most: z.int(),
  /** The highest office, which may tighten and hide shipped fields, too. */
  isTop: z.boolean(),
  list: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      /** A type of the office's own; without it one of the program. */
      isOwn: z.boolean(),
      /** Own fields in force of this office, of those above it and of those below it. */
      mine: z.int(),
      above: z.int(),
      below: z.int(),
      tightened: z.int(),
      state: z.enum(['none', 'inForce', 'draft', 'asked']),
    }),
  ),
})
export type OwnTypes = z.infer<typeof ownTypes>

/** POST /api/v1/own-types: begins the draft of a type of the office's own; the same title again gives the same. */
export const newTypeBody = ownTypeShape.pick({ title: true, owner: true, regime: true })
export const newTypeGiven = z.object({ type: z.string() })

/** GET /api/v1/own/{type}. */
export const ownType = z.object({
  type: z.string(),
  /** Number of the version in force; 0 for none. */
  no: z.int(),
  body: ownBody,
  most: z.int(),
  isTop: z.boolean(),
  /** What offices above and below say of the type. */
  others: z.array(ownLayer),
  draft: draft.nullable(),
  versions: z.array(version),
})
export type OwnTypeView = z.infer<typeof ownType>

/** POST /api/v1/own/{type}/key: the key of a new field, given once. */
export const ownKeyGiven = z.object({ key: z.string() })

const editNo = z.int({ error: '缺少版本号，请刷新后再改' })
/** PUT /api/v1/own/{type}/draft. `editNo` 0 begins a draft. */
export const draftBody = z.strictObject({ body: ownBody, editNo })
export const draftSaved = z.object({ editNo: z.int() })

/** POST /api/v1/own/{type}/effect: what publishing would mean. */
export const effectBody = z.strictObject({ body: ownBody })
export const ownEffect = z.object({
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Labels of the archive that sound like a new field, by the key of the field. */
  alike: z.array(z.object({ key: z.string(), labels: z.array(z.string()) })),
  needsSecond: z.boolean(),
  /** Records in force in the subtree, and owners that have them. */
  records: z.int(),
  owners: z.int(),
  /** Of those, the ones that lack a field that must be filled, by the key of the field. */
  lacking: z.array(z.object({ key: z.string(), from: z.string(), count: z.int() })),
  drafts: z.int(),
  inReview: z.int(),
})
export type OwnEffect = z.infer<typeof ownEffect>

const words = filledText('变更说明', 300)
/** POST /api/v1/own/{type}/publish. */
export const publishBody = z.strictObject({ editNo, note: words })
/** Published: from when it counts. Asked: waits for a second person. */
export const published = z.object({
  no: z.int().nullable(),
  countsFrom: z.string().nullable(),
  asked: z.boolean(),
})
export type OwnPublished = z.infer<typeof published>

/** POST /api/v1/own/{type}/confirm and …/refuse. */
export const confirmBody = z.strictObject({ editNo })
export const refuseBody = z.strictObject({ editNo, reason: filledText('退回原因', 300) })
export const takeBackBody = z.strictObject({ no: z.int() })

/** GET and PUT /api/v1/own-openings: to which offices below own fields are open. */
export const openings = z.object({
  list: z.array(z.object({ id: z.int(), name: z.string(), most: z.int(), fields: z.int() })),
})
export type OwnOpenings = z.infer<typeof openings>
export const openingBody = z.strictObject({
  office: z.int(),
  most: z.int('应为整数').min(0).max(mostFields, `至多 ${mostFields} 个`),
})
