import { isWithin, type Reach } from '../flows/reach.ts'
import { judgeExam } from './exam-rules.ts'
import type { ItemFacts } from './facts.ts'
import {
  scoreOf,
  tenths,
  tenthsOfPaper,
  tenthsOfSection,
  type PaperSection,
  type PaperValue,
} from './value.ts'

/** What is wrong with a paper. A warning does not keep it from being used. */
export interface PaperFault {
  readonly code: `P1${number}`
  /** Where in the value: `title`, `sections.0`, `sections.0.items.2`. */
  readonly field: string
  readonly message: string
  readonly level: 'error' | 'warning'
}

type FactsOf = (question: number, no: number) => ItemFacts | undefined
type Note = Omit<PaperFault, 'level'> & { readonly level?: 'warning' }

const note = (code: PaperFault['code'], field: string, message: string): Note => ({ code, field, message })
const warning = (code: PaperFault['code'], field: string, message: string): Note => ({
  ...note(code, field, message),
  level: 'warning',
})

/**
 * Everything that is wrong with a paper before it is used (resources.md, 6.1).
 * @param today as 2026-11-29
 */
export function judgePaper(value: PaperValue, factsOf: FactsOf, today: string): PaperFault[] {
  const notes = [
    ...aboutNotes(value, today),
    ...value.sections.flatMap((section, at) => sectionNotes(section, at)),
    ...totalNotes(value),
    ...itemNotes(value, factsOf),
  ]
  return notes.map((one) => ({ level: 'error', ...one }))
}

function aboutNotes(value: PaperValue, today: string): Note[] {
  const wanted = [
    ['examPaperKind', '试卷类别'],
    ['schoolStage', '学段'],
    ['grade', '年级'],
    ['subject', '学科'],
  ] as const
  const gaps = wanted.flatMap(([key, label]) =>
    value[key] === null ? [note('P101', key, `请选择${label}`)] : [],
  )
  const rules = judgeExam(value, today).map(({ verdict, field, message }) =>
    verdict === 'refuse' ? note('P110', field, message) : warning('P110', field, message),
  )
  return [...gaps, ...rules]
}

const nameOf = ({ title }: PaperSection, at: number): string => title || `第 ${at + 1} 大题`

function sectionNotes(section: PaperSection, at: number): Note[] {
  const field = `sections.${at}`
  const name = nameOf(section, at)
  const notes: Note[] = []
  if (section.title === '') notes.push(note('P102', field, `请写第 ${at + 1} 大题的名称`))
  if (section.items.length === 0) notes.push(note('P103', field, `${name}暂无试题`))
  if (section.choose !== null && section.choose > section.items.length)
    notes.push(note('P104', field, `${name}选答 ${section.choose} 道，只有 ${section.items.length} 道`))
  const scores = section.items.map((one) => tenths(scoreOf(section, one)))
  if (section.choose !== null && new Set(scores).size > 1)
    notes.push(note('P104', field, `${name}是选答，各题分值应相同`))
  for (const [i, one] of scores.entries())
    if (one === 0) notes.push(note('P105', `${field}.items.${i}`, `${name}第 ${i + 1} 道没有分值`))
  return notes
}

function totalNotes(value: PaperValue): Note[] {
  if (value.sections.length === 0) return [note('P103', 'sections', '试卷暂无大题')]
  const sum = tenthsOfPaper(value)
  if (sum === tenths(value.totalScore)) return []
  const parts = value.sections.map((one) => tenthsOfSection(one) / 10).join(' + ')
  return [
    note('P106', 'totalScore', `各大题合计 ${parts} = ${sum / 10} 分，与总分 ${value.totalScore} 分不符`),
  ]
}

function itemNotes(value: PaperValue, factsOf: FactsOf): Note[] {
  const notes: Note[] = []
  const questions = new Map<number, number>()
  const families = new Map<number, number>()
  const variants = new Map<string, number>()
  let number = 0
  for (const [at, section] of value.sections.entries())
    for (const [i, item] of section.items.entries()) {
      number += 1
      const field = `sections.${at}.items.${i}`
      const facts = factsOf(item.question, item.no)
      if (!facts) {
        notes.push(note('P107', field, `第 ${number} 题读不到，请换一道`))
        continue
      }
      const twice = questions.get(facts.question)
      const akin = families.get(facts.family)
      const alike = variants.get(facts.variant)
      if (twice !== undefined) notes.push(note('P108', field, `第 ${number} 题与第 ${twice} 题是同一道题`))
      else if (akin !== undefined)
        notes.push(note('P108', field, `第 ${number} 题与第 ${akin} 题互为改编，不能同在一份卷里`))
      else if (alike !== undefined)
        notes.push(note('P108', field, `第 ${number} 题与第 ${alike} 题只是数字不同，会互相提示`))
      questions.set(facts.question, number)
      families.set(facts.family, number)
      variants.set(facts.variant, number)
      notes.push(...(facts.draft ? draftNotes : readable)(value.shareScope, facts, field, number))
      if (section.form !== null && facts.form !== section.form)
        notes.push(warning('P120', field, `第 ${number} 题的题型与大题不同`))
    }
  return notes
}

/** A draft becomes a version of its setter's own when the paper is published: it has to be whole by then. */
function draftNotes(asked: Reach, { reach, draft }: ItemFacts, field: string, number: number): Note[] {
  if (draft?.lacks != null) return [note('P122', field, `第 ${number} 题还不完整：${draft.lacks}`)]
  return isWithin(asked, reach ?? '0')
    ? []
    : [
        note(
          'P109',
          field,
          `第 ${number} 题还是草稿，只有您自己能用；请先提交该题并等学校通过，或把试卷的共享范围改为仅本人`,
        ),
      ]
}

function readable(asked: Reach, { reach }: ItemFacts, field: string, number: number): Note[] {
  if (reach === null) return [warning('P121', field, `第 ${number} 题已下架；该卷仍可印，建议换一道`)]
  return isWithin(asked, reach)
    ? []
    : [
        note(
          'P109',
          field,
          `第 ${number} 题的共享范围比试卷小，读试卷的人本来读不到它；请换题或缩小试卷的范围`,
        ),
      ]
}
