import { date, decimal, dict, file, institution, lines, personName, richText, text } from '../define.ts'
import { is } from '../rules/condition.ts'
import { pairKinds } from '../support/goals.ts'
import { defineProcess } from './define.ts'
import { yearsLater } from './studio.ts'
import { refuses } from './way-up.ts'

/** The longest term of an agreement, in years (teaching-research.md, 3.2). */
export const longestPair = 5

/** One goal of an agreement, as both sides sign it. */
const goal = {
  goal: dict('指标', 'pairGoal', { required: true }),
  direction: dict('方向', 'pairDirection', { required: true }),
  target: decimal('目标值', { required: true, min: 0, max: 99_999, precision: 1 }),
  dueOn: date('期限'),
  stated: text('自报指标名称', { maxLength: 40 }),
  unit: text('自报单位', { maxLength: 6 }),
  start: decimal('自报起点', { min: 0, max: 99_999, precision: 1 }),
}

const outsider = {
  visibleWhen: is('kind', pairKinds.universities),
  requiredWhen: is('kind', pairKinds.universities),
}

/**
 * 结对协议: two institutions agree that one supports the other for some years, with goals that the archive
 * counts; the nearest authority above both records it (teaching-research.md, 10.1).
 */
export const pairAgreement = defineProcess({
  name: 'pairAgreement',
  path: 'support/pair',
  title: '结对协议',
  beginLabel: '发起结对协议',
  begins: [{ by: [3, 4, 5, 6], about: 'office' }],
  dueOrder: 45,
  titled: 'title',
  fields: {
    kind: dict('结对类别', 'pairKind', { required: true }),
    side: dict('本单位是', 'pairSide', { required: true }),
    partner: institution('对方单位', { required: true, anywhere: 'everyLevel' }),
    outside: text('高校名称', { maxLength: 100, ...outsider, help: '高校不在本平台，由支援方主管单位代填' }),
    fromDay: date('起始日', { required: true, help: '起点数据冻结在这一天' }),
    untilDay: date('截止日', { required: true, help: '最后一天；一般 3 年，不超过 5 年' }),
    docNo: text('文号', { maxLength: 60 }),
    contact: personName('本方联系人', { required: true }),
    content: richText('帮扶内容', { required: true }),
    goals: lines('目标', goal, {
      required: true,
      least: 1,
      most: 8,
      help: '按受援方的档案统计；名称、单位、起点只有自报指标才填',
    }),
    files: file('附件', {
      multiple: true,
      accept: ['pdf', 'jpg', 'png', 'docx'],
      maxSizeMB: 20,
      requiredWhen: is('kind', pairKinds.universities),
      help: '双方盖章的纸质协议；高校结对必须上传',
    }),
    title: text('协议', { maxLength: 220 }),
    supporter: institution('支援方', { anywhere: 'everyLevel' }),
    supported: institution('受援方', { anywhere: 'everyLevel' }),
    partnerContact: personName('对方联系人', { required: true }),
    endedOn: date('终止日期'),
  },
  form: [
    { title: '双方', fields: ['kind', 'side', 'partner', 'outside', 'contact'] },
    { title: '期限与内容', fields: ['fromDay', 'untilDay', 'docNo', 'content', 'files'] },
    { title: '目标', fields: ['goals'] },
  ],
  checks: [
    {
      holds: ({ fromDay, untilDay }) => fromDay === null || untilDay === null || untilDay > fromDay,
      message: '截止日须晚于起始日',
      fields: ['untilDay', 'fromDay'],
    },
    {
      holds: ({ fromDay, untilDay }) =>
        fromDay === null || untilDay === null || untilDay < yearsLater(fromDay, longestPair),
      message: `期限不超过 ${longestPair} 年`,
      fields: ['untilDay', 'fromDay'],
    },
  ],
  judgedBy: ['mayPair'],
  parties: {
    proposer: { label: '发起方', is: 'starter' },
    partner: { label: '对方', is: 'field', field: 'partner' },
    authority: { label: '备案单位', is: 'commonAuthorityOf', of: ['proposer', 'partner'] },
  },
  states: {
    draft: { label: '草稿', heldBy: 'proposer' },
    pendingOther: { label: '待对方签署', heldBy: 'partner', days: 10 },
    pendingRecord: { label: '待备案', heldBy: 'authority', days: 10 },
    scheduled: { label: '已备案待开始', waitsFor: 'fromDay' },
    active: { label: '执行中', waitsFor: 'untilDay', dayAfter: true },
    ended: { label: '已到期', final: 'done' },
    terminated: { label: '已终止', final: 'failed' },
    returned: { label: '已退回', heldBy: 'proposer', opens: ['first'] },
    cancelled: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'propose',
      label: '签署并送对方',
      from: ['draft', 'returned'],
      to: 'pendingOther',
      by: 'proposer',
      handsIn: true,
      effects: ['pairProposed'],
      writes: ['title', 'supporter', 'supported', 'partnerContact'],
    },
    {
      name: 'withdraw',
      label: '撤回',
      from: ['pendingOther', 'pendingRecord'],
      to: 'returned',
      by: 'proposer',
      tone: 'quiet',
    },
    {
      name: 'sign',
      label: '签署',
      from: ['pendingOther'],
      to: 'pendingRecord',
      by: 'partner',
      asks: ['partnerContact'],
    },
    {
      name: 'return',
      label: '退回修改',
      from: ['pendingOther', 'pendingRecord'],
      to: 'returned',
      by: 'holder',
      ...refuses,
    },
    {
      name: 'record',
      label: '备案',
      from: ['pendingRecord'],
      to: 'scheduled',
      by: 'authority',
      reason: 'optional',
      effects: ['pairRecorded'],
    },
    {
      name: 'start',
      label: '开始执行',
      from: ['scheduled'],
      to: 'active',
      by: 'clock',
      effects: ['pairStarted'],
    },
    {
      name: 'end',
      label: '到期结束',
      from: ['active'],
      to: 'ended',
      by: 'clock',
      effects: ['pairEnded'],
      writes: ['endedOn'],
    },
    {
      name: 'terminate',
      label: '终止协议',
      from: ['active'],
      to: 'terminated',
      by: ['proposer', 'partner', 'authority'],
      effects: ['pairEnded'],
      ...refuses,
    },
    {
      name: 'resume',
      label: '撤销终止',
      from: ['terminated'],
      to: 'active',
      by: ['proposer', 'partner', 'authority'],
      reason: 'required',
      takesBack: ['pairEnded'],
      tone: 'quiet',
    },
    {
      name: 'cancel',
      label: '撤销备案',
      from: ['scheduled'],
      to: 'cancelled',
      by: ['authority'],
      ...refuses,
    },
    {
      name: 'cancel',
      label: '取消',
      from: ['draft', 'returned'],
      to: 'cancelled',
      by: 'proposer',
      tone: 'quiet',
    },
  ],
  list: {
    columns: ['kind', 'fromDay', 'untilDay', 'docNo'],
    filters: ['kind'],
    between: {
      title: '支援方、受援方',
      ends: [
        ['supporter', 'proposer'],
        ['supported', 'partner'],
      ],
    },
  },
})
