import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { questionValue } from '../../../../catalogue/questions/value.ts'
import { writeWorkbook } from '../../../platform/workbook/write.ts'
import { isSameQuestion } from '../settled.ts'
import { bank, pictures } from '../test-bank.ts'
import { questionsOfWorkbook } from './read.ts'
import { workbookOfQuestions } from './write.ts'

const sheet = (heads: readonly string[], ...rows: readonly (readonly string[])[]) =>
  buffer(
    writeWorkbook([
      {
        name: '题',
        columns: heads.map((head) => ({ head, kind: 'text' })),
        rows: (async function* () {
          yield* rows
        })(),
      },
    ]),
  )

describe('questions as a workbook', () => {
  it('come back as they were', async () => {
    const { bytes, losses } = await workbookOfQuestions(bank, pictures, { title: '试题' })
    expect(losses.map(({ place }) => place)).toEqual([2, 5])
    const read = await questionsOfWorkbook(bytes)
    expect(read.tray).toEqual([])
    expect(read.questions.map(({ source }) => source)).toEqual(bank.map(({ id, no }) => ({ id, no })))
    for (const [i, { value }] of bank.entries()) {
      const other = questionValue.parse(read.questions[i]?.value)
      if (!isSameQuestion(other, value, (id) => id)) expect(other).toEqual(value)
      expect(read.questions[i]?.low).toEqual([])
    }
  })

  it('are read from what a clerk typed, with the row and the reason of each fault', async () => {
    const read = await questionsOfWorkbook(
      await sheet(
        ['题干*', '选项A', '选项 B', '答案', '学科', '难度', '分值', '备注'],
        ['1+1=?', '1', '2', 'ｂ', '数学', '容易', '3', 'x'],
        ['地球是圆的', '', '', '对', '算术', '', '三', ''],
        ['=SUM(A1)', '1', '2', '对', '', '', '', ''],
      ),
    )
    expect(read.tray).toEqual([{ text: '备注', reason: '没有这一列，没有读' }])
    expect(read.questions.map(({ value }) => [value.questionKind, value.answer, value.subject])).toEqual([
      ['single', 'B', '14'],
      ['essay', '<p>对</p>', null],
      ['single', null, null],
    ])
    expect(read.questions.map(({ low }) => low)).toEqual([
      [],
      ['第 3 行：分值应为数字，现为“三”', '第 3 行：学科“算术”不在字典里'],
      ['第 4 行：单选题的答案应为一个字母，现为“对”'],
    ])
  })

  it('are refused where there is no stem, and where it is no workbook', async () => {
    await expect(questionsOfWorkbook(await sheet(['姓名'], ['张三']))).rejects.toThrow('没有“题干”这一列')
    await expect(questionsOfWorkbook(Buffer.from('no'))).rejects.toThrow()
  })
})
