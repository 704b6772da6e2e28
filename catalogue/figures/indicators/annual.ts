import { indicator, type Indicator } from '../indicator.ts'

const staffSet = '教职工：在职人员（含待退休、长病假、因公出国、停薪留职、待岗），不含代课、兼任和返聘。'
const teachers = '专任教师：教职工类别为专任教师、状态为在职、延聘、待退休、长病假、因公出国的人员。'
const filling = '“未填”一格的人员须先补齐档案，合计才能与各类相加一致地上报。'

type Table = Pick<Indicator, 'key' | 'title' | 'rows' | 'columns'> & {
  readonly women?: true
  readonly staff?: true
}

/** A table of the yearly report: people by two of their facts, with the row and the column of everybody. */
const table = ({ women, staff, ...one }: Table): Indicator =>
  indicator({
    ...one,
    unit: '人',
    form: 'table',
    totals: true,
    definition: `${staff ? staffSet : teachers}${women ? '只计女性。' : ''}${filling}`,
    visible: 'internal',
    reports: ['nianbao'],
    counting: { by: 'persons', of: staff ? 'staff' : 'fulltime', ...(women && { and: 'female' as const }) },
  })

/**
 * 年报统计表: what schools and offices enter into the national statistics of basic education each autumn about their
 * staff, filled from the archives (docs/decisions/0258).
 */
export const annualIndicators = [
  table({ key: 'annual.staff', title: '教职工数', rows: 'place', columns: 'category', staff: true }),
  table({
    key: 'annual.staff.women',
    title: '教职工数（女）',
    rows: 'place',
    columns: 'category',
    staff: true,
    women: true,
  }),
  table({ key: 'annual.education', title: '专任教师学历、职称', rows: 'education', columns: 'title' }),
  table({
    key: 'annual.education.women',
    title: '专任教师学历、职称（女）',
    rows: 'education',
    columns: 'title',
    women: true,
  }),
  table({ key: 'annual.age', title: '专任教师年龄、职称', rows: 'officialAge', columns: 'title' }),
  table({
    key: 'annual.age.education',
    title: '专任教师年龄、学历',
    rows: 'officialAge',
    columns: 'education',
  }),
  table({ key: 'annual.subject', title: '专任教师任教学科、学段', rows: 'subject', columns: 'stage' }),
]
