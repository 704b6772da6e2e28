import { loneDollar } from '../contents/tex.ts'
import { isWithin } from '../flows/reach.ts'
import { codePoints } from '../kinds/kind.ts'
import { wordsOfRich } from '../kinds/rich-text.ts'
import { formsOf, hasOptions, mostOptions, optionKey } from './structure.ts'
import { blanksIn, isBlankText, stretchesOf, texPartsOf, textsOf, type PlacedText } from './texts.ts'
import { mostPool, type QuestionPart, type QuestionValue } from './value.ts'

/** What is wrong with a question. A warning does not keep it from being handed in. */
export interface QuestionFault {
  readonly code: `Q1${number}`
  /** Where in the value: `stem`, `options.2`, `parts.0.answer`. */
  readonly field: string
  readonly message: string
  readonly level: 'error' | 'warning'
}

/** Why a formula cannot be typeset; null for one that can. Only the server has the typesetter. */
export type FormulaJudge = (tex: string) => string | null

type One = QuestionValue | QuestionPart
type Note = readonly [code: QuestionFault['code'], field: string, message: string]

/** Everything that is wrong with a question before others get it. */
export function judgeQuestion(value: QuestionValue, formula: FormulaJudge = bracesOf): QuestionFault[] {
  const isPool = value.questionKind === 'composite' && value.layout === 'options'
  const errors: Note[] = [
    ...aboutFaults(value),
    ...bodyFaults(value, false),
    ...value.parts.flatMap((part, i) =>
      bodyFaults(
        isPool && hasOptions(part.questionKind) ? { ...part, options: value.options } : part,
        isPool,
      ).map(([code, field, message]): Note => [code, `parts.${i}.${field}`, `第 ${i + 1} 小题：${message}`]),
    ),
    ...textsOf(value).flatMap((text) => formulaFaults(text, formula)),
  ]
  return [
    ...errors.map(([code, field, message]) => ({ code, field, message, level: 'error' as const })),
    ...warnings(value).map(([code, field, message]) => ({ code, field, message, level: 'warning' as const })),
  ]
}

function aboutFaults({
  schoolStage,
  subject,
  questionForm,
  difficulty,
  licence,
  shareScope,
}: QuestionValue): Note[] {
  const notes: Note[] = []
  if (schoolStage === null) notes.push(['Q101', 'schoolStage', '请选择学段'])
  if (subject === null) notes.push(['Q101', 'subject', '请选择学科'])
  if (difficulty === null) notes.push(['Q101', 'difficulty', '请选择难度'])
  if (
    subject !== null &&
    questionForm !== null &&
    !formsOf(subject).some(({ code }) => code === questionForm)
  )
    notes.push(['Q102', 'questionForm', '该学科没有这种题型，请另选'])
  if (licence === '1' && !isWithin(shareScope, '1'))
    notes.push(['Q103', 'licence', '“仅供校内教学”的只能共享到本校，请换一种许可或缩小范围'])
  if (shareScope === '9' && (licence === '9' || licence === null))
    notes.push(['Q103', 'licence', '公开的试题请选“区域内教学使用”或一种 CC 许可'])
  return notes
}

function bodyFaults(one: One, sharesOptions: boolean): Note[] {
  const notes: Note[] = []
  if (isBlankText(one.stem) && !(sharesOptions && hasOptions(one.questionKind)))
    notes.push(['Q104', 'stem', '请填写题干'])
  if (!sharesOptions || !hasOptions(one.questionKind)) notes.push(...optionFaults(one))
  notes.push(...answerFaults(one), ...scoreFaults(one))
  return notes
}

function optionFaults(one: One): Note[] {
  const { questionKind, options } = one
  const isPool = questionKind === 'composite' && 'layout' in one && one.layout === 'options'
  if (!hasOptions(questionKind) && !isPool)
    return options.length === 0
      ? []
      : [['Q105', 'options', questionKind === 'judge' ? '判断题没有选项' : '这种题没有选项，请删去']]
  const notes: Note[] = []
  const most = isPool ? mostPool : mostOptions
  if (options.length < 2 || options.length > most) notes.push(['Q106', 'options', `选项应为 2 到 ${most} 项`])
  if (options.some(({ key }, i) => key !== optionKey(i)))
    notes.push(['Q107', 'options', '选项的字母应从 A 起连续'])
  for (const [i, { key, content }] of options.entries())
    if (isBlankText(content)) notes.push(['Q108', `options.${i}`, `选项 ${key} 是空的`])
  return [...notes, ...sameOptions(options)]
}

/** Options that say the same as one before them. */
function sameOptions(options: One['options']): Note[] {
  const seen = new Map<string, string>()
  return options.flatMap(({ key, content }, i): Note[] => {
    const before = isBlankText(content) ? undefined : seen.get(content)
    seen.set(content, key)
    return before === undefined ? [] : [['Q109', `options.${i}`, `选项 ${key} 与 ${before} 相同`]]
  })
}

/** What is wrong with the answer of each structure. */
const answers: Readonly<Record<One['questionKind'], (one: One) => Note[]>> = {
  single: ({ answer, options }) =>
    typeof answer === 'string' && options.some(({ key }) => key === answer)
      ? []
      : [
          [
            'Q110',
            'answer',
            answer === null || answer === '' ? '请选出正确选项' : '答案不是已有的选项，请重选',
          ],
        ],
  multiple: ({ answer, options }) => {
    const keys = Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : []
    if (keys.length < 2 || new Set(keys).size < keys.length)
      return [['Q111', 'answer', '多选题的正确选项不少于 2 个']]
    return keys.every((one) => options.some(({ key }) => key === one))
      ? []
      : [['Q110', 'answer', '答案不是已有的选项，请重选']]
  },
  judge: ({ answer }) => (typeof answer === 'boolean' ? [] : [['Q112', 'answer', '请选择对或错']]),
  blank: ({ answer, stem }) => {
    const blanks = blanksIn(stem)
    const given = Array.isArray(answer) ? answer.filter((one) => Array.isArray(one)) : []
    if (blanks === 0) return [['Q113', 'stem', '填空题请用 ____ 标出空的位置']]
    if (blanks !== given.length)
      return [['Q114', 'answer', `题干有 ${blanks} 个空，答案有 ${given.length} 个`]]
    const empty = given.findIndex((accepts) => accepts.length === 0)
    return empty < 0 ? [] : [['Q115', 'answer', `第 ${empty + 1} 个空无答案`]]
  },
  essay: ({ answer }) =>
    typeof answer === 'string' && !isBlankText(answer) ? [] : [['Q116', 'answer', '请填写参考答案']],
  composite: (one) =>
    'parts' in one && one.parts.length > 0 ? [] : [['Q117', 'parts', '材料题至少要有一道小题']],
}

const answerFaults = (one: One): Note[] => answers[one.questionKind](one)

/** Tenths, so that 0.1 + 0.2 is 0.3. */
const tenths = (score: number | null): number => Math.round((score ?? 0) * 10)

function scoreFaults(one: One): Note[] {
  const notes: Note[] = []
  const { score, scoringPoints } = one
  const ofPoints = scoringPoints.reduce((sum, point) => sum + tenths(point.score), 0)
  if (scoringPoints.length > 0 && ofPoints !== tenths(score))
    notes.push([
      'Q118',
      'scoringPoints',
      `采分点合计 ${ofPoints / 10} 分，与分值 ${score ?? '（未填）'} 不符`,
    ])
  for (const [i, { text }] of scoringPoints.entries())
    if (isBlankText(text)) notes.push(['Q119', `scoringPoints.${i}`, `第 ${i + 1} 个采分点是空的`])
  if (!('parts' in one) || one.parts.every((part) => part.score === null)) return notes
  const ofParts = one.parts.reduce((sum, part) => sum + tenths(part.score), 0)
  if (score !== null && ofParts !== tenths(score))
    notes.push(['Q120', 'score', `小题合计 ${ofParts / 10} 分，与分值 ${score} 不符`])
  return notes
}

/** Unpaired braces: the one fault of a formula that is seen without a typesetter. */
export function bracesOf(tex: string): string | null {
  let depth = 0
  for (const mark of tex.replace(/\\[\\{}]/g, '').match(/[{}]/g) ?? []) {
    depth += mark === '{' ? 1 : -1
    if (depth < 0) return '多了一个 }'
  }
  return depth > 0 ? '少了一个 }' : null
}

function formulaFaults({ field, label, html }: PlacedText, formula: FormulaJudge): Note[] {
  const notes: Note[] = []
  let passed = 0
  for (const piece of stretchesOf(html)) {
    const lone = loneDollar(piece)
    if (lone >= 0) {
      const place = passed + codePoints(piece.slice(0, lone)) + 1
      notes.push(['Q121', field, `${label}第 ${place} 个字处的 $ 没有配对；美元请写成 \\$`])
      break
    }
    passed += codePoints(piece)
  }
  for (const piece of texPartsOf(html)) {
    const wrong = 'tex' in piece ? formula(piece.tex) : null
    if (wrong !== null && 'tex' in piece)
      notes.push(['Q122', field, `${label}的公式 ${shortened(piece.source)} 有误：${wrong}`])
  }
  return notes
}

const shortened = (source: string): string => (source.length > 40 ? `${source.slice(0, 40)}…` : source)

function warnings(value: QuestionValue): Note[] {
  const notes: Note[] = []
  const isShared = isWithin('2', value.shareScope)
  if (isShared && value.nodes.length === 0 && value.points.length === 0)
    notes.push(['Q130', 'nodes', '共享到区域的试题请选章节或知识点，否则他人按章节找不到'])
  if (isShared)
    for (const { field, label, html } of textsOf(value))
      if (/<img(?![^>]*\balt="[^"]+")/.test(html))
        notes.push(['Q131', field, `${label}的图片没有文字说明，看不见图的人读不到`])
  if (value.questionForm === null) notes.push(['Q132', 'questionForm', '没有选题型，组卷时按结构归类'])
  for (const { field, label, html } of textsOf(value))
    if (/1[3-9]\d{9}|\d{17}[\dXx]/.test(wordsOfRich(html)))
      notes.push(['Q133', field, `${label}里像有手机号或身份证号，请核对`])
  return notes
}
