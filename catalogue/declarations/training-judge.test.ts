import { describe, expect, it } from 'vitest'
import { trainedUntil, unmetConditions } from './training-judge.ts'

const project = {
  trainingKind: '03',
  startDate: '2026-11-23',
  endDate: '2026-11-27',
  notTrainedYears: 3,
  notTrainedLevel: '3',
}
const trained = (endDate: string, trainingLevel = '3', trainingKind = '02') => ({
  projectName: '群文阅读单元',
  endDate,
  trainingLevel,
  trainingKind,
})
const judged = (more: object, archive: object = {}, day = '2026-11-19', going = []) =>
  unmetConditions({ ...project, ...more }, { archive: { ...archive }, going }, day).map(
    ({ message }) => message,
  )

describe('conditions of a project', () => {
  it('three years after the last training at that level it fits again, and the record is told (12)', () => {
    const archive = { trainingRegistration: [trained('2021-05-01'), trained('2023-11-20')] }
    expect(judged({}, archive)).toEqual(['近 3 年参加过市级以上培训：群文阅读单元，2023-11-20 结束'])
    expect(judged({}, archive, '2026-11-20')).toEqual([])
  })

  it('a lower level does not count, a higher one does', () => {
    expect(judged({}, { trainingRegistration: [trained('2026-05-01', '4')] })).toEqual([])
    expect(judged({}, { trainingRegistration: [trained('2026-05-01', '1')] })).toHaveLength(1)
  })

  it.each([
    [{ schoolStage: ['3'] }, { schoolStage: '2' }, ['学段为小学，项目面向普通初中']],
    [{ schoolStage: ['3'] }, { schoolStage: '3' }, []],
    [{ schoolStage: ['3'] }, {}, ['档案里没有填写学段，项目面向普通初中']],
    [{ minTeachingYears: 5 }, { teachStartMonth: '2021-12' }, ['教龄：4 年，需满 5 年']],
    [{ minTeachingYears: 5 }, { teachStartMonth: '2021-11' }, []],
    [{ maxAge: 45 }, { birthDate: '1980-11-19' }, ['年龄：46 岁，需不超过 45 岁']],
    [{ maxAge: 45 }, { birthDate: '1980-11-20' }, []],
  ])('%j, %j', (more, basic, messages) => {
    expect(judged(more, { basicInfo: [basic] })).toEqual(messages)
  })

  it('same kind within years, days that overlap: with a reason where the project says so', () => {
    const archive = { trainingRegistration: [trained('2025-05-01', '5', '03')] }
    const going = [{ title: '班主任研修', startDate: '2026-11-27', endDate: '2026-11-28' }]
    const more = { notSameKindYears: 2, noOverlap: true, advisory: true }
    expect(unmetConditions({ ...project, ...more }, { archive, going }, '2026-11-19')).toEqual([
      { advisory: true, message: '近 2 年参加过同类培训：群文阅读单元，2025-05-01 结束' },
      { advisory: true, message: '日期与已报名的“班主任研修”重叠（2026-11-27 至 2026-11-28）' },
    ])
  })

  it('the last training at county level or above', () => {
    expect(
      trainedUntil([trained('2024-01-01', '5'), trained('2021-01-01', '4'), trained('2020-01-01')]),
    ).toBe('2021-01-01')
    expect(trainedUntil([])).toBeNull()
  })
})
