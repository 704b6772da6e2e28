import { date, dict, file, longText, text } from '../define.ts'
import { is } from '../rules/condition.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/** Kinds that a school does by itself: 离岗 and 返岗 (modules.json, lifecycles.statusChange). */
const bySchool = ['4', '5']
/** Kinds after which a person belongs nowhere: 退休, 离职, 死亡. */
const leaving = ['1', '2', '7']

/** Statuses that each kind may lead to (personnel.md, section 4). */
const statuses: Readonly<Record<string, readonly string[]>> = {
  '1': ['01', '02'],
  '2': ['05', '06', '07', '08', '09', '99'],
  '3': ['04'],
  '4': ['11', '13', '14', '15', '16', '17', '99'],
  '5': ['11', '12'],
  '6': ['12'],
  '7': ['03'],
}

/**
 * 人员状态变更: retirement, leaving, return; the school begins it, its authority confirms (personnel.md,
 * section 4).
 */
export const statusChange = defineProcess({
  name: 'statusChange',
  title: '人员状态变更',
  beginLabel: '办理状态变更',
  begins: [
    { by: [3], about: 'ownTeacher' },
    { by: [3], about: 'byNumber', label: '不在本校的人（返聘）' },
  ],
  oneOpen: '该教师已有一件没有办完的状态变更',
  dueOrder: 2,
  fields: {
    kind: dict('变更类别', 'statusChangeKind', { required: true }),
    toStatus: dict('新状态', 'employmentStatus', { required: true }),
    leaveReason: dict('离校离职原因', 'leaveReason', {
      visibleWhen: is('kind', '1', '2', '7'),
      requiredWhen: is('kind', '1', '2', '7'),
    }),
    absenceReason: dict('离岗原因', 'absenceReason', {
      visibleWhen: is('kind', '4'),
      requiredWhen: is('kind', '4'),
    }),
    effectiveOn: date('生效日期', { required: true, help: '新状态的第一天；死亡填死亡次日' }),
    docNo: text('文号', { maxLength: 60 }),
    reason: longText('说明', { maxLength: 500 }),
    files: file('附件', { multiple: true, accept: ['pdf', 'jpg', 'png', 'docx'], maxSizeMB: 20 }),
  },
  form: [
    {
      title: '状态变更',
      fields: ['kind', 'toStatus', 'leaveReason', 'absenceReason', 'effectiveOn', 'docNo', 'reason', 'files'],
    },
  ],
  checks: [
    {
      holds: (r) => r.kind === null || r.toStatus === null || statuses[r.kind]?.includes(r.toStatus) === true,
      message: '变更后状态与变更类别不符',
      fields: ['toStatus', 'kind'],
    },
  ],
  judgedBy: ['mayChangeStatus'],
  parties: {
    school: { label: '学校', is: 'starter' },
    authority: { label: '主管部门', is: 'authorityOf', of: 'school' },
  },
  conditions: {
    byItself: ({ value }) => bySchool.includes(String(value['kind'])),
    leaves: ({ value }) => leaving.includes(String(value['kind'])),
    stays: ({ value }) => !leaving.includes(String(value['kind'])),
    confirmed: ({ value }) => !bySchool.includes(String(value['kind'])),
  },
  states: {
    draft: { label: '草稿', heldBy: 'school' },
    pendingAuthority: { label: '待主管部门确认', heldBy: 'authority', days: 5 },
    scheduled: { label: '待生效', waitsFor: 'effectiveOn' },
    done: { label: '已生效', final: 'done' },
    rejected: { label: '未同意', final: 'failed' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交',
      from: ['draft'],
      to: 'pendingAuthority',
      by: 'school',
      when: 'confirmed',
      handsIn: true,
    },
    {
      name: 'submit',
      label: '办理',
      from: ['draft'],
      to: 'scheduled',
      by: 'school',
      when: 'byItself',
      handsIn: true,
    },
    {
      name: 'approve',
      label: '确认',
      from: ['pendingAuthority'],
      to: 'scheduled',
      by: 'authority',
      reason: 'optional',
    },
    {
      name: 'return',
      label: '退回修改',
      from: ['pendingAuthority'],
      to: 'draft',
      by: 'authority',
      reason: 'required',
      tone: 'quiet',
    },
    {
      name: 'reject',
      label: '不同意',
      from: ['pendingAuthority'],
      to: 'rejected',
      by: 'authority',
      ...refuses,
    },
    {
      name: 'cancel',
      label: '取消',
      from: ['draft', 'pendingAuthority', 'scheduled'],
      to: 'cancelled',
      by: 'school',
      reason: 'optional',
      tone: 'quiet',
    },
    {
      name: 'effect',
      label: '生效',
      from: ['scheduled'],
      to: 'done',
      by: 'clock',
      when: 'leaves',
      effects: ['statusChanges'],
      overtakes: ['transfer', 'posting'],
    },
    {
      name: 'effect',
      label: '生效',
      from: ['scheduled'],
      to: 'done',
      by: 'clock',
      when: 'stays',
      effects: ['statusChanges'],
    },
    {
      name: 'takeBack',
      label: '撤销已生效的变更',
      from: ['done'],
      to: 'cancelled',
      by: 'authority',
      reason: 'required',
      tone: 'quiet',
      takesBack: ['statusChanges'],
    },
  ],
  list: {
    columns: ['kind', 'toStatus', 'effectiveOn'],
    filters: ['kind'],
    between: { title: '从、到', ends: [['school']] },
  },
})
