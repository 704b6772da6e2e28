import { describe, expect, it } from 'vitest'
import { headIn, paperOfFile, sectionsOfFile, type FiledQuestion } from './file.ts'

const one = (
  question: number,
  section: string | null,
  over: Partial<FiledQuestion['value']> = {},
): FiledQuestion => ({
  question,
  section,
  value: { questionForm: '01', score: 3, parts: [], ...over },
})
const about = { schoolStage: '3', subject: '14', shareScope: '0' } as const

describe('a paper of a file', () => {
  it('has the words of heads without numerals and counts, and keeps what else they say', () => {
    expect(headIn('一、选择题（共10小题，每小题3分，共30分）')).toEqual({ title: '选择题', note: '' })
    expect(headIn('二．填空题(本大题共 6 小题；每题 3 分，满分 18 分)')).toEqual({
      title: '填空题',
      note: '',
    })
    expect(headIn('三、解答题（解答应写出文字说明、证明过程或演算步骤）')).toEqual({
      title: '解答题',
      note: '解答应写出文字说明、证明过程或演算步骤',
    })
    expect(headIn('Part A')).toEqual({ title: 'Part A', note: '' })
    expect(headIn(`一、${'长'.repeat(110)}`)).toEqual({ title: '长'.repeat(100), note: '长'.repeat(10) })
  })

  it('keeps the order of the file, also where a head comes twice', () => {
    const sections = sectionsOfFile([
      one(5, null),
      one(9, '一、选择题'),
      one(2, '一、选择题'),
      one(7, '二、填空题', { questionForm: '04' }),
      one(1, '一、选择题'),
    ])
    expect(
      sections.map(({ title, form, items }) => [title, form, ...items.map(({ question }) => question)]),
    ).toEqual([
      ['试题', '01', 5],
      ['选择题', '01', 9, 2],
      ['填空题', '04', 7],
      ['选择题', '01', 1],
    ])
    expect(sections[0]?.items[0]?.no).toBe(0)
  })

  it('has one score for a section where all are equal, else one for each; a material counts what its parts do', () => {
    const part = {
      questionKind: 'essay' as const,
      stem: '',
      options: [],
      answer: null,
      analysis: '',
      scoringPoints: [],
    }
    const [equal, mixed] = sectionsOfFile([
      one(1, 'Part A'),
      one(2, 'Part A'),
      one(3, 'Part B', {
        score: null,
        parts: [
          { ...part, score: 2.5 },
          { ...part, score: 3 },
        ],
      }),
      one(4, 'Part B', { score: null }),
    ])
    expect([equal?.scorePer, ...(equal?.items ?? []).map(({ score }) => score)]).toEqual([3, null, null])
    expect([mixed?.scorePer, ...(mixed?.items ?? []).map(({ score }) => score)]).toEqual([null, 5.5, null])
  })

  it('is named by its first line, else by its file, and keeps the notes for pupils', () => {
    const tray = [
      { text: '九年级数学期中检测', reason: '在第一题之前' },
      { text: '注意事项：', reason: '注意事项' },
      { text: '1．用黑色字迹', reason: '注意事项' },
      { text: '下面的题任选', reason: '在题头与题目之间' },
    ]
    expect(paperOfFile({ name: '期中.docx', tray }, [one(1, null), one(2, null)], about)).toMatchObject({
      title: '九年级数学期中检测',
      notes: '注意事项：\n1．用黑色字迹',
      paperMode: '3',
      totalScore: 6,
      schoolStage: '3',
      shareScope: '0',
    })
    expect(paperOfFile({ name: '期中.docx', tray: [] }, [], about)).toMatchObject({
      title: '期中',
      totalScore: 100,
    })
  })
})
