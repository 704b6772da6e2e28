import { describe, expect, it } from 'vitest'
import { hasCode } from '../dictionaries/dictionaries.ts'
import { pointSets, successors, textbooks } from './textbooks.ts'

describe('the index that comes with the program', () => {
  it('names every chapter and point once, with numbers that a region does not give', () => {
    const chapters = textbooks.flatMap((one) => one.chapters.map(({ id }) => id))
    const points = pointSets.flatMap((one) => one.points.map(({ id }) => id))
    for (const ids of [chapters, points, textbooks.map(({ id }) => id)]) {
      expect(new Set(ids).size).toBe(ids.length)
      expect(Math.max(...ids)).toBeLessThan(1_000_000)
    }
  })

  it('says of each book whose it is in the words of the dictionaries, and where it was read', () => {
    for (const { stage, subject, edition, grade, semester, source, title, year, checkedOn } of textbooks) {
      expect(
        [hasCode('schoolStage', stage), hasCode('subject', subject), hasCode('grade', grade)],
        title,
      ).toEqual([true, true, true])
      expect([
        hasCode('textbookEdition', edition),
        semester === null || hasCode('semester', semester),
      ]).toEqual([true, true])
      expect(source).toContain(String(year))
      expect(checkedOn, title).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })

  it('numbers chapters as printed', () => {
    const nine = textbooks.find(({ id }) => id === 3)
    expect(nine?.chapters.map(({ no, title }) => `${no} ${title}`)).toEqual([
      '第二十一章 一元二次方程',
      '第二十二章 二次函数',
      '第二十三章 旋转',
      '第二十四章 圆',
      '第二十五章 概率初步',
    ])
    expect(textbooks.find(({ id }) => id === 5)?.chapters[0]?.no).toBe('第一章')
  })

  it('gives every chapter of the edition of 2012 a successor in that of 2024', () => {
    const of = (book: number) => textbooks.find(({ id }) => id === book)?.chapters.map(({ id }) => id) ?? []
    expect([...new Set(successors.map(([from]) => from))]).toEqual(of(2))
    expect([...new Set(successors.map(([, to]) => to))].toSorted()).toEqual(of(1))
  })
})
