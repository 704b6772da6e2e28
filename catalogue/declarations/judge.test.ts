import { describe, expect, it } from 'vitest'
import { judgeArchive, type Archive } from './judge.ts'

const day = '2026-11-24'
const basic = (over: object): Archive => ({ basicInfo: [{ name: '陈', ...over }] })
const years = (type: string, field: string, ...results: readonly (readonly [number, string])[]): Archive => ({
  [type]: results.map(([assessYear, result]) => ({ assessYear, [field]: result })),
})
const punished = (over: object): Archive => ({ punishment: [{ punishmentKind: '1', ...over }] })

/** What a notice wants, what the archive has, whether it holds, and what the teacher reads. */
const table: readonly (readonly [notice: object, archive: Archive, met: boolean, found: string | RegExp])[] =
  [
    [{ minTeachingYears: 5 }, basic({ teachStartMonth: '2023-09' }), false, '教龄 3 年，需满 5 年'],
    [{ minTeachingYears: 5 }, basic({ teachStartMonth: '2021-11' }), true, '教龄 5 年'],
    [{ minTeachingYears: 5 }, basic({ teachStartMonth: '2021-12' }), false, '教龄 4 年，需满 5 年'],
    [{ minTeachingYears: 5 }, basic({}), false, '档案里没有填写，需满 5 年'],
    [{ minTeachingYears: 5 }, {}, false, '档案里没有填写，需满 5 年'],
    [{ titleLevels: ['1', '2'] }, basic({ titleLevel: '3' }), false, '职称为中级，需为正高级、副高级'],
    [{ titleLevels: ['1', '2'] }, basic({ titleLevel: '2' }), true, '职称为副高级'],
    [{ maxAge: 45 }, basic({ birthDate: '1981-11-24' }), true, '年龄 45 岁'],
    [{ maxAge: 45 }, basic({ birthDate: '1980-11-24' }), false, '年龄 46 岁，需不超过 45 岁'],
    [{ maxAge: 45 }, basic({ birthDate: '1980-11-25' }), true, '年龄 45 岁'],
    [
      { passedYears: 3 },
      years('annualAssessment', 'assessResult', [2023, '2'], [2024, '1'], [2025, '2']),
      true,
      '已登记 2025 年合格、2024 年优秀、2023 年合格',
    ],
    [
      { passedYears: 3 },
      years('annualAssessment', 'assessResult', [2022, '1'], [2024, '1'], [2025, '2']),
      false,
      '已登记 2025 年合格、2024 年优秀，需近 3 年年度考核合格以上',
    ],
    [
      { passedYears: 3 },
      years('annualAssessment', 'assessResult', [2023, '1'], [2024, '3'], [2025, '2'], [2026, '2']),
      false,
      /2024 年基本合格/,
    ],
    [{ passedYears: 3 }, {}, false, '档案里没有登记，需近 3 年年度考核合格以上'],
    [{ ethicsYears: 1 }, years('ethicsAssessment', 'ethicsResult', [2025, '4']), false, /2025 年不合格/],
    [{ ethicsYears: 1 }, years('ethicsAssessment', 'ethicsResult', [2025, '2']), true, '已登记 2025 年合格'],
    [
      { minHours: 360 },
      {
        trainingRegistration: [
          { endDate: '2022-01-10', creditHours: '200.0' },
          { endDate: '2026-11-24', creditHours: '160.0' },
          { endDate: '2021-11-24', creditHours: '99.0' },
        ],
      },
      true,
      '近五年培训 360 学时',
    ],
    [{}, {}, true, '档案里没有影响期内的处分'],
    [{}, punished({ influenceUntil: '2026-11-24' }), false, /影响期至 2026-11-24，期满后可以申报/],
    [{}, punished({ influenceUntil: '2026-11-23' }), true, '档案里没有影响期内的处分'],
    [{}, punished({ influenceUntil: '2027-05-01', revokeDate: '2026-06-01' }), true, /没有影响期内的处分/],
    [{}, punished({ influenceUntil: null }), false, /没有登记影响期的截止日/],
  ]

describe('a condition of a notice', () => {
  it.each(table)('%j, %j: %s', (notice, archive, met, found) => {
    const [first] = judgeArchive({ ...notice }, archive, day)
    expect(first?.found).toEqual(typeof found === 'string' ? found : expect.stringMatching(found))
    expect(first?.met).toBe(met)
  })

  it('that is not set asks nothing, and a punishment is always asked', () => {
    expect(judgeArchive({ titleLevels: [], maxAge: null }, {}, day).map(({ key }) => key)).toEqual([
      'notPunished',
    ])
  })
})
