import { wordsOfRich } from '../../kinds/rich-text.ts'
import { hasOptions, type Structure } from '../structure.ts'
import { questionValue, type Answer, type QuestionPart, type QuestionValue } from '../value.ts'
import { htmlOf, lettersOf, tokenOf, withoutMarks, type PaperText, type PaperToken } from './lines.ts'
import type { FoundPaper, FoundQuestion, FoundSection, TrayLine } from './paper.ts'
import { segmentsOf, type Cuts } from './segments.ts'
import { narrowed } from './starts.ts'

export type Confidence = 'high' | 'middle' | 'low'

/** A question read from a paper, ready to be looked through. */
export interface ReadQuestion {
  readonly section: string | null
  readonly number: number
  readonly value: QuestionValue
  readonly confidence: Confidence
  /** Why it is not high. */
  readonly reasons: readonly string[]
  readonly blocks: readonly number[]
}

export interface PaperReading {
  readonly questions: readonly ReadQuestion[]
  /** What heads say and what was found: “题头说 10 题，认出 9 题”. */
  readonly warnings: readonly string[]
  readonly tray: readonly TrayLine[]
  readonly found: FoundPaper
}

/** Reads the questions of a paper, each with how sure that is and why. `cuts`: what somebody mended. */
export function readPaper(paper: PaperText, cuts?: Cuts): PaperReading {
  const found = segmentsOf(paper, cuts)
  const single = found.questions.filter(({ material }) => material === null)
  const questions = [
    ...single.map((question) => readOne(question, found, paper.tokens)),
    ...found.materials.flatMap((_, at) => composite(at, found, paper.tokens)),
  ].toSorted((one, other) => (one.blocks[0] ?? 0) - (other.blocks[0] ?? 0))
  return { questions, warnings: warningsOf(found), tray: found.tray.map(readable), found }
}

const readable = ({ block, text, reason }: TrayLine): TrayLine => ({
  block,
  text: withoutMarks(text),
  reason,
})

function warningsOf({ sections, questions }: FoundPaper): string[] {
  return sections.flatMap(({ title, count }, i) => {
    const read = questions.filter(({ section }) => section === i + 1).length
    return count === null || count === read ? [] : [`“${title}”：题头说 ${count} 题，认出 ${read} 题`]
  })
}

const sectionOf = ({ sections }: FoundPaper, { section }: FoundQuestion): FoundSection | undefined =>
  sections[section - 1]

const kinds: readonly (readonly [RegExp, Structure, string])[] = [
  [/多选|多项选择|不定项/, 'multiple', '02'],
  [/选择|单选/, 'single', '01'],
  [/判断/, 'judge', '03'],
  [/填空/, 'blank', '04'],
  [/计算/, 'essay', '05'],
  [/证明/, 'essay', '07'],
  [/作图/, 'essay', '08'],
  [/实验/, 'essay', '10'],
  [/解答|简答|综合|应用|论述|写作|作文/, 'essay', '06'],
]

const blank = /_{2,}/
const bracketed = /[（(]\s*([A-H]{1,5})\s*[)）](?=\s*[。.．]?\s*$)/

interface PartReading {
  readonly part: QuestionPart
  readonly form: string | null
  readonly low: readonly string[]
  readonly middle: readonly string[]
}

type HeadKind = (typeof kinds)[number]

function partOf(
  question: FoundQuestion,
  head: FoundSection | undefined,
  tokens: readonly PaperToken[],
): PartReading {
  const byHead = kinds.find(([pattern]) => head && pattern.test(head.title))
  const inBracket = bracketed.exec(question.stem)?.[1]
  const letters =
    lettersIn(question.answer ?? '') ?? inBracket ?? lettersIn(chosenIn(question.analysis)) ?? ''
  const kind = kindOf(question, byHead?.[1], letters)
  const stem = inBracket === undefined ? question.stem : question.stem.replace(bracketed, '（　　）')
  const answer = answerOf(kind, { ...question, letters }, tokens)
  const part: QuestionPart = {
    questionKind: kind === 'composite' ? 'essay' : kind,
    stem: htmlOf(stem, tokens),
    options: hasOptions(kind) ? optionsOf(question, tokens) : [],
    answer,
    analysis: htmlOf(question.analysis, tokens),
    scoringPoints: [],
    score: question.score ?? head?.each ?? null,
  }
  return { form: byHead?.[2] ?? null, part, ...doubts(question, byHead, part) }
}

const optionsOf = ({ options }: FoundQuestion, tokens: readonly PaperToken[]): QuestionPart['options'] =>
  options.map(({ key, text }) => ({ key, content: htmlOf(text, tokens) }))

/** Why a reading is looked at, beside what was noticed while the lines were read. */
function doubts(
  question: FoundQuestion,
  byHead: HeadKind | undefined,
  { questionKind: kind, answer }: QuestionPart,
): Pick<PartReading, 'low' | 'middle'> {
  const low = [...question.low]
  const middle = [...question.middle]
  const isChoice = byHead !== undefined && hasOptions(byHead[1])
  if (isChoice && question.options.length < 2) low.push('选择题没有认出选项')
  else if (byHead && byHead[1] !== kind && !(byHead[1] === 'single' && kind === 'multiple'))
    middle.push('题头与题目的样子不一致')
  if (answer === null) middle.push('没有答案')
  else if (hasOptions(kind) && !isAmong(answer, question)) low.push('答案不是已有的选项')
  if (lettersOf(question.stem) > 4_000) low.push('题目超过 4000 字')
  return { low, middle }
}

const isAmong = (answer: Answer, { options }: FoundQuestion): boolean =>
  [answer].flat(2).every((letter) => options.some(({ key }) => key === letter))

function kindOf({ stem, options }: FoundQuestion, byHead: Structure | undefined, letters: string): Structure {
  if (options.length >= 2) return byHead === 'multiple' || letters.length > 1 ? 'multiple' : 'single'
  if (byHead === 'judge') return 'judge'
  if (byHead === 'blank' || byHead === undefined) return blank.test(stem) ? 'blank' : 'essay'
  return byHead === 'single' || byHead === 'multiple' ? 'essay' : byHead
}

const lettersIn = (text: string): string | undefined =>
  /^\s*([A-H](?:[\s,，、]*[A-H]){0,7})\s*[.。]?\s*$/.exec(narrowed(text))?.[1]?.replace(/[^A-H]/g, '')
const chosenIn = (text: string): string =>
  /故(?:正确)?(?:答案)?(?:选|为)\s*[:：]?\s*([A-H]{1,5})/.exec(narrowed(text))?.[1] ?? ''

function answerOf(
  kind: Structure,
  { answer, letters, stem }: Pick<FoundQuestion, 'answer' | 'stem'> & { readonly letters: string },
  tokens: readonly PaperToken[],
): Answer {
  const text = (answer ?? '').trim()
  if (kind === 'multiple') return letters === '' ? null : [...letters]
  if (kind === 'single') return letters === '' ? null : letters
  if (text === '') return null
  if (kind === 'judge') {
    if (/^(?:对|正确|√|✓|T|是)/.test(text)) return true
    return /^(?:错|不正确|错误|×|✗|F|否)/.test(text) ? false : null
  }
  if (kind !== 'blank') return htmlOf(text, tokens)
  const plain = text.replace(/[\ue000-\uf8ff]/g, (mark) =>
    wordsOfRich(`<p>${tokenOf(tokens, mark)?.html ?? ''}`),
  )
  const count = stem.match(/_{2,}/g)?.length ?? 0
  const given = count > 1 ? plain.split(/[;；\n]|\s{2,}|\t/) : [plain]
  return given
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) =>
      one
        .split(/\s*或\s*/)
        .filter(Boolean)
        .slice(0, 10),
    )
}

/** How sure a reading is, by what is wrong and what is missing. */
export const judged = (
  low: readonly string[],
  middle: readonly string[],
): Pick<ReadQuestion, 'confidence' | 'reasons'> => ({
  confidence: low.length > 0 ? 'low' : middle.length > 0 ? 'middle' : 'high',
  reasons: [...low, ...middle],
})

function readOne(question: FoundQuestion, paper: FoundPaper, tokens: readonly PaperToken[]): ReadQuestion {
  const head = sectionOf(paper, question)
  const { part, form, low, middle } = partOf(question, head, tokens)
  const value = questionValue.parse({
    ...part,
    questionForm: form,
    knowledgePoints: question.points.slice(0, 200),
    source: question.source.slice(0, 100),
    difficulty: difficultyOf(question.difficulty),
    licence: '2',
  })
  return {
    section: head?.title ?? null,
    number: question.number,
    value,
    ...judged(low, middle),
    blocks: question.blocks,
  }
}

/** The code of a 得分率 or of a word; 中等 where nothing is said (resources.md, 5.1). */
function difficultyOf(text: string): string {
  const rate = Number(/0?\.\d+|1(?:\.0)?/.exec(text)?.[0] ?? NaN)
  if (!Number.isNaN(rate)) return String([0.85, 0.7, 0.55, 0.4].filter((from) => rate < from).length + 1)
  const words = ['容易', '较易', '中等', '较难', '困难'].findIndex((word) => text.includes(word))
  return String(words < 0 ? 3 : words + 1)
}

/** A material with its questions as parts. */
function composite(at: number, paper: FoundPaper, tokens: readonly PaperToken[]): ReadQuestion[] {
  const text = paper.materials[at]
  const own = paper.questions.filter(({ material }) => material === at)
  const [first] = own
  if (!text || !first) return []
  const parts = own.map((question) => partOf(question, sectionOf(paper, question), tokens))
  const low = parts.flatMap((part, i) => part.low.map((reason) => `第 ${own[i]?.number ?? 0} 题：${reason}`))
  const middle = parts.flatMap((part, i) =>
    part.middle.map((reason) => `第 ${own[i]?.number ?? 0} 题：${reason}`),
  )
  const value = questionValue.parse({
    questionKind: 'composite',
    layout: 'material',
    stem: htmlOf(text.text, tokens),
    parts: parts.map(({ part }) => part),
    difficulty: '3',
    licence: '2',
  })
  return [
    {
      section: sectionOf(paper, first)?.title ?? null,
      number: first.number,
      value,
      ...judged(low, middle),
      blocks: [...text.blocks, ...own.flatMap(({ blocks }) => blocks)],
    },
  ]
}
