import { z } from 'zod'
import { file } from '../field.ts'

/**
 * What a goal of a pair agreement counts, by its code in dictionary `pairGoal`. `figure`: an indicator of
 * `catalogue/figures`, over the people of the supported side. `facts`: facts of persons in the year that ends
 * with the day; `each`: per full-time teacher. `stated`: what no figure knows, written by both sides.
 */
export type GoalCounting =
  | { readonly by: 'figure'; readonly indicator: string }
  | {
      readonly by: 'facts'
      readonly kinds: readonly string[]
      readonly of: 'times' | 'hours'
      readonly each: boolean
    }
  | { readonly by: 'stated' }

export interface GoalKind {
  readonly label: string
  readonly unit: string
  readonly counting: GoalCounting
  /** Where the number comes from, where no indicator says it. */
  readonly counted?: string
}

/** The code of goals whose numbers both sides write. */
export const statedGoal = '99'

const figure = (label: string, indicator: string, unit = '%'): GoalKind => ({
  label,
  unit,
  counting: { by: 'figure', indicator },
})

export const goalKinds: Readonly<Record<string, GoalKind>> = {
  '01': figure('高级职称教师占比', 'senior'),
  '02': figure('高一级学历教师占比', 'eduUp'),
  '03': figure('研究生学历教师占比', 'master'),
  '04': figure('持证上岗率', 'cert'),
  '05': figure('县级及以上骨干教师占比', 'bone'),
  '06': figure('高层次人才', 'talent', '人'),
  '07': figure('35 岁及以下教师占比', 'young'),
  '11': {
    label: '人均年度教研学时',
    unit: '学时',
    counting: { by: 'facts', kinds: ['present', 'complete'], of: 'hours', each: true },
    counted: '截至当日一年内，签到计入的教研活动和学完的课程给出的学时之和，除以专任教师数。',
  },
  '12': {
    label: '年度公开课',
    unit: '节',
    counting: { by: 'facts', kinds: ['taught'], of: 'times', each: false },
    counted: '截至当日一年内，已归档的教研活动里由本单位教师授的课。',
  },
  '13': {
    label: '年度听评课',
    unit: '节次',
    counting: { by: 'facts', kinds: ['observed'], of: 'times', each: false },
    counted: '截至当日一年内，本单位教师提交听课表的节次。',
  },
  [statedGoal]: {
    label: '自报指标',
    unit: '',
    counting: { by: 'stated' },
    counted: '平台无该项数据，由一方填写数值和依据，另一方确认后才算。',
  },
}

/** Codes of dictionary `pairSide`: the side that begins an agreement supports the other one, or is supported. */
export const sides = { supporting: '1', supported: '2' } as const
/** Codes of dictionary `pairKind`. */
export const pairKinds = { offices: '1', schools: '2', institutes: '3', universities: '4' } as const
/** Codes of dictionary `pairDirection`. */
export const directions = { up: '1', down: '2' } as const

/** What a side attaches to a number that it states; read as a form of this one field. */
export const statementForm = {
  fields: {
    files: file('材料', {
      multiple: true,
      most: 5,
      accept: ['pdf', 'jpg', 'png', 'docx', 'xlsx'],
      maxSizeMB: 20,
      help: '登记簿、统计表等，至多 5 个；双方和备案单位看得到',
    }),
  },
  form: [{ title: '材料', fields: ['files'] }],
} as const

const nullable = z.string().nullable().default(null)
/** An exact amount travels as text. */
const amount = z
  .union([z.number(), z.string().transform(Number)])
  .nullable()
  .default(null)

/** A goal as the form of an agreement has it; cells that are not filled in are null. */
export const goalLine = z.object({
  goal: nullable,
  stated: nullable,
  unit: nullable,
  start: amount,
  direction: nullable,
  target: amount,
  dueOn: nullable,
})
export type GoalLine = z.output<typeof goalLine>

/** The goals of a form; none where there are none yet. */
export const goalsIn = (value: unknown): GoalLine[] => z.array(goalLine).parse(value ?? [])

/** What a goal is called and counted in. */
export const namesOf = ({ goal, stated, unit }: Pick<GoalLine, 'goal' | 'stated' | 'unit'>) =>
  goal === statedGoal
    ? { label: stated ?? '自报指标', unit: unit ?? '' }
    : { label: goalKinds[goal ?? '']?.label ?? '', unit: goalKinds[goal ?? '']?.unit ?? '' }

/** Why the goals cannot be agreed to; null where they can. */
export function goalFault(goals: readonly GoalLine[], term: { from: string; until: string }): string | null {
  const seen = new Set<string>()
  for (const [index, goal] of goals.entries()) {
    const fault = faultOf(goal, term)
    if (fault !== null) return `第 ${index + 1} 项目标：${fault}`
    const key = `${goal.goal ?? ''} ${goal.goal === statedGoal ? (goal.stated ?? '') : ''}`
    if (seen.has(key)) return `第 ${index + 1} 项目标：同一个指标写了两次`
    seen.add(key)
  }
  return null
}

function faultOf(goal: GoalLine, { from, until }: { from: string; until: string }): string | null {
  if (goal.dueOn !== null && (goal.dueOn <= from || goal.dueOn > until))
    return `期限须在 ${from} 之后、${until} 以前`
  if (goal.goal !== statedGoal) {
    return goal.stated !== null || goal.start !== null || goal.unit !== null
      ? '名称、单位和起点只有自报指标才填，其他由平台算'
      : null
  }
  if (goal.stated === null || goal.unit === null || goal.start === null)
    return '自报指标须写明名称、单位和起点'
  if (goal.target === null) return null
  return directionFault(goal.start, goal.target, goal.direction)
}

/** Why a target does not go the way that the goal says; null where it does. */
export function directionFault(start: number, target: number, direction: string | null): string | null {
  if (target === start) return '目标不能等于起点'
  const rises = target > start
  if (rises === (direction !== directions.down)) return null
  return rises ? '方向是“降低”，目标却高于起点' : '方向是“提高”，目标却低于起点'
}

/** The share of the way from the baseline to the target that is gone: below 0 and above 1, too; null without one. */
export const progressOf = (baseline: number, now: number, target: number): number | null =>
  target === baseline ? null : (now - baseline) / (target - baseline)
