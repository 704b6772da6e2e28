import type { Question, QuestionKind } from './questions.ts'

/** A set of questions to begin from; whoever asks may change all of it. */
export interface QuestionSet {
  readonly name: string
  readonly label: string
  readonly title: string
  readonly anonymous: boolean
  /** The question that names a need of a plan. */
  readonly need?: string
  readonly questions: readonly Question[]
}

const numbered = (
  list: readonly (readonly [
    kind: QuestionKind,
    title: string,
    required: boolean,
    options?: readonly string[],
  ])[],
): Question[] =>
  list.map(([kind, title, required, options = []], place) => ({
    key: `q${place + 1}`,
    kind,
    title,
    required,
    options: [...options],
  }))

export const questionSets: readonly QuestionSet[] = [
  {
    name: 'satisfaction',
    label: '培训满意度',
    title: '培训满意度调查',
    anonymous: true,
    questions: numbered([
      ['scale', '内容贴近我的教学', true],
      ['scale', '主讲讲得清楚', true],
      ['scale', '组织和服务', true],
      ['choices', '哪些环节最有收获', false, ['专题讲座', '课例研磨', '分组研讨', '观摩听课', '作业讲评']],
      ['words', '一条建议', false],
    ]),
  },
  {
    name: 'followUp',
    label: '训后跟踪',
    title: '训后 30 日跟踪',
    anonymous: true,
    questions: numbered([
      ['scale', '课堂上用上了吗', true],
      ['number', '用在了几节课上', false],
      ['choice', '最大的困难', false, ['课时不够', '缺少资源', '班额太大', '不知从哪里开始', '没有困难']],
      ['words', '举一个例子', false],
    ]),
  },
  {
    name: 'needs',
    label: '培训需求',
    title: '培训需求调查',
    anonymous: true,
    need: 'q1',
    questions: numbered([
      [
        'choices',
        '最需要哪方面的培训',
        true,
        ['学科教学', '信息技术', '班级管理', '心理健康', '教育科研', '命题评价'],
      ],
      ['choice', '希望的方式', true, ['集中面授', '线上学习', '线上线下结合', '校本研修']],
      ['number', '一年能安排几天', false],
      ['words', '希望请谁来讲、讲什么', false],
    ]),
  },
  { name: 'blank', label: '空白', title: '', anonymous: true, questions: numbered([['scale', '', true]]) },
]
