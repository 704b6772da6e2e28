import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packageRefusals } from '../../../platform/documents/refusal.ts'
import { readDocx } from '../../../platform/docx/index.ts'
import { isSameQuestion } from '../settled.ts'
import { bank, pictureId, pictures } from '../test-bank.ts'
import type { FiledQuestion } from '../filed.ts'
import { readMarked } from './read.ts'
import { wordOfQuestions, type AnswerPlace } from './write.ts'
import { questionValue } from '../../../../catalogue/questions/value.ts'

async function readBack(bytes: Buffer) {
  return readMarked(await readDocx(bytes, packageRefusals), () => pictureId)
}
const written = (questions: readonly FiledQuestion[], answers: AnswerPlace) =>
  wordOfQuestions(questions, pictures, { title: '试题', answers })

/** Where two questions differ, for the message of a failure. */
function expectSame(read: unknown, given: FiledQuestion): void {
  const other = questionValue.parse(read)
  if (!isSameQuestion(other, given.value, (id) => id)) expect(other).toEqual(given.value)
}

describe('questions as a document of Word', () => {
  it.each(['each', 'end'] as const)('come back as they were, answers %s (test 30)', async (answers) => {
    const { bytes, losses } = await written(bank, answers)
    if (process.env['SHOTS']) {
      mkdirSync(process.env['SHOTS'], { recursive: true })
      writeFileSync(`${process.env['SHOTS']}/questions-${answers}.docx`, bytes)
    }
    expect(losses).toEqual([])
    const read = await readBack(bytes)
    expect(read?.tray).toEqual([])
    expect(read?.questions.map(({ source }) => source)).toEqual(bank.map(({ id, no }) => ({ id, no })))
    for (const [i, given] of bank.entries()) expectSame(read?.questions[i]?.value, given)
  })

  it('say what Word cannot hold, beside the file and in it, and keep its source', async () => {
    const [first] = bank
    if (!first) throw new Error('no bank')
    const value = { ...first.value, stem: '<p>设 $\\color{red}{x}$，$\\frac{$</p>' }
    const { bytes, losses } = await written([{ ...first, value }], 'each')
    expect(losses.map(({ what }) => what)).toEqual([
      '公式 \\color{red}{x} 没有转成 Word 公式（颜色），保留 TeX 原文',
      '公式 \\frac{ 没有转成 Word 公式（TeX），保留 TeX 原文',
    ])
    const read = await readBack(bytes)
    expectSame(read?.questions[0]?.value, { ...first, value })
  })

  it('are read as they stand after somebody changed them in Word', async () => {
    const { bytes } = await written(bank.slice(0, 1), 'each')
    const document = await readDocx(bytes, packageRefusals)
    const blocks = document.blocks.map((block) =>
      block.kind === 'paragraph'
        ? {
            ...block,
            pieces: block.pieces.map((piece) =>
              piece.kind === 'words' && piece.text === '1 和 6' ? { ...piece, text: '1 和 7' } : piece,
            ),
          }
        : block,
    )
    const extra = {
      kind: 'paragraph' as const,
      label: '',
      pieces: [{ kind: 'words' as const, text: '2. 手写的一题' }],
    }
    const read = readMarked({ ...document, blocks: [...blocks, extra] }, () => null)
    expect(read?.questions[0]?.value.options[1]?.content).toBe('<p>1 和 7</p>')
    expect(read?.tray).toEqual([{ text: '2. 手写的一题', reason: '不在任何一道题里' }])
  })

  it('are no marked document where somebody else wrote it', async () => {
    const read = readMarked(
      {
        blocks: [{ kind: 'paragraph', label: '', pieces: [{ kind: 'hidden', text: '批注' }] }],
        pictures: new Map(),
      },
      () => null,
    )
    expect(read).toBe(null)
  })
})
