import { describe, expect, it } from 'vitest'
import { trainingColumns } from '../../../catalogue/figures/training.ts'
import { cellText, headOf } from '../../engine/figures/cells.ts'
import { groupsAt, groupWords, wordsOf } from './words.ts'

const row = (cells: Readonly<Record<string, number | string | null>>) => ({
  key: 'a',
  name: '甲',
  level: '',
  drill: null,
  cells,
})

describe('figures of training in words', () => {
  it('marks have two digits, worked-out hours and days one, what nobody said a dash', () => {
    expect(cellText(row({ mark: 4.5 }), { key: 'mark', unit: '分' })).toBe('4.50')
    expect(cellText(row({ days: 1 }), { key: 'days', unit: '工作日' })).toBe('1.0')
    expect(cellText(row({ hours: 24 }), { key: 'hours', unit: '学时' })).toBe('24.0')
    expect(cellText(row({ mark: null }), { key: 'mark', unit: '分' })).toBe('—')
  })

  it('every table of a page has a tab, a word for its rows and columns that say what they mean', () => {
    const shown = ['xqdqrs', 'xqxmyx', 'xqfdjs', 'xqxzgly'].flatMap((page) => groupsAt(`/city/${page}`))
    expect(new Set(shown).size).toBe(Object.keys(groupWords).length)
    for (const group of shown) {
      expect([group, wordsOf(group).rowWord.length > 0]).toEqual([group, true])
      for (const column of trainingColumns[group]) {
        expect([group, column.key, column.definition.length > 4]).toEqual([group, column.key, true])
        if (column.unit === '%')
          expect([group, column.key, column.denominator !== '']).toEqual([group, column.key, true])
        expect(headOf(column).startsWith(column.title)).toBe(true)
      }
    }
  })
})
