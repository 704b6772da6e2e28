import { expect, test } from 'vitest'
import { badgeText } from './badge.tsx'
import { shortName } from './name.tsx'

test('a name of six characters stays, a longer one ends in an ellipsis', () => {
  expect(shortName('欧阳娜娜小姐')).toBe('欧阳娜娜小姐')
  expect(shortName('古丽娜尔·艾合买提')).toBe('古丽娜尔·艾…')
})

test('a rare character outside the basic plane is one character', () => {
  expect(shortName('𠮷𠮷𠮷𠮷𠮷𠮷')).toBe('𠮷𠮷𠮷𠮷𠮷𠮷')
})

test('a badge counts to 99', () => {
  expect([1, 99, 100, 4000].map(badgeText)).toEqual(['1', '99', '99+', '99+'])
})
