import { bool, defineRecord, dict, month, text, type Sibling } from '../../define.ts'
import { levelOf, rankOf } from '../../dictionaries/dictionaries.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBeforeOf } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { isEmpty, isNot } from '../../rules/condition.ts'

/**
 * Place of a title in the order of levels, 0 the highest. Worked out, because a derived level is not there
 * before it is in force.
 */
function rankOfTitle(title: unknown): number | undefined {
  const level = typeof title === 'string' ? levelOf('professionalTitle', title) : undefined
  return level === undefined ? undefined : rankOf('titleLevel', level)
}

/** The best rank among certified titles; undefined when there are none to compare with. */
function bestOf(certified: readonly Sibling[]): number | undefined {
  return certified.flatMap((title) => rankOfTitle(title['professionalTitle']) ?? []).sort((a, b) => a - b)[0]
}

/** 专业技术职务聘任: one row per appointment to a professional title. */
export const techPositionAppointment = defineRecord({
  name: 'techPositionAppointment',
  title: '专业技术职务聘任',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    titleSeries: dict('职务系列', 'titleSeries', {
      required: true,
      help: '中小学、幼儿园教师选“中学教师（今中小学教师）”',
    }),
    professionalTitle: dict('聘任专业技术职务', 'professionalTitle', {
      required: true,
      cascadeFrom: 'titleSeries',
    }),
    titleLevel: dict('职务级别', 'titleLevel', {
      derived: { from: 'professionalTitle', by: 'levelMap' },
      help: '由系统按聘任专业技术职务得出',
    }),
    appointMonth: month('聘任开始年月', { required: true }),
    appointEndMonth: month('聘任结束年月', { help: '还在聘的留空，不填合同上将来的到期年月' }),
    appointUnit: text('聘任单位名称', { required: true, maxLength: 100 }),
    appointStatus: dict('聘任情况', 'appointStatus', {
      required: true,
      default: '11',
      help: '聘到比职称资格低一级的选“低聘”，高一级的选“高聘”',
    }),
    appointDocNo: text('聘任文号', { maxLength: 60 }),
    isCurrent: bool('是否现聘', {
      derived: {
        from: 'techPositionAppointment.appointEndMonth',
        by: 'holds',
        when: { all: [isEmpty('appointEndMonth'), isNot('appointStatus', '2', '3')] },
      },
      help: '没有结束年月的即为现聘，不聘、缓聘的除外',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'oneOpen',
        from: 'appointMonth',
        to: 'appointEndMonth',
        message: '已有一条没有结束的职务聘任，而且开始得不比这一条早；请给其中先结束的一条填上聘任结束年月',
      },
      notBeforeOf(
        'appointMonth',
        'titleCertification.obtainDate',
        { message: '聘任开始年月早于“职称评定”里取得同一职称资格的日期，请核对这两个日期', level: 'warning' },
        (row, certified) => certified['professionalTitle'] === row['professionalTitle'],
      ),
      {
        form: 'among',
        types: ['titleCertification'],
        holds: (row, siblings) => {
          const [mine, best] = [rankOfTitle(row.professionalTitle), bestOf(siblings('titleCertification'))]
          return row.appointStatus === '12' || mine === undefined || best === undefined || mine >= best
        },
        message: '聘任的职务高于“职称评定”里已有的最高资格；请先补报职称评定，确属高聘的在聘任情况里选“高聘”',
        fields: ['professionalTitle', 'appointStatus'],
        level: 'warning',
      },
      {
        form: 'among',
        types: ['titleCertification'],
        // Only what was certified by then: a later title does not make an earlier appointment a low one.
        holds: (row, siblings) => {
          const byThen = siblings('titleCertification').filter((title) =>
            notBefore(row.appointMonth, String(title['obtainDate'])),
          )
          const [mine, best] = [rankOfTitle(row.professionalTitle), bestOf(byThen)]
          return row.appointStatus !== '11' || mine === undefined || best === undefined || mine <= best
        },
        message: '聘任的职务低于当时“职称评定”里已有的资格；属于低聘的，聘任情况请选“低聘”',
        fields: ['appointStatus', 'professionalTitle'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.appointEndMonth, r.appointMonth),
        message: '聘任结束年月不能在聘任开始年月之前',
        fields: ['appointEndMonth', 'appointMonth'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.appointEndMonth),
        message: '聘期未结束的，聘任结束年月请留空',
        fields: ['appointEndMonth'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'professionalTitle', text: '聘任职务与聘书不一致' },
      { field: 'appointMonth', text: '聘任开始年月与聘任文件不一致' },
      { field: 'titleSeries', text: '职务系列选错，中小学教师应选中小学教师系列' },
      { field: 'appointStatus', text: '低聘或高聘的，聘任情况没有照实填' },
      { field: 'appointDocNo', text: '聘任文号与文件不一致' },
      { field: 'attachments', text: '缺聘书或聘任文件' },
    ],
  },
  pages: {
    list: {
      columns: [
        'professionalTitle',
        'titleLevel',
        'titleSeries',
        'appointMonth',
        'appointEndMonth',
        'appointUnit',
        'isCurrent',
      ],
      filters: ['professionalTitle', 'titleLevel', 'appointStatus', 'isCurrent'],
      order: 'appointMonth',
      descending: true,
    },
    form: [
      { title: '职务', fields: ['titleSeries', 'professionalTitle', 'titleLevel'] },
      {
        title: '聘任',
        fields: [
          'appointUnit',
          'appointMonth',
          'appointEndMonth',
          'appointStatus',
          'appointDocNo',
          'isCurrent',
        ],
      },
    ],
    summary: ['professionalTitle', 'appointUnit'],
  },
  spreadsheet: { key: ['professionalTitle', 'appointMonth'] },
  statistics: { dimensions: ['professionalTitle', 'titleLevel', 'isCurrent'] },
})
