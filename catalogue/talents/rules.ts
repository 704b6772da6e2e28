/**
 * Who is proposed for a list of talents (figures.md, 7): conditions on records in force, as data. The sync
 * reads them; people confirm. Projects 12, 13 and 23 take in teachers and principals alike, so that nobody is
 * proposed by them.
 */
export interface TalentRule {
  readonly key: string
  /** Code of dictionary highLevelKind. */
  readonly kind: string
  /** `derived`: worked out of the archive; `evidence`: a reviewed record with the number of its document. */
  readonly how: 'derived' | 'evidence'
  /** The basis as a list shows it. */
  readonly label: string
  readonly record: string
  /** The field that decides, with the values that count, as texts. */
  readonly field: string
  readonly is: readonly string[]
  /** Fields with the year or day of the selection, its level, and the number of its document. */
  readonly year?: string
  readonly level?: string
  readonly docNo?: string
  /** The level where it follows from the rule: code of dictionary talentLevel. */
  readonly sureLevel?: string
  /** The last day of its validity, and whether the person is still in the programme. */
  readonly until?: string
  readonly inPost?: string
  /** Nobody but the person says so. */
  readonly selfReported?: true
}

const person = { how: 'derived', record: 'basicInfo' } as const

const project = (kind: string, label: string, ...is: readonly string[]): TalentRule => ({
  key: `project${kind}`,
  kind,
  label: `入选人才项目：${label}`,
  how: 'evidence',
  record: 'talentProject',
  field: 'talentProject',
  is,
  year: 'selectedYear',
  level: 'talentLevel',
  docNo: 'docNo',
  until: 'validUntil',
  inPost: 'isInPost',
})

export const talentRules: readonly TalentRule[] = [
  { ...person, key: 'fullSenior', kind: '1', label: '现任职称为正高级', field: 'titleLevel', is: ['1'] },
  {
    ...person,
    key: 'specialGrade',
    kind: '2',
    label: '基本信息：特级教师',
    field: 'isSpecialGradeTeacher',
    is: ['true'],
  },
  project('2', '特级教师', '22'),
  {
    key: 'specialGradeHonor',
    kind: '2',
    label: '荣誉称号：特级教师',
    how: 'evidence',
    record: 'rewardHonor',
    field: 'honorTitle',
    is: ['06'],
    year: 'awardDate',
    docNo: 'docNo',
    sureLevel: '2',
  },
  project('3', '教学名师、名教师工作室主持人', '11', '21', '24'),
  project('4', '名校（园）长', '25', '32'),
  project('5', '名班主任', '26', '33'),
  project('6', '学科带头人', '34', '41'),
  project('7', '骨干教师', '28', '35', '42'),
  {
    ...person,
    key: 'selfReportedBackbone',
    kind: '7',
    label: '基本信息：县级及以上骨干教师',
    field: 'isBackboneTeacher',
    is: ['true'],
    selfReported: true,
  },
  {
    ...person,
    key: 'doctor',
    kind: '8',
    label: '最高学位层次为博士',
    field: 'highestDegreeLevel',
    is: ['2'],
  },
]

/** Projects of which an officer has to say which list they belong to. */
export const projectsByHand = {
  record: 'talentProject',
  field: 'talentProject',
  is: ['12', '13', '23'],
} as const

/**
 * What takes somebody off the boards at once: a punishment that is not revoked and whose effect has not
 * ended.
 */
export const punished = {
  record: 'punishment',
  until: 'influenceUntil',
  revoked: 'revokeDate',
} as const

const byKey = new Map(talentRules.map((rule) => [rule.key, rule]))

/** The basis of an entry in words; one without a rule was added by hand. */
export const basisOf = (rule: string | null): string =>
  rule === null ? '人工列入' : (byKey.get(rule)?.label ?? rule)
