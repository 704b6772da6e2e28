import type { PaperAnswer, PaperQuestion, PaperSource } from '../../../catalogue/contract/question-import.ts'
import type { ShownPart } from '../../../catalogue/contract/questions.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import type { QuestionPart, QuestionValue } from '../../../catalogue/questions/value.ts'
import { editedLetters, type EditedLetters } from '../../../catalogue/questions/word/edited.ts'
import { htmlOf } from '../../../catalogue/questions/word/lines.ts'
import { readPaper, type PaperReading } from '../../../catalogue/questions/word/read.ts'
import type { Cuts } from '../../../catalogue/questions/word/segments.ts'
import type { MendingStep } from './mending-copy.ts'

/** A question with what tells it from others, also after something above it was mended. */
export interface FoundQuestion extends PaperQuestion {
  readonly key: number
  /** What somebody did to its words; null while they are as they were read. */
  readonly edited: EditedLetters | null
}

/** A paper as it stands after mending: its questions, what heads say otherwise, and lines without a place. */
export interface MendedPaper {
  readonly questions: readonly FoundQuestion[]
  readonly warnings: readonly string[]
  readonly tray: Readonly<PaperAnswer['tray']>
}

/**
 * A paper as its steps of mending leave it. An edit holds while its question has the same blocks: when those are
 * merged or split afterwards, the paper says that the edit was left out, and taking the step back restores it.
 */
export function mendedPaper(paper: PaperAnswer, steps: readonly MendingStep[]): MendedPaper {
  const cuts = new Map(steps.flatMap((step) => ('key' in step ? [] : [step])))
  const read = readAgain(paper, cuts)
  const edits = new Map(steps.flatMap((step) => ('key' in step ? [[step.key, step]] : [])))
  if (edits.size === 0) return read
  const typeset = typesetterOf(paper.paper ?? { blocks: [], tokens: [] })
  const left = new Set(edits.keys())
  const questions = read.questions.map((question) => {
    const edit = edits.get(question.key)
    if (!edit || edit.blocks.join() !== question.blocks.join()) return question
    left.delete(question.key)
    return editedQuestion(question, edit.value, typeset)
  })
  const lost =
    left.size === 0 ? [] : [`有 ${left.size} 道题改过文字后又并入或拆开，改动没有带上；撤销可以找回`]
  return { ...read, questions, warnings: [...read.warnings, ...lost] }
}

/** Faults that are mended for many questions at once, or after bringing in. */
const aboutCodes = new Set(['Q101', 'Q102', 'Q103'])

function editedQuestion(
  question: FoundQuestion,
  value: QuestionValue,
  typeset: (html: string) => string,
): FoundQuestion {
  const reasons = judgeQuestion(value)
    .filter(({ code, level }) => level === 'error' && !aboutCodes.has(code))
    .map(({ message }) => message)
  return {
    ...question,
    value,
    reasons,
    confidence: reasons.length === 0 ? 'high' : 'middle',
    edited: editedLetters(question.value, value),
    shown: { ...shownOf(value, typeset), parts: value.parts.map((part) => shownOf(part, typeset)) },
  }
}

/** A paper read again by its grammar where something was cut; else as the server read it. */
function readAgain(paper: PaperAnswer, cuts: Cuts): MendedPaper {
  const { paper: source, questions, warnings, tray } = paper
  const asRead = questions.map((question, i) => ({
    ...question,
    key: question.blocks[0] ?? -1 - i,
    edited: null,
  }))
  if (source === null || cuts.size === 0) return { questions: asRead, warnings, tray }
  const reading = readPaper(source, cuts)
  const untouched = untouchedIn(source, asRead)
  const typeset = typesetterOf(source)
  const mended = reading.questions.map((one) => untouched(one) ?? questionOf(one, typeset))
  return { questions: mended, warnings: reading.warnings, tray: reading.tray }
}

type ReadingOne = PaperReading['questions'][number]

/**
 * Finds what the server read of a question that mending left as it was: it knows whether the bank has it, and its
 * pictures. Its number may have changed with those above it.
 */
function untouchedIn(source: PaperSource, asRead: readonly FoundQuestion[]) {
  const said = ({ value, reasons }: ReadingOne) => JSON.stringify([value, reasons])
  const before = new Map(readPaper(source).questions.map((one) => [one.blocks.join(), said(one)]))
  const served = new Map(asRead.map((one) => [one.blocks.join(), one]))
  return (one: ReadingOne): FoundQuestion | undefined => {
    const found = served.get(one.blocks.join())
    if (!found || before.get(one.blocks.join()) !== said(one)) return undefined
    return { ...found, section: one.section, number: one.number }
  }
}

const questionOf = (
  { value, blocks, ...question }: ReadingOne,
  typeset: (html: string) => string,
): FoundQuestion => ({
  ...question,
  reasons: [...question.reasons],
  value,
  known: null,
  blocks: [...blocks],
  key: blocks[0] ?? 0,
  edited: null,
  shown: { ...shownOf(value, typeset), parts: value.parts.map((part) => shownOf(part, typeset)) },
})

function shownOf(one: QuestionValue | QuestionPart, typeset: (html: string) => string): ShownPart {
  const { questionKind, answer } = one
  return {
    questionKind,
    stem: typeset(one.stem),
    options: one.options.map(({ key, content }) => ({ key, html: typeset(content) })),
    answer: questionKind === 'essay' && typeof answer === 'string' ? typeset(answer) : answer,
    analysis: typeset(one.analysis),
    scoringPoints: one.scoringPoints.map(({ text, score }) => ({ html: typeset(text), score })),
    score: one.score,
  }
}

/**
 * Shows texts that are made of the tokens of a paper: the server typeset each formula once, so the page needs no
 * typesetter.
 */
export function typesetterOf({ tokens }: PaperSource): (html: string) => string {
  const shown = new Map(tokens.map(({ html, shown: made }) => [html, made]))
  return (html) =>
    html
      .replaceAll(/(?<!\\)\$(?:\\.|[^$\\])*\$|<img [^>]*>/g, (piece) => shown.get(piece) ?? piece)
      .replaceAll('\\$', '$')
}

/** The blocks of a paper as they are read beside its questions. */
export function originalOf({ blocks, tokens }: PaperSource): string[] {
  const made = tokens.map((token) => ({ ...token, html: token.shown }))
  const shown = (text: string) => htmlOf(text, made).replaceAll('\\$', '$')
  return blocks.map((block) =>
    'text' in block
      ? shown(block.text)
      : `<table><tbody>${block.rows
          .map((row) => `<tr>${row.map((cell) => `<td>${cell.map(shown).join('')}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`,
  )
}
