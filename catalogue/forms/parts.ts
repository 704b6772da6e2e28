import { label, value, type FormCell, type FormTable, type Source } from './define.ts'

/** Sources that several forms share. */
export const basic = { type: 'basicInfo' } as const satisfies Source
export const inOffice = {
  type: 'postAppointment',
  order: 'appointMonth',
  newest: true,
} as const satisfies Source

/** Rows 1 to 4 of every sheet about a person, the portrait at their right. */
export const person: readonly (readonly FormCell[])[] = [
  [
    label('姓名'),
    value(2, 'basic.name'),
    label('性别'),
    value(1, 'basic.gender'),
    label('出生年月', 2),
    value(3, 'basic.birthDate', { as: 'month' }),
    value(2, 'basic.photo', { down: 4, portrait: true }),
  ],
  [
    label('民族'),
    value(2, 'basic.ethnicity'),
    label('籍贯'),
    value(3, 'basic.nativePlace'),
    label('出生地'),
    value(2, 'basic.birthPlace'),
  ],
  [
    label('政治面貌'),
    value(2, 'basic.politicalStatus'),
    label('入党（团）时间', 2),
    value(2, 'basic.partyJoinDate', { as: 'month' }),
    label('健康状况'),
    value(2, 'basic.healthStatus'),
  ],
  [
    label('证件号码'),
    value(4, 'basic.idCardNo'),
    label('参加工作时间', 2),
    value(3, 'basic.workStartMonth', { as: 'month' }),
  ],
]

/** Where somebody worked. */
export const workTable = (most: number): FormTable => ({
  part: 'table',
  title: '工作经历',
  source: 'works',
  columns: [
    { head: '工作起止年月', span: 2, fields: ['startMonth', 'endMonth'], as: 'months' },
    { head: '工作单位', span: 5, fields: ['unitName'] },
    { head: '岗位（职务）', span: 3, fields: ['position'] },
    { head: '证明人', span: 2, fields: ['witness'] },
  ],
  least: most,
  most,
})

export const familyTable = (most: number): FormTable => ({
  part: 'table',
  title: '家庭成员',
  source: 'family',
  columns: [
    { head: '称谓', span: 1, fields: ['relation'] },
    { head: '家庭成员姓名', span: 2, fields: ['name'] },
    { head: '出生年月', span: 2, fields: ['birthDate'], as: 'month' },
    { head: '政治面貌', span: 2, fields: ['politicalStatus'] },
    { head: '工作单位及职务', span: 5, fields: ['unitAndDuty'] },
  ],
  least: most,
  most,
})

/** Five years of assessments in one row, the newest first. */
export const assessments = (title: string): readonly FormCell[] => [
  label(title, 2),
  ...[1, 2, 3, 4, 5].map((n) => value(2, [`year${n}.assessYear`, `year${n}.assessResult`])),
]

export const assessmentSources = Object.fromEntries(
  [1, 2, 3, 4, 5].map((n) => [
    `year${n}`,
    { type: 'annualAssessment', order: 'assessYear', newest: true, nth: n } as const satisfies Source,
  ]),
)

export const signLines = (who: string): readonly string[] => [
  `${who}　　　　　　（盖章）`,
  '　　　　　年　　月　　日',
]
