import { describe, expect, it } from 'vitest'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { lettersOf } from '../../../catalogue/questions/word/lines.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { readPaper } from '../../../catalogue/questions/word/read.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { readDocx, type Block } from '../../platform/docx/index.ts'
import readInWorker from './read-worker.ts'
import { corpus, longPaper, type CorpusPaper, type MeantQuestion } from './test-corpus.ts'
import { docxOf } from './test-docx.ts'
import { paperOf } from './word.ts'

async function readingOf({ body }: CorpusPaper) {
  const document = await readDocx(docxOf(...body), packageRefusals)
  const paper = paperOf(document, () => null)
  return { document, paper, ...readPaper(paper) }
}

const bare = (text: string) => text.replace(/[\s　]/g, '')
/** A question, or a part of a material. */
interface ReadPart {
  readonly value: Pick<QuestionValue, 'questionKind' | 'stem' | 'options' | 'answer'>
}
function answerOf({ value: { questionKind, answer } }: ReadPart): string {
  if (typeof answer === 'boolean') return answer ? '对' : '错'
  if (typeof answer === 'string') return questionKind === 'essay' ? wordsOfRich(answer) : answer
  const parts: readonly (string | readonly string[])[] = answer ?? []
  return parts.every((one) => typeof one === 'string')
    ? parts.join('')
    : parts.map((one) => [one].flat().join(' 或 ')).join('；')
}
/** Whether a question needs no mending: kind, stem, options, answer. What it says wrong of itself counts, too. */
function isRight(read: ReadPart | undefined, meant: MeantQuestion): boolean {
  if (!read) return false
  const { questionKind, stem, options } = read.value
  return (
    questionKind === meant.kind &&
    bare(wordsOfRich(stem)) === bare(meant.stem) &&
    options.map(({ content }) => bare(wordsOfRich(content))).join('|') ===
      (meant.options ?? []).map(bare).join('|') &&
    answerOf(read) === meant.answer
  )
}

/** Letters of a document as they stand in its XML: deletions and what is written twice for older programs left out. */
function lettersIn(body: readonly string[]): number {
  const xml = body
    .join('')
    .replaceAll(/<mc:Fallback>[\s\S]*?<\/mc:Fallback>/g, '')
    .replaceAll(/<w:del [\s\S]*?<\/w:del>/g, '')
  const texts = [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text = '']) => text)
  return lettersOf(texts.join('').replaceAll(/&(?:lt|gt|amp);/g, '&'))
}
const wordsIn = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (sum, block) =>
      block.kind === 'table'
        ? sum + block.rows.flat(2).reduce((inner, one) => inner + wordsIn([one]), 0)
        : sum + lettersOf(block.pieces.map((piece) => (piece.kind === 'words' ? piece.text : '')).join('')),
    0,
  )

describe('ten papers in the habits of Word, WPS and LibreOffice', () => {
  it('are read right without mending to 95 %, and none of their letters is lost', async () => {
    const wrong: string[] = []
    let count = 0
    for (const paper of corpus) {
      const { document, paper: text, questions: whole, found } = await readingOf(paper)
      const questions = whole.flatMap((one): ReadPart[] =>
        one.value.questionKind === 'composite' ? one.value.parts.map((value) => ({ value })) : [one],
      )
      expect(wordsIn(document.blocks), `${paper.name}: letters`).toBe(lettersIn(paper.body))
      expect(
        found.places.filter((place) => place !== undefined),
        paper.name,
      ).toHaveLength(text.blocks.length)
      for (const [i, meant] of paper.meant.entries()) {
        count += 1
        if (!isRight(questions[i], meant))
          wrong.push(
            `${paper.name} ${i + 1}: ${JSON.stringify(questions[i]?.value.stem)} ${JSON.stringify(questions[i]?.value.answer)}`,
          )
      }
      expect(questions.length, paper.name).toBe(paper.meant.length)
    }
    expect(count).toBeGreaterThan(100)
    expect(wrong.length / count, wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('say so where a formula could not be read', async () => {
    const paper = corpus.find(({ name }) => name === 'word-tracked')
    if (!paper) throw new Error('no paper')
    const { questions } = await readingOf(paper)
    expect(questions[9]).toMatchObject({ confidence: 'low', reasons: ['有读不出的公式或图'] })
  })

  it('500 questions with 2 500 formulas take less than 10 seconds', async () => {
    const bytes = docxOf(...longPaper(500))
    const from = performance.now()
    const read = await readInWorker({
      bytes,
      mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      dictionaries: { changes: [], day: '2026-11-29' },
    })
    const seconds = (performance.now() - from) / 1000
    expect('refused' in read ? read.refused : read.questions.length).toBe(500)
    expect('refused' in read ? 0 : read.formulas).toBeGreaterThan(2_400)
    expect(seconds).toBeLessThan(10)
  })
})
