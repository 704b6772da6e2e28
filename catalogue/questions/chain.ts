import type { Step } from '../define.ts'
import { is } from '../rules/condition.ts'

/** Who agrees to a question: the office of each level up to the reach that was asked for (decision 0172). */
export const questionChain: readonly Step[] = [
  { level: 'school', when: is('shareScope', '1', '2', '3', '4', '9') },
  { level: 'area', when: is('shareScope', '2', '3', '4', '9') },
  { level: 'city', when: is('shareScope', '3', '4', '9') },
  { level: 'province', when: is('shareScope', '4', '9') },
]

/** What a question is usually returned for; keys 1 to 9 choose one. */
export const questionReasons = [
  '答案有误，请核对',
  '题干有歧义或条件不足',
  '超出课程标准的要求',
  '题目与已有试题雷同，请核对是否原创',
  '公式、单位或符号书写不规范',
  '图形不清楚或与题干不符',
  '难度、知识点或章节标注不当',
  '解析缺失或不完整',
  '共享范围偏大，建议先在本校共享',
] as const
