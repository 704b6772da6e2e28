import { describe, expect, test } from 'vitest'
import {
  codeOf,
  dictionary,
  dictNames,
  hasCode,
  influenceMonths,
  isDictName,
  isServing,
  labelOf,
  levelOf,
  rankOf,
  selectable,
  stagesOfSchool,
  type DictName,
} from './dictionaries.ts'

/** Every dictionary the 39 record types of the specification refer to. */
const referred =
  `absenceReason activityKind activityMode adminLevel annualResult appointStatus artworkKind authorRole
  awardCategory awardPosition awardRank awardWay classType closingGrade completeForm concurrentWork contractKind
  contractTerm country creditKind degree degreeLevel degreeType dutyCategory educationLevel employForm employmentStatus
  ethicsResult ethicsReviewer ethnicity executionStatus familyRelation fundKind gender grade grassrootsService
  healthStatus hmtStatus honorTitle householdType idCardType indexKind insuranceKind itCapability journalLevel language
  languageExam languageProficiency leaveReason lessonKind maritalStatus memberRole overseasKind paperKind patentKind
  politicalStatus positionCategory positionGrade postOccupation professionalTitle projectCategory projectKind
  projectLevel projectRole projectSource publicFundedNormal publisherLevel punishmentKind punishmentReason
  putonghuaLevel qualificationKind registrationConclusion registrationType reportKind resourceKind rotationType
  schoolDuty schoolStage semester shareScope skillCertificateType staffCategory staffingCategory studyMode
  studyUnitType subject subjectGroupKind talentLevel talentProject teacherFlow teacherSource teachingMode teachingRole
  teachingStatus textbookEdition titleLevel titleObtainWay titleSeries trainingDuration trainingKind trainingLevel
  trainingWay unitNature urbanRural writingKind`.split(/\s+/)

describe('the code tables', () => {
  test('are the specification’s 164 without the two of administrative areas, and thirteen of ours', () => {
    const ours = `resourceLicence questionForm cognitiveLevel questionSource pairKind pairSide pairDirection
      pairGoal supportNeedKind supportEntryKind liveWay liveChat privacyRequestKind`.split(/\s+/)
    const specified = dictNames.filter((name) => !ours.includes(name))
    expect([specified.length, dictNames.length]).toEqual([162, 162 + ours.length])
    expect(specified.flatMap((name) => dictionary(name).items)).toHaveLength(1727 - 26 - 63)
  })

  test('resolve every dictionary a record type of the specification refers to', () => {
    expect(referred).toHaveLength(105)
    expect(referred.filter((name) => !isDictName(name))).toEqual([])
  })

  test('have a label and items each, and every code once', () => {
    for (const name of dictNames) {
      const { label, items } = dictionary(name)
      expect(label, name).not.toBe('')
      expect(items.length, name).toBeGreaterThan(0)
      expect(new Set(items.map(({ code }) => code)).size, name).toBe(items.length)
    }
  })

  test('leave something to choose in every one', () => {
    expect(dictNames.filter((name) => selectable(name).length === 0)).toEqual([])
  })

  test('do not take names of the object prototype for dictionaries or codes', () => {
    expect(isDictName('toString')).toBe(false)
    expect(levelOf('professionalTitle', 'constructor')).toBeUndefined()
  })
})

describe('labels', () => {
  test('answer the words of a code and an unknown code with itself', () => {
    expect(labelOf('gender', '2')).toBe('女')
    expect(labelOf('gender', '7')).toBe('7')
    expect(hasCode('gender', '7')).toBe(false)
  })
})

describe('what a person may choose', () => {
  test('excludes headings, which are known all the same', () => {
    expect(selectable('educationLevel').map(({ code }) => code)).not.toContain('20')
    expect(labelOf('educationLevel', '20')).toBe('大学本科教育')
    expect(dictionary('educationLevel').items.find(({ code }) => code === '21')?.parent).toBe('20')
  })

  test('excludes codes accepted from imports only', () => {
    expect(selectable('gender').map(({ label }) => label)).toEqual(['男', '女'])
    expect(hasCode('gender', '9')).toBe(true)
  })

  test.each<[DictName, DictName, string[]]>([
    // An honorary doctorate and no degree have no degree name; the field is not asked for then.
    ['degree', 'degreeLevel', ['0', '1']],
    ['subject', 'schoolStage', []],
    ['grade', 'schoolStage', []],
    ['positionGrade', 'positionCategory', []],
    ['professionalTitle', 'titleSeries', []],
  ])('%s has choices for each value of %s', (name, parent, childless) => {
    const empty = selectable(parent).filter(({ code }) => selectable(name, { within: code }).length === 0)
    expect(empty.map(({ code }) => code)).toEqual(childless)
  })

  test('is narrowed by the value of the parent field', () => {
    expect(
      selectable('degree', { within: '4' }).every(
        ({ label }) => label.includes('学士') || label.startsWith('其他'),
      ),
    ).toBe(true)
    expect(selectable('subject', { within: '1' }).map(({ code }) => code)).toEqual([
      '80',
      '81',
      '82',
      '83',
      '84',
      '85',
      '99',
    ])
    expect(selectable('degree', { within: 'none' })).toEqual([])
    expect(selectable('gender', { within: 'anything' })).toHaveLength(2)
  })
})

describe('texts from spreadsheets', () => {
  test('are found by label, by alias and by code', () => {
    expect(codeOf('educationLevel', '大学本科毕业')).toBe('21')
    expect(codeOf('educationLevel', '本科')).toBe('21')
    expect(codeOf('educationLevel', '21')).toBe('21')
    expect(codeOf('gender', '未知的性别')).toBe('0')
  })

  test('may be full-width, in other brackets or have spaces', () => {
    expect(codeOf('subject', ' 信息技术(信息科技) ')).toBe('26')
    expect(codeOf('subject', '２６')).toBe('26')
  })

  test('with several readings answer the candidates', () => {
    expect(codeOf('educationLevel', '研究生')).toEqual({ ambiguous: ['11', '14'] })
  })

  test('naming a heading answer what stands under it', () => {
    expect(codeOf('educationLevel', '大学专科教育')).toEqual({ ambiguous: ['31', '32', '33'] })
    expect(codeOf('subject', '40')).toEqual({ ambiguous: ['41', '42', '43', '49'] })
  })

  test('that nothing fits are answered with nothing', () => {
    expect(codeOf('educationLevel', '博士后')).toBeUndefined()
    expect(codeOf('educationLevel', '')).toBeUndefined()
  })

  test('round trip for every choosable item', () => {
    for (const name of dictNames) {
      for (const { code, label } of selectable(name))
        expect(codeOf(name, label), `${name} ${label}`).toBe(code)
    }
  })
})

describe('orders and levels', () => {
  test('put graduation before drop-out, whatever the level', () => {
    expect(rankOf('educationLevel', '11')).toBe(0)
    expect(rankOf('educationLevel', '81')).toBeLessThan(rankOf('educationLevel', '12') ?? -1)
    expect(rankOf('educationLevel', '20')).toBeUndefined()
  })

  test('do not count an honorary doctorate', () => {
    expect(rankOf('degreeLevel', '1')).toBeUndefined()
    expect(rankOf('degreeLevel', '2')).toBe(0)
  })

  test('name the level of every professional title', () => {
    expect(levelOf('professionalTitle', '052')).toBe('2')
    const without = dictionary('professionalTitle').items.filter(
      ({ code }) => !hasCode('titleLevel', levelOf('professionalTitle', code) ?? ''),
    )
    expect(without).toEqual([])
    expect(rankOf('titleLevel', '1')).toBe(0)
  })

  test('keep the facts beside the codes', () => {
    expect(stagesOfSchool('345')).toEqual(['2', '3', '4'])
    expect(stagesOfSchool('411')).toEqual([])
    expect(influenceMonths('13')).toBe(24)
    expect(influenceMonths('0')).toBeUndefined()
    expect(isServing('11')).toBe(true)
    expect(isServing('01')).toBe(false)
  })
})
