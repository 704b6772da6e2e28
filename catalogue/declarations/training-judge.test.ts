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
const judged = (more: object, archive: object = {}, day = '2026-11-19', urbanRural: string | null = null) =>
  unmetConditions({ ...project, ...more }, { archive: { ...archive }, going: [], urbanRural }, day).map(
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

  it.each([
    [{ urbanRural: ['210'] }, {}, '210', []],
    [{ urbanRural: ['210'] }, {}, '111', ['任职学校在主城区，项目面向乡中心区']],
    [{ urbanRural: ['210'] }, {}, null, ['任职学校没有登记城乡分类，项目面向乡中心区']],
    [{ backbone: true }, { isBackboneTeacher: true }, null, []],
    [{ backbone: false }, { isBackboneTeacher: false }, null, []],
    [
      { backbone: true },
      { isBackboneTeacher: false },
      null,
      ['基本信息里不是县级及以上骨干教师，项目只限骨干教师'],
    ],
    [{ newTeacherYears: 3 }, { teachStartMonth: '2023-12' }, null, []],
    [
      { newTeacherYears: 3 },
      { teachStartMonth: '2023-11' },
      null,
      ['教龄：3 年，项目只限教龄不满 3 年的新教师'],
    ],
    [{ newTeacherYears: 3 }, {}, null, ['教龄：档案里没有填写，项目只限教龄不满 3 年的新教师']],
  ])('whom it is meant for: %j, %j, %s', (more, basic, urbanRural, messages) => {
    expect(judged(more, { basicInfo: [basic] }, '2026-11-19', urbanRural)).toEqual(messages)
  })

  it('same kind within years, days that overlap: with a reason where the project says so', () => {
    const archive = { trainingRegistration: [trained('2025-05-01', '5', '03')] }
    const going = [{ title: '班主任研修', startDate: '2026-11-27', endDate: '2026-11-28' }]
    const more = { notSameKindYears: 2, noOverlap: true, advisory: true }
    expect(
      unmetConditions({ ...project, ...more }, { archive, going, urbanRural: null }, '2026-11-19'),
    ).toEqual([
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
