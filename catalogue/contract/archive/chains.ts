import { z } from 'zod'
import type { Condition } from '../../rules/condition.ts'
import type { Step } from '../../define.ts'
import { mostDays } from '../../flows/chain.ts'

const level = z.enum(['school', 'area', 'city', 'province'], { error: '请选择哪一级审核' })
const fieldKey = z.string().min(1, '请选择栏目').max(60)
const scalar = z.union([z.string().max(60), z.number(), z.boolean()])
const scalars = z.array(scalar).max(100, '一个条件至多 100 项')

const simple = [
  z.strictObject({ field: fieldKey, in: scalars }),
  z.strictObject({ field: fieldKey, notIn: scalars }),
  z.strictObject({ field: fieldKey, filled: z.boolean() }),
] as const
const several = z.array(z.union(simple)).min(1, '至少写一个条件').max(8, '一步至多 8 个条件')

/**
 * One condition, or several of which all or any must hold. One level only: users did not need more, and
 * deeper nesting does not fit a sentence.
 */
export const conditionShape: z.ZodType<Condition> = z.union(
  [...simple, z.strictObject({ all: several }), z.strictObject({ any: several })],
  { error: '条件没有写完整' },
)

export const stepShape: z.ZodType<Step> = z.strictObject({
  level,
  when: conditionShape.exactOptional(),
  days: z
    .int('办理期限应为整数')
    .min(1, '办理期限至少 1 个工作日')
    .max(mostDays, `办理期限至多 ${mostDays} 个工作日`)
    .exactOptional(),
  reasonRequired: z.literal(true).exactOptional(),
})

/** At most one step per level. catalogue/flows/chain.ts checks the order and that no step is empty. */
export const chainShape = z.array(stepShape).max(4, '至多四步')

const note = z
  .string({ error: '请填写变更说明' })
  .trim()
  .min(1, '请填写变更说明')
  .max(300, '说明不超过 300 个字')
/** The version in force that the editor read. If another one is in force by now, the answer is 409. */
const basedOn = z.int()

export const chainDraft = z.strictObject({ chain: chainShape })
export const chainPublication = z.strictObject({ chain: chainShape, basedOn, note })
/** `version` null: a city gives its own chain up and follows the province again. */
export const chainReturn = z.strictObject({ version: z.int().nullable(), basedOn, note })

/** GET /api/v1/chains: every reviewed type with the chain in force for the caller's scope. */
export const chainSummary = z.object({
  type: z.string(),
  chain: z.array(stepShape),
  version: z.int(),
  /** Whether it is the caller's own: always for the province, for a city when it published one. */
  own: z.boolean(),
  /** Items under review in the scope. */
  open: z.int(),
})
export const chainList = z.object({ list: z.array(chainSummary) })

/** One version of the caller's scope. `no` counts from 1 within the scope, as people say it. */
export const chainVersion = z.object({
  version: z.int(),
  no: z.int(),
  /** Null: from this version on the province's chain is in force. */
  chain: z.array(stepShape).nullable(),
  at: z.string(),
  by: z.string().nullable(),
  note: z.string(),
})
export type ChainVersion = z.infer<typeof chainVersion>

/** GET /api/v1/chains/{type}. */
export const chainView = chainSummary.extend({
  versions: z.array(chainVersion),
  /** For a city: the province's chain. */
  above: z.array(stepShape).nullable(),
})
export type ChainView = z.infer<typeof chainView>

/** POST /api/v1/chains/{type}/preview: what publishing this chain would mean. */
export const chainImpact = z.object({
  /** Items under review that stay on the version they were submitted under. */
  open: z.array(z.object({ version: z.int(), label: z.string(), count: z.int() })),
  /** The way a submission would take, by an example institution and whether the conditions hold. */
  ways: z.array(
    z.object({
      institution: z.string(),
      kind: z.string(),
      when: z.enum(['always', 'holds', 'fails']),
      steps: z.array(
        z.object({
          level,
          institution: z.string(),
          standsFor: z.array(z.object({ level, why: z.enum(['absent', 'unstaffed']) })),
        }),
      ),
      /** The first level nobody can act for. */
      noHolderFor: level.nullable(),
    }),
  ),
  /** Cities whose own chain stays in force for their schools. */
  ownCities: z.array(z.string()),
})
export type ChainImpact = z.infer<typeof chainImpact>

export const chainPublished = z.object({ version: z.int() })
