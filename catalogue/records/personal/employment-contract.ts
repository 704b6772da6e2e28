import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { after, notBefore } from '../../rules/compare.ts'
import { is, isFilled, isNot } from '../../rules/condition.ts'

/**
 * The day a contract really ended: the earlier of its term and its termination; one without either goes on.
 */
function endOf(contract: Readonly<Record<string, unknown>>): string {
  const ends = [contract['endDate'], contract['terminationDate']].filter((end) => typeof end === 'string')
  return ends.sort()[0] ?? '9999-12-31'
}

/** 聘用合同: one row per contract signed with the employer, kept by the school; the teacher reads it. */
export const employmentContract = defineRecord({
  name: 'employmentContract',
  title: '聘用合同',
  archive: 'personal',
  owner: 'teacher',
  regime: 'recorded',
  cardinality: 'many',
  fields: {
    contractNo: text('合同编号', { maxLength: 40 }),
    contractKind: dict('合同种类', 'contractKind', { required: true, excludeItems: ['0'] }),
    contractTerm: dict('合同期限类型', 'contractTerm', { required: true }),
    signDate: date('签订日期', { required: true, help: '填合同末页落款的日期' }),
    startDate: date('合同起始日期', { required: true }),
    endDate: date('合同终止日期', {
      expires: 'latest',
      visibleWhen: isNot('contractTerm', '2'),
      requiredWhen: is('contractTerm', '1', '4'),
      help: '以完成工作任务为期限的，任务没有完成可不填',
    }),
    probationEndDate: date('试用期截止日期', { help: '没有约定试用期的不填' }),
    employer: text('用人单位名称', { required: true, maxLength: 100, help: '与合同上盖章的单位一致' }),
    positionCategory: dict('聘用岗位类别', 'positionCategory', { required: true }),
    agencyName: text('派遣（代理）机构', {
      maxLength: 100,
      help: '人事代理、劳务派遣人员填写，其他人员不填',
    }),
    terminationDate: date('解除（终止）日期', { help: '还在履行的合同不填' }),
    terminationReason: dict('解除（终止）原因', 'leaveReason', {
      visibleWhen: isFilled('terminationDate'),
      requiredWhen: isFilled('terminationDate'),
    }),
    remark: longText('备注', { maxLength: 500 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: true },
  rules: {
    constraints: [
      {
        form: 'among',
        types: ['employmentContract'],
        holds: (row, siblings) =>
          siblings('employmentContract').every(
            (other) => !after(endOf(other), row.startDate) || !after(endOf(row), String(other['startDate'])),
          ),
        message:
          '与该教师另一份合同的期限重叠，请核对起止日期；另一份已提前解除的，先在那一份里补填解除（终止）日期',
        fields: ['startDate', 'endDate'],
      },
    ],
    checks: [
      {
        holds: (r) => after(r.endDate, r.startDate),
        message: '合同终止日期要晚于合同起始日期',
        fields: ['endDate', 'startDate'],
      },
      {
        holds: (r) => notBefore(r.probationEndDate, r.startDate) && notBefore(r.endDate, r.probationEndDate),
        message: '试用期截止日期要在合同起始日期与终止日期之间',
        fields: ['probationEndDate', 'startDate', 'endDate'],
      },
      {
        holds: (r) => notBefore(r.terminationDate, r.startDate),
        message: '解除（终止）日期早于合同起始日期，请核对',
        fields: ['terminationDate', 'startDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.signDate),
        message: '合同签订以后再登记，签订日期不能晚于今天',
        fields: ['signDate'],
      },
    ],
  },
  pages: {
    list: {
      columns: [
        'contractKind',
        'contractTerm',
        'startDate',
        'endDate',
        'employer',
        'signDate',
        'contractNo',
        'terminationDate',
      ],
      filters: ['contractKind', 'contractTerm', 'positionCategory', 'startDate', 'endDate'],
      order: 'startDate',
      descending: true,
    },
    form: [
      { title: '合同', fields: ['contractKind', 'contractNo', 'employer', 'agencyName', 'positionCategory'] },
      { title: '期限', fields: ['signDate', 'contractTerm', 'startDate', 'endDate', 'probationEndDate'] },
      { title: '解除（终止）', fields: ['terminationDate', 'terminationReason', 'remark'] },
    ],
    summary: ['contractKind', 'startDate'],
  },
  spreadsheet: { key: ['startDate'] },
  statistics: { dimensions: ['contractKind', 'contractTerm', 'positionCategory'] },
})
