import { date, decimal, defineRecord, dict, text, year } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/** 培训登记: one row per training taken outside the portal, with the hours it gave. */
export const trainingRegistration = defineRecord({
  name: 'trainingRegistration',
  title: '培训登记',
  archive: 'integrity',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    trainingYear: year('培训年度', { required: true, help: '学时计入哪一年就填哪一年' }),
    trainingKind: dict('培训类别', 'trainingKind', { required: true }),
    projectName: text('培训项目名称', { required: true, maxLength: 100, help: '写通知或结业证书上的全称' }),
    organizer: text('培训机构名称', { required: true, maxLength: 100 }),
    trainingLevel: dict('培训级别', 'trainingLevel', { required: true, help: '按下发培训通知的单位选' }),
    trainingWay: dict('培训方式', 'trainingWay', { required: true }),
    trainingDuration: dict('培训时限', 'trainingDuration'),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true }),
    creditKind: dict('学时类别', 'creditKind', { required: true }),
    creditHours: decimal('培训获得学时', {
      required: true,
      min: 0,
      max: 500,
      precision: 1,
      help: '照学时证明填，不是课表上的学时',
    }),
    credits: decimal('学分', { min: 0, max: 100, precision: 1 }),
    certificateNo: text('结业证书编号', { maxLength: 40 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['projectName', 'startDate'],
        message: '该培训项目已经登记过（名称、开始日期都相同）',
      },
      // What a project of the portal gave has its number: typed by hand it would count twice.
      {
        form: 'unique',
        within: 'owner',
        fields: ['certificateNo', 'organizer'],
        message: '该证书编号的培训已经登记过，学时不重复计入；在培训档案里可以看到那一条',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endDate, r.startDate),
        message: '结束日期在开始日期以前，请核对',
        fields: ['endDate', 'startDate'],
      },
      {
        holds: (r) => {
          if (r.trainingYear === null) return true
          const counted = String(r.trainingYear)
          return notBefore(counted, r.startDate) && notBefore(r.endDate, counted)
        },
        message: '培训年度不在培训的起止时间之内，请核对',
        fields: ['trainingYear', 'startDate', 'endDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.endDate),
        message: '结束日期晚于今天，请在结业后登记学时',
        fields: ['endDate'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'creditHours', text: '学时与佐证材料不一致' },
      { field: 'creditKind', text: '学时类别选错' },
      { field: 'projectName', text: '项目名称须与培训通知或证书一致' },
      { field: 'trainingLevel', text: '培训级别与主办单位不符' },
      { field: 'endDate', text: '起止日期与证书不一致' },
      { field: 'attachments', text: '缺结业证书或学时证明' },
      { field: 'attachments', text: '佐证材料看不清，请重新拍照上传' },
    ],
  },
  pages: {
    list: {
      columns: [
        'trainingYear',
        'trainingKind',
        'projectName',
        'organizer',
        'trainingLevel',
        'creditKind',
        'creditHours',
        'endDate',
      ],
      filters: ['trainingYear', 'trainingKind', 'trainingLevel'],
      order: 'endDate',
      descending: true,
    },
    form: [
      {
        title: '培训',
        fields: ['trainingYear', 'trainingKind', 'projectName', 'organizer', 'trainingLevel', 'trainingWay'],
      },
      { title: '时间', fields: ['startDate', 'endDate', 'trainingDuration'] },
      { title: '学时', fields: ['creditKind', 'creditHours', 'credits', 'certificateNo'] },
    ],
    summary: ['projectName', 'trainingYear'],
  },
  spreadsheet: { key: ['projectName', 'startDate'] },
  statistics: { dimensions: ['trainingYear', 'trainingKind', 'trainingLevel', 'trainingWay', 'creditKind'] },
})
