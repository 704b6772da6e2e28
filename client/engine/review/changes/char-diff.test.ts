import { describe, expect, it } from 'vitest'
import { addedCharacters } from './char-diff.ts'

const marked = (before: string, now: string) =>
  addedCharacters(before, now)
    .map(({ text, added }) => (added ? `[${text}]` : text))
    .join('')

describe('characters of a new value that the old one does not have', () => {
  it('marks what replaced the end', () =>
    expect(marked('硕士研究生结业', '硕士研究生毕业')).toBe('硕士研究生[毕]业'))
  it('marks a changed digit', () => expect(marked('2023-06', '2024-06')).toBe('202[4]-06'))
  it('marks the whole of a value that was empty', () => expect(marked('', '硕士')).toBe('[硕士]'))
  it('marks nothing of an emptied value', () => expect(addedCharacters('硕士', '')).toEqual([]))
  it('never cuts a character outside the basic plane', () => expect(marked('𠮷野', '𠮷田')).toBe('𠮷[田]'))
  it('marks long texts between their common ends', () => {
    const long = '字'.repeat(400)
    expect(marked(`${long}甲`, `${long}乙`)).toBe(`${long}[乙]`)
  })
})
