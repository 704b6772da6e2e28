import { date, dict, file, institution, integer, longText } from '../define.ts'
import { is } from '../rules/condition.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/**
 * 临时派出: the personnel relation stays, a teaching relation is added for some time (personnel.md, section
 * 4).
 */
export const posting = defineProcess({
  name: 'posting',
  title: '临时派出',
  beginLabel: '发起派出',
  begins: [{ by: [3], about: 'ownTeacher' }],
  dueOrder: 4,
  fields: {
    kind: dict('派出类别', 'postingKind', { required: true }),
    toOrg: institution('接收学校', { required: true, anywhere: true }),
    startOn: date('开始日期', { required: true }),
    endOn: date('结束日期', { required: true, help: '最后一天' }),
    weeklyHours: integer('每周课时', { min: 0, max: 60, visibleWhen: is('kind', '4') }),
    reason: longText('事由', { maxLength: 500 }),
    files: file('附件', { multiple: true, accept: ['pdf', 'jpg', 'png', 'docx'], maxSizeMB: 20 }),
  },
  form: [{ title: '派出', fields: ['kind', 'toOrg', 'startOn', 'endOn', 'weeklyHours', 'reason', 'files'] }],
  checks: [
    {
      holds: (r) => r.startOn === null || r.endOn === null || r.endOn >= r.startOn,
      message: '结束日期不得早于开始日期',
      fields: ['endOn', 'startOn'],
    },
  ],
  judgedBy: ['mayPost'],
  parties: {
    sender: { label: '人事关系所在学校', is: 'starter' },
    host: { label: '接收学校', is: 'field', field: 'toOrg' },
    authority: { label: '共同主管部门', is: 'commonAuthorityOf', of: ['sender', 'host'] },
  },
  states: {
    draft: { label: '草稿', heldBy: 'sender' },
    pendingHost: { label: '待接收学校同意', heldBy: 'host', days: 5 },
    pendingAuthority: { label: '待共同主管批准', heldBy: 'authority', days: 5 },
    scheduled: { label: '待开始', waitsFor: 'startOn' },
    active: { label: '进行中', waitsFor: 'endOn', dayAfter: true },
    ended: { label: '已结束', final: 'done' },
    rejected: { label: '未同意', final: 'failed' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    { name: 'submit', label: '发起派出', from: ['draft'], to: 'pendingHost', by: 'sender', handsIn: true },
    {
      name: 'agree',
      label: '同意接收',
      from: ['pendingHost'],
      to: 'pendingAuthority',
      by: 'host',
      reason: 'optional',
    },
    {
      name: 'approve',
      label: '批准',
      from: ['pendingAuthority'],
      to: 'scheduled',
      by: 'authority',
      reason: 'optional',
    },
    {
      name: 'reject',
      label: '不同意',
      from: ['pendingHost', 'pendingAuthority'],
      to: 'rejected',
      by: 'holder',
      ...refuses,
    },
    {
      name: 'cancel',
      label: '取消派出',
      from: ['draft', 'pendingHost', 'pendingAuthority', 'scheduled'],
      to: 'cancelled',
      by: 'sender',
      reason: 'optional',
      tone: 'quiet',
    },
    {
      name: 'start',
      label: '开始',
      from: ['scheduled'],
      to: 'active',
      by: 'clock',
      effects: ['teachingBegins'],
    },
    {
      name: 'extend',
      label: '延期',
      from: ['active'],
      to: 'active',
      by: 'authority',
      reason: 'required',
      asks: ['endOn'],
      tone: 'quiet',
      effects: ['teachingChangesDays'],
    },
    {
      name: 'endEarly',
      label: '提前结束',
      from: ['active'],
      to: 'ended',
      by: ['sender', 'host', 'authority'],
      reason: 'required',
      asks: ['endOn'],
      tone: 'quiet',
      effects: ['teachingEnds', 'rotationDrafted'],
    },
    {
      name: 'end',
      label: '到期结束',
      from: ['active'],
      to: 'ended',
      by: 'clock',
      effects: ['teachingEnds', 'rotationDrafted'],
    },
  ],
  list: {
    columns: ['kind', 'toOrg', 'startOn', 'endOn'],
    filters: ['kind'],
    between: { title: '从、到', ends: [['sender'], ['host']] },
  },
})
