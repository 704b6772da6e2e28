import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { rubricOf, type RubricName } from '../../reviews/rubrics.ts'
import { conflictKinds } from '../../reviews/conflict-kinds.ts'

/**
 * The rules of a round of expert review. They are frozen when the round opens and printed on its result
 * sheet.
 */

const words = (what: string, most: number) =>
  z
    .string({ error: `请填写${what}` })
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')
const whole = (what: string, least: number, most: number) =>
  z
    .int({ error: `${what}应为整数` })
    .min(least, `${what}不少于 ${least}`)
    .max(most, `${what}不超过 ${most}`)

const band = z.strictObject({
  label: words('档次', 10),
  /** Lowest score of the band in hundredths of a point. */
  from: whole('档次起分', 0, 10_000),
  text: words('档次说明', 200),
})

const rubricItem = z.strictObject({
  key: z.string({ error: '评分项缺少代号' }).regex(/^[a-z][a-z0-9]{0,19}$/, '评分项代号不对'),
  label: words('评分项', 40),
  /** Highest score in hundredths of a point. */
  max: whole('满分', 100, 10_000),
  /** Percent of the total. */
  weight: whole('权重', 1, 100),
  text: z.string({ error: '评分说明应为文字' }).trim().max(500, '评分说明不超过 500 个字').default(''),
  bands: z.array(band).max(6, '一项最多 6 档').default([]),
})

const severity = z.enum(['block', 'warn'], { error: '回避方式应为 block 或 warn' })
const kinds = Object.fromEntries(conflictKinds.map((kind) => [kind, severity])) as Record<
  (typeof conflictKinds)[number],
  typeof severity
>

const rubric = z
  .array(rubricItem, { error: '请设置评分表' })
  .min(1, '请设置评分表')
  .max(12, '评分表最多 12 项')
  .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, '评分项代号重复')
  .refine((items) => items.reduce((sum, { weight }) => sum + weight, 0) === 100, '各项权重合计应为 100')

export const roundRules = z
  .strictObject(
    {
      /** Experts for each item, and most items of one expert. */
      perItem: whole('每件专家数', 1, 15),
      perExpert: whole('每位专家最多件数', 1, 500),
      /** Days from issue to the end of a task's last day, in Asia/Shanghai. */
      days: whole('评审天数', 1, 90),
      subjects: z.enum(['match', 'any'], { error: '学科要求不对' }),
      /** No two experts of one item from the same city or district. */
      regions: z.enum(['any', 'city', 'district'], { error: '地区要求不对' }),
      rubric,
      /** With at least so many scores the highest and the lowest are dropped; null for never. */
      dropFrom: whole('除去最高最低分的人数', 3, 15).nullable(),
      normalise: z.enum(['none', 'z'], { error: '分数校正办法不对' }),
      /**
       * Hundredths between highest and lowest total above which another expert scores the item; null for
       * never.
       */
      arbitrationAbove: whole('分差', 100, 10_000).nullable(),
      /**
       * What decides between equal scores: rubric items by key, then `spread`; equal in all share the rank.
       */
      ties: z.array(z.string(), { error: '同分办法不对' }).max(13, '同分办法过多'),
      /** Fewest scores with which an item has a result. */
      least: whole('最少有效评分', 1, 15),
      /** Characters of an opinion at least. */
      opinion: whole('评语最少字数', 0, 500),
      /** Whether applicants read the opinions, without names. */
      opinionsShown: z.boolean({ error: '请选择评语是否反馈' }),
      /** Whether experts learn whose an entry is; what is reviewed says it when the round is opened. */
      anonymity: z.enum(['double', 'named'], '匿名方式不对'),
      conflicts: z.strictObject(kinds, { error: '回避规则不对' }),
      /** Years for which having worked at the same institution counts. */
      formerYears: whole('曾同单位年数', 0, 20),
    },
    { error: '评审规则不对' },
  )
  .refine(({ least, perItem }) => least <= perItem, {
    path: ['least'],
    error: '最少有效评分不能多于每件专家数',
  })
  .refine(
    ({ ties, rubric: items }) =>
      ties.every((tie) => tie === 'spread' || items.some(({ key }) => key === tie)),
    { path: ['ties'], error: '同分办法里有评分表没有的项' },
  )
export type RoundRules = z.output<typeof roundRules>
export type RubricItem = RoundRules['rubric'][number]

const talent = rubricOf('talent')

/** The rules with which a round of declarations begins; `rulesFor` has those of other rounds. */
export const usualRules: RoundRules = {
  perItem: 5,
  perExpert: 40,
  days: 14,
  subjects: 'match',
  regions: 'any',
  rubric: talent.rubric,
  dropFrom: 5,
  normalise: 'none',
  arbitrationAbove: 2000,
  ties: talent.ties,
  least: 3,
  opinion: 20,
  opinionsShown: true,
  anonymity: 'double',
  conflicts: {
    sameInstitution: 'block',
    formerInstitution: 'block',
    coMember: 'block',
    coAuthor: 'warn',
    family: 'block',
    sameStudio: 'block',
    pairedSides: 'warn',
    sameRound: 'block',
  },
  formerYears: 3,
}

/** The rules with which a round begins, by what it reviews. */
export function rulesFor(name: RubricName): RoundRules {
  const { rubric, ties } = rubricOf(name)
  return { ...usualRules, rubric, ties }
}
