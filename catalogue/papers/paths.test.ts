import { expect, it } from 'vitest'
import { decidingPath as decidingQuestions, writingPath } from '../questions/paths.ts'
import { decidingPath, makingPath } from './paths.ts'

const roles = [1, 2, 3, 4, 5, 6, 99] as const

it('messages about questions and papers lead each role to its own page', () => {
  expect(roles.map(writingPath)).toEqual([
    null,
    '/teacher/bxst',
    '/school/xxxbstk',
    '/area/jystk',
    '/city/jystk',
    '/province/jystk',
    null,
  ])
  expect(roles.map(decidingQuestions)).toEqual([
    null,
    null,
    '/school/xxstsh',
    '/area/xqstsh',
    '/city/xqstsh',
    '/province/xqstsh',
    null,
  ])
  expect(roles.map(makingPath)).toEqual([
    null,
    '/teacher/bxsj',
    '/school/xxsjk',
    '/area/jysjk',
    '/city/jysjk',
    '/province/jysjk',
    null,
  ])
  expect(roles.map(decidingPath)).toEqual([
    null,
    null,
    null,
    '/area/xqsjk',
    '/city/xqsjk',
    '/province/xqsjk',
    null,
  ])
})
