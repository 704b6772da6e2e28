import { bool, decimal, defineRecord, dict, month, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const closed = is('executionStatus', '4')

/** 课题（项目）: one row per research project led or taken part in. */
export const researchRecord = defineRecord({
  name: 'researchRecord',
  title: '课题（项目）',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    projectName: text('项目名称', { required: true, maxLength: 100, help: '与立项通知书一致' }),
    projectLevel: dict('课题级别', 'projectLevel', { required: true, help: '按批准单位的级别选' }),
    projectCategory: dict('课题类别', 'projectCategory', { required: true }),
    projectKind: dict('研究类型', 'projectKind'),
    projectSource: dict('项目来源', 'projectSource'),
    approvalNo: text('立项批准号', { maxLength: 40, help: '没有编号的可不填' }),
    approvalUnit: text('批准单位', {
      required: true,
      maxLength: 100,
      help: '立项通知书上盖章的单位；校级课题填本校',
    }),
    startMonth: month('开始年月', { required: true }),
    executionStatus: dict('执行状态', 'executionStatus', { required: true }),
    endMonth: month('结束年月', { requiredWhen: closed, help: '在研的填计划结束年月，或不填' }),
    closingGrade: dict('结题等级', 'closingGrade', { visibleWhen: closed }),
    completeForm: dict('完成形式', 'completeForm'),
    // Roles of books, awards and patents are no roles in a project.
    projectRole: dict('本人角色', 'projectRole', {
      required: true,
      excludeItems: ['200', '210', '220', '230', '240', '250', '410', '420', '510', '520'],
    }),
    awardPosition: dict('本人排名', 'awardPosition', {
      required: true,
      help: '按立项通知书或结题证书上的次序',
    }),
    funding: decimal('经费（万元）', { min: 0, max: 9999, precision: 2 }),
    isRepresentative: bool('是否代表性成果'),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['approvalNo'],
        message: '已有该立项批准号的课题，请修改原记录',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endMonth, r.startMonth),
        message: '结束年月不得早于开始年月',
        fields: ['endMonth', 'startMonth'],
      },
      {
        holds: (r, c) => r.executionStatus !== '4' || notBefore(c.today, r.endMonth),
        message: '已结题的课题，结束年月不得晚于本月',
        fields: ['endMonth', 'executionStatus'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'attachments', text: '缺立项通知书' },
      { field: 'attachments', text: '已结题的缺结题证书或结题通知' },
      { field: 'projectLevel', text: '课题级别与批准单位不符' },
      { field: 'approvalNo', text: '立项批准号与通知书不一致' },
      { field: 'awardPosition', text: '本人排名与课题组成员名单不一致' },
      { field: 'projectRole', text: '本人角色与课题组分工不一致' },
      { field: 'executionStatus', text: '执行状态与实际不符，请核对是否已结题' },
    ],
  },
  pages: {
    list: {
      columns: [
        'projectName',
        'projectLevel',
        'projectCategory',
        'startMonth',
        'endMonth',
        'executionStatus',
        'projectRole',
        'awardPosition',
      ],
      filters: ['projectLevel', 'projectCategory', 'executionStatus'],
      order: 'startMonth',
      descending: true,
    },
    form: [
      {
        title: '立项',
        fields: [
          'projectName',
          'projectLevel',
          'projectCategory',
          'projectKind',
          'projectSource',
          'approvalNo',
          'approvalUnit',
          'funding',
        ],
      },
      {
        title: '进展',
        fields: ['startMonth', 'executionStatus', 'endMonth', 'closingGrade', 'completeForm'],
      },
      { title: '本人', fields: ['projectRole', 'awardPosition', 'isRepresentative'] },
    ],
    summary: ['projectName', 'projectLevel'],
  },
  statistics: { dimensions: ['projectLevel', 'projectCategory', 'executionStatus', 'projectRole'] },
})
