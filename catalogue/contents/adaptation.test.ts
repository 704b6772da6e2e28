import { expect, it } from 'vitest'
import { licencesAfter } from './adaptation.ts'

it('an adapted work gives no right that its origin does not give', () => {
  expect(licencesAfter('4')).not.toContain('3')
  expect(licencesAfter('5')).toEqual(['5'])
  expect(licencesAfter('1')).toEqual(['1'])
  expect(licencesAfter('2')).not.toContain('3')
  expect([licencesAfter('9'), licencesAfter(null), licencesAfter('x')]).toEqual([[], [], []])
})
