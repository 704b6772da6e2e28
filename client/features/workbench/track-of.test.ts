import { expect, test } from 'vitest'
import type { Submission } from '../../../catalogue/contract/workspace.ts'
import { trackOf } from './track-of.ts'

const step = (level: 'school' | 'area', state: 'done' | 'current' | 'next') =>
  ({
    level,
    state,
    institution: '某单位',
    person: null,
    standsFor: [],
    usualDays: null,
  }) satisfies Submission['route'][number]

const states = (submission: Pick<Submission, 'state' | 'route'>) =>
  trackOf(submission).map(({ label, state }) => `${label} ${state}`)

test('under review: done behind, current where it is held, next before', () => {
  const route = [step('school', 'done'), step('area', 'current')]
  expect(states({ state: 'inReview', route })).toEqual([
    '本人 done',
    '学校 done',
    '县区 current',
    '完成 next',
  ])
})

test('approved: everything is done', () => {
  expect(states({ state: 'approved', route: [step('school', 'done')] })).toEqual([
    '本人 done',
    '学校 done',
    '完成 done',
  ])
})

test('returned: it is stopped with the person', () => {
  expect(states({ state: 'returned', route: [step('school', 'current')] })).toEqual([
    '本人 stopped',
    '学校 next',
    '完成 next',
  ])
})

test('rejected: it is stopped where it was rejected', () => {
  const route = [step('school', 'done'), step('area', 'current')]
  expect(states({ state: 'rejected', route })).toEqual([
    '本人 done',
    '学校 done',
    '县区 stopped',
    '完成 next',
  ])
})
