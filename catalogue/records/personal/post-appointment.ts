import { bool, defineRecord, dict, month, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { noOverlap } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'
import { is, isEmpty, isNot } from '../../rules/condition.ts'

const concurrent = is('isConcurrent', true)
const withDuty = isNot('schoolDuty', '00')

/**
 * Grades (positionGrade) that go with a level of title (titleLevel) on teaching and other professional posts.
 */
const gradesOf: Readonly<Record<string, readonly string[]>> = {
  1: ['101', '102', '103', '104'],
  2: ['105', '106', '107'],
  3: ['108', '109', '110'],
  4: ['111', '112'],
  5: ['113'],
}

/**
 * 岗位聘任: one row per appointment to a post of the establishment, with the school duty held along with it.
 */
export const postAppointment = defineRecord({
  name: 'postAppointment',
  title: '岗位聘任',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    positionCategory: dict('岗位类别', 'positionCategory', { required: true }),
    positionGrade: dict('岗位等级', 'positionGrade', { required: true, cascadeFrom: 'positionCategory' }),
    appointMonth: month('聘任开始年月', { required: true }),
    appointEndMonth: month('聘任结束年月', { help: '还在聘的留空，不填合同上将来的到期年月' }),
    appointUnit: text('聘任单位名称', { required: true, maxLength: 100 }),
    appointStatus: dict('聘任情况', 'appointStatus', { required: true, default: '11' }),
    isConcurrent: bool('是否兼任其他岗位', { required: true, help: '在两类岗位上同时任职的选“是”' }),
    concurrentCategory: dict('兼任岗位类别', 'positionCategory', {
      visibleWhen: concurrent,
      requiredWhen: concurrent,
    }),
    concurrentGrade: dict('兼任岗位等级', 'positionGrade', {
      visibleWhen: concurrent,
      cascadeFrom: 'concurrentCategory',
    }),
    schoolDuty: dict('校内职务', 'schoolDuty', { default: '00' }),
    dutyCategory: dict('党政职务类别', 'dutyCategory', {
      visibleWhen: is('schoolDuty', '01', '02', '03', '04', '05'),
    }),
    dutyStartMonth: month('任职开始年月', { visibleWhen: withDuty, help: '开始担任这一校内职务的年月' }),
    dutyDocNo: text('任职文号', { maxLength: 60, visibleWhen: withDuty }),
    department: text('所属部门（处室）', { maxLength: 60 }),
    isCurrent: bool('是否现任', {
      derived: {
        from: 'postAppointment.appointEndMonth',
        by: 'holds',
        when: { all: [isEmpty('appointEndMonth'), isNot('appointStatus', '2', '3')] },
      },
      help: '没有结束年月的即为现任，不聘、缓聘的除外',
    }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'oneOpen',
        from: 'appointMonth',
        to: 'appointEndMonth',
        message: '已有一条没有结束的岗位聘任，而且开始得不比这一条早；请给其中先结束的一条填上聘任结束年月',
      },
      noOverlap('postAppointment', 'appointMonth', 'appointEndMonth', {
        message: '聘任时段与本人另一条岗位聘任有重叠，请核对起止年月；兼任的岗位填在同一条里',
        level: 'warning',
      }),
      {
        form: 'among',
        types: ['basicInfo'],
        // Only the present post: an earlier one went with the title held then, not with today's.
        holds: (row, siblings) => {
          const grade = row.positionGrade
          if (row.appointEndMonth !== null || grade === null || !/^1\d\d$/.test(grade)) return true
          return siblings('basicInfo').every(
            (info) => gradesOf[String(info['titleLevel'])]?.includes(grade) !== false,
          )
        },
        message:
          '岗位等级与基本信息里的现任职称级别不相配：正高级对一至四级，副高级对五至七级，中级对八至十级，助理级对十一、十二级，员级对十三级',
        fields: ['positionGrade', 'positionCategory'],
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
      {
        holds: (r) => r.concurrentCategory === null || r.concurrentCategory !== r.positionCategory,
        message: '兼任的是另一类岗位，请选与岗位类别不同的一类',
        fields: ['concurrentCategory', 'positionCategory'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'positionGrade', text: '岗位等级与聘任文件不一致' },
      { field: 'positionCategory', text: '岗位类别与岗位设置方案不一致' },
      { field: 'appointMonth', text: '聘任开始年月与聘书或聘任文件不一致' },
      { field: 'appointEndMonth', text: '前一岗位的聘任结束年月有误' },
      { field: 'schoolDuty', text: '校内职务与任职文件不一致' },
      { field: 'attachments', text: '缺聘书或岗位聘任批复' },
    ],
  },
  pages: {
    list: {
      columns: [
        'positionCategory',
        'positionGrade',
        'appointMonth',
        'appointEndMonth',
        'appointUnit',
        'schoolDuty',
        'isCurrent',
      ],
      filters: ['positionCategory', 'positionGrade', 'appointStatus', 'schoolDuty', 'isCurrent'],
      order: 'appointMonth',
      descending: true,
    },
    form: [
      {
        title: '岗位',
        fields: [
          'positionCategory',
          'positionGrade',
          'appointUnit',
          'appointMonth',
          'appointEndMonth',
          'appointStatus',
          'isCurrent',
        ],
      },
      { title: '兼任', fields: ['isConcurrent', 'concurrentCategory', 'concurrentGrade'] },
      {
        title: '校内职务',
        fields: ['schoolDuty', 'dutyCategory', 'dutyStartMonth', 'dutyDocNo', 'department'],
      },
    ],
    summary: ['positionCategory', 'positionGrade'],
  },
  spreadsheet: { key: ['appointMonth'] },
  statistics: { dimensions: ['positionCategory', 'positionGrade', 'schoolDuty', 'isCurrent'] },
})
