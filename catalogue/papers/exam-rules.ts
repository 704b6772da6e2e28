import { labelOf } from '../dictionaries/dictionaries.ts'
import { isWithin, type Reach } from '../flows/reach.ts'

/** A rule about examinations: which papers it is about, and what it says of them. */
interface ExamRule {
  readonly stages: readonly string[] | null
  readonly grades: readonly string[] | null
  /** Codes of examPaperKind. */
  readonly kinds: readonly string[] | null
  /** Reach from which it holds; null for any. */
  readonly from: Reach | null
  readonly verdict: 'refuse' | 'warn'
  readonly sentence: string
  readonly source: string
}

const source = '教育部办公厅《关于加强义务教育学校考试管理的通知》（教基厅函〔2021〕34号）'
const compulsory = ['2', '3', '5']

/** Rules of examinations as data (resources.md, 6.8). */
export const examRules: readonly ExamRule[] = [
  {
    stages: ['2'],
    grades: ['01', '02'],
    kinds: ['01', '02', '03', '04', '05', '06', '10', '99'],
    from: null,
    verdict: 'refuse',
    sentence: '小学一、二年级不进行纸笔考试，不能组该试卷',
    source,
  },
  {
    stages: compulsory,
    grades: null,
    kinds: ['01', '02'],
    from: null,
    verdict: 'warn',
    sentence: '义务教育学校不组织周考、月考、单元考试；可以作为随堂练习，不计分、不排名',
    source,
  },
  {
    stages: compulsory,
    grades: ['03', '04', '05', '07', '08'],
    kinds: ['01', '02', '03', '04', '05', '06', '10', '99'],
    from: '2',
    verdict: 'refuse',
    sentence: '义务教育学校非毕业年级不组织区域性或跨校际的考试，该试卷只能在本校使用',
    source,
  },
  {
    stages: ['2'],
    grades: ['03', '04', '05', '06'],
    kinds: ['03'],
    from: null,
    verdict: 'warn',
    sentence: '小学每学期只在期末考试一次，请核对是否确需期中考试',
    source,
  },
]

/** Papers of national examinations are state secrets before their day: they are never kept here before (6.5). */
export const nationalKinds: readonly string[] = ['06', '07', '08']

export interface ExamFacts {
  readonly schoolStage: string | null
  readonly grade: string | null
  readonly examPaperKind: string | null
  readonly shareScope: Reach
  readonly examDate: string | null
}

export interface ExamVerdict {
  readonly verdict: 'refuse' | 'warn'
  readonly field: 'examPaperKind' | 'shareScope' | 'examDate'
  readonly message: string
}

const holds = (list: readonly string[] | null, code: string | null): boolean =>
  list === null || (code !== null && list.includes(code))

/**
 * What the rules say of a paper.
 * @param today as 2026-11-29
 */
export function judgeExam(facts: ExamFacts, today: string): ExamVerdict[] {
  const { schoolStage, grade, examPaperKind, shareScope, examDate } = facts
  const national: ExamVerdict[] =
    examPaperKind !== null &&
    nationalKinds.includes(examPaperKind) &&
    (examDate === null || examDate >= today)
      ? [
          {
            verdict: 'refuse',
            field: 'examDate',
            message: `${labelOf('examPaperKind', examPaperKind)}的试卷启用前属国家秘密，考完以后才能录入；请填写考完的那一天`,
          },
        ]
      : []
  const found = examRules.filter(
    (rule) =>
      holds(rule.stages, schoolStage) &&
      holds(rule.grades, grade) &&
      holds(rule.kinds, examPaperKind) &&
      (rule.from === null || isWithin(rule.from, shareScope)),
  )
  return [
    ...national,
    ...found.map(({ verdict, from, sentence, source: where }): ExamVerdict => ({
      verdict,
      field: from === null ? 'examPaperKind' : 'shareScope',
      message: `${sentence}（${where}）`,
    })),
  ]
}
