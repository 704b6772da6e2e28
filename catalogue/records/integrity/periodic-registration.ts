import { date, decimal, defineRecord, dict, integer, longText, record, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { atMostOne, notBeforeOf } from '../../rules/among.ts'
import { monthsLater, notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const notPassed = is('registrationConclusion', '2', '3')

/** Whether two days are at least four and a half years apart, in whole months. */
function farApart(a: string, b: string): boolean {
  const [early, late] = a < b ? [a, b] : [b, a]
  return notBefore(late, monthsLater(early.slice(0, 7), 54))
}

/** 教师资格定期注册: one row per registration of a qualification, with its conclusion. */
export const periodicRegistration = defineRecord({
  name: 'periodicRegistration',
  title: '教师资格定期注册',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    registrationType: dict('注册类型', 'registrationType', { required: true }),
    qualificationId: record('教师资格', {
      ref: 'teacherQualification',
      required: true,
      help: '从本人已通过审核的教师资格中选；没有可选的，请先填教师资格',
    }),
    qualificationNo: text('教师资格证号码', {
      maxLength: 17,
      masked: true,
      derived: { from: 'teacherQualification.qualificationNo', by: 'copy', via: 'qualificationId' },
      help: '由系统从所选的教师资格取来',
    }),
    applyDate: date('申请日期', { required: true, help: '在定期注册系统提交申请的日期' }),
    registerDate: date('注册日期', { required: true, help: '暂缓或不合格的填作出结论的日期' }),
    registrationConclusion: dict('注册结论', 'registrationConclusion', { required: true }),
    validUntil: date('注册有效期至', {
      expires: 'latest',
      visibleWhen: is('registrationConclusion', '1'),
      help: '一般为五年',
    }),
    reason: longText('暂缓或不合格原因', {
      maxLength: 2000,
      visibleWhen: notPassed,
      requiredWhen: notPassed,
    }),
    registerUnit: text('注册机构', { required: true, maxLength: 100, help: '注册页上盖章的教育行政部门' }),
    teachYears: integer('本周期任教年限', { min: 0, max: 10 }),
    trainingHours: decimal('本周期培训学时', { min: 0, max: 2000, precision: 1 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    constraints: [
      atMostOne(
        'periodicRegistration',
        is('registrationType', '1'),
        ['registrationType', 'qualificationId'],
        { message: '该教师资格已有一条首次注册，以后的请选“定期注册”' },
        ['qualificationId'],
      ),
      notBeforeOf(
        'registerDate',
        'teacherQualification.issueDate',
        { message: '注册日期在所选教师资格证的颁发日期以前，请核对' },
        (row, other) => other.id === row['qualificationId'],
      ),
      {
        form: 'among',
        types: ['periodicRegistration'],
        holds: (row, siblings) =>
          row.registrationType !== '2' ||
          row.registrationConclusion !== '1' ||
          siblings('periodicRegistration')
            .filter((o) => o['registrationType'] === '2' && o['registrationConclusion'] === '1')
            .filter((o) => o['qualificationId'] === row.qualificationId)
            .every(
              ({ registerDate: on }) =>
                typeof on !== 'string' || row.registerDate === null || farApart(row.registerDate, on),
            ),
        message: '与同一教师资格的另一次合格的定期注册相隔不到四年半（定期注册五年一次），请核对注册日期',
        fields: ['registerDate', 'qualificationId'],
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.registerDate, r.applyDate),
        message: '注册不会早于申请，请核对这两个日期',
        fields: ['registerDate', 'applyDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.registerDate),
        message: '注册日期晚于今天，请在注册后填写',
        fields: ['registerDate'],
      },
      {
        holds: (r) => notBefore(r.validUntil, r.registerDate),
        message: '有效期在注册日期以前就到了，请核对',
        fields: ['validUntil', 'registerDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'qualificationId', text: '所选教师资格与注册页不一致' },
      { field: 'registrationType', text: '首次注册与定期注册选反了' },
      { field: 'registerDate', text: '注册日期与注册页不一致' },
      { field: 'registrationConclusion', text: '注册结论与注册页不一致' },
      { field: 'validUntil', text: '有效期与注册页不一致' },
      { field: 'attachments', text: '缺教师资格证注册页' },
      { field: 'attachments', text: '注册页照片看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: [
        'registrationType',
        'qualificationNo',
        'registerDate',
        'registrationConclusion',
        'validUntil',
        'registerUnit',
      ],
      filters: ['registrationType', 'registerDate', 'registrationConclusion', 'validUntil'],
      order: 'registerDate',
      descending: true,
    },
    form: [
      { title: '教师资格', fields: ['qualificationId', 'qualificationNo'] },
      {
        title: '注册',
        fields: [
          'registrationType',
          'applyDate',
          'registerDate',
          'registrationConclusion',
          'validUntil',
          'reason',
          'registerUnit',
        ],
      },
      { title: '本周期', fields: ['teachYears', 'trainingHours'] },
    ],
    summary: ['registrationType', 'registerDate'],
  },
  statistics: { dimensions: ['registrationType', 'registrationConclusion'] },
})
