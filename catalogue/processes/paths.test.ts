import { expect, it } from 'vitest'
import { casePath, casesPath, noticesPath, reviewPath } from './paths.ts'

it.each([
  [2, 'transfer', '/teacher/renshiShixiang?tab=transfer'],
  [3, 'posting', '/setteacher/teacher?tab=posting'],
  [5, 'statusChange', '/areas/teacher?tab=statusChange'],
  [2, 'projectChange', '/teacher/wdky?tab=projectChange'],
  [3, 'teachingCase', '/school/xxkygl?tab=teachingCase'],
  [4, 'researchProject', '/area/xqkygl?tab=researchProject'],
  [5, 'projectChange', '/city/xqkygl?tab=projectChange'],
  [6, 'researchPaper', '/province/xqlwgl?tab=researchPaper'],
  [4, 'teachingCase', '/area/xqjxalgl?tab=teachingCase'],
  [2, 'declaration', '/usForm/declareTeacher?tab=declaration'],
  [3, 'declaration', '/school/declareDetail?tab=declaration'],
  [6, 'declaration', '/province/declareDetail?tab=declaration'],
  [101, 'declaration', '/home/reviewMaterialDetails?tab=declaration'],
  [99, 'declaration', null],
  [1, 'transfer', null],
])('role %s has the cases of %s at the page that the routes declare', (role, process, path) => {
  expect(casesPath(role, process)).toBe(path)
  expect(casePath(role, process, '7')).toBe(path && `${path}&case=7`)
})

it('entries begin at the notices of their campaign, rounds of experts where an office sets them up', () => {
  expect(noticesPath(2, 'researchNotice')).toBe('/teacher/ktxx')
  expect(noticesPath(2, 'declareBatch')).toBe('/usForm/index')
  expect([reviewPath(5, '7'), reviewPath(3, '7')]).toEqual(['/city/zhuanjiaPingshen?new=1&scope=7', null])
})
