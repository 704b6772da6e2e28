import { bool, date, dateTime, dict, institution, integer, longText, personName, text } from '../define.ts'
import { wordsIn } from './research-activity-fields.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/** The fewest characters of the reason for which somebody asks to join (teaching-research.md, 3.2). */
export const leastReason = 20
/** Who takes part over the network takes no place in the room (dictionary memberRole). */
export const networkRole = '5'

/**
 * 工作室成员: a teacher asks to join a studio, or its host invites one; a member until the studio ends or the
 * member leaves (life cycle groupMember of the domain model). `of_case` of the case is the studio.
 */
export const membership = defineProcess({
  name: 'membership',
  path: 'teaching/membership',
  title: '工作室成员',
  beginLabel: '申请加入工作室',
  begins: [{ by: [2], about: 'self' }],
  // From the page of the studio: nobody chooses one by writing its name.
  begunApart: true,
  dueOrder: 42,
  titled: 'studio',
  fields: {
    studio: text('工作室', { required: true, maxLength: 100 }),
    host: personName('主持人', { required: true }),
    hostId: integer('主持人编号', { min: 1 }),
    hostAt: institution('主持人所在单位', { required: true, anywhere: true }),
    memberRole: dict('角色', 'memberRole', { required: true, default: '4', excludeItems: ['1'] }),
    reason: longText('申请理由', { maxLength: 500, help: `不少于 ${leastReason} 个字` }),
    named: bool('同意在工作室主页上写出姓名和单位', { default: true }),
    answerBy: dateTime('邀请答复截止'),
    joinedOn: date('加入日期'),
    until: date('成员至'),
    leftOn: date('退出日期'),
  },
  form: [{ title: '申请', fields: ['memberRole', 'reason', 'named'] }],
  checks: [
    {
      holds: ({ reason }) => reason === null || reason === '' || wordsIn(reason).length >= leastReason,
      message: `申请理由不少于 ${leastReason} 个字`,
      fields: ['reason'],
    },
  ],
  judgedBy: ['mayJoinStudio'],
  people: { host: { label: '主持人', from: { name: 'host', at: 'hostAt', id: 'hostId' } } },
  parties: {
    member: { label: '成员', is: 'person' },
    school: { label: '学校', is: 'personnelOf' },
    host: { label: '主持人', is: 'people', part: 'host' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'member' },
    invited: { label: '已邀请', heldBy: 'member', expires: 'answerBy' },
    applied: { label: '已申请', heldBy: 'host', days: 10 },
    joined: { label: '已加入', waitsFor: 'until', dayAfter: true },
    left: { label: '已退出', final: 'done' },
    rejected: { label: '已拒绝', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'apply',
      label: '提交申请',
      from: ['draft'],
      to: 'applied',
      by: 'member',
      handsIn: true,
      writes: ['studio', 'host', 'hostId', 'hostAt'],
    },
    {
      name: 'invite',
      label: '邀请',
      from: ['draft'],
      to: 'invited',
      by: 'campaign',
      handsIn: true,
      effects: ['memberPlaced'],
      writes: ['answerBy'],
    },
    {
      name: 'accept',
      label: '接受邀请',
      from: ['invited'],
      to: 'joined',
      by: 'member',
      effects: ['memberJoined'],
      writes: ['joinedOn', 'until'],
    },
    {
      name: 'decline',
      label: '谢绝',
      from: ['invited'],
      to: 'rejected',
      by: 'member',
      reason: 'optional',
      tone: 'refuses',
    },
    { name: 'expire', label: '逾期未答复', from: ['invited'], to: 'rejected', by: 'clock' },
    { name: 'recall', label: '撤回邀请', from: ['invited'], to: 'rejected', by: 'host', tone: 'quiet' },
    {
      name: 'approve',
      label: '同意加入',
      from: ['applied'],
      to: 'joined',
      by: 'host',
      effects: ['memberPlaced', 'memberJoined'],
    },
    { name: 'reject', label: '不同意', from: ['applied'], to: 'rejected', by: 'host', ...refuses },
    { name: 'withdraw', label: '撤回申请', from: ['applied'], to: 'rejected', by: 'member', tone: 'quiet' },
    {
      name: 'leave',
      label: '退出（移出）',
      from: ['joined'],
      to: 'left',
      by: ['member', 'host'],
      reason: 'required',
      effects: ['memberLeft'],
      writes: ['leftOn'],
      tone: 'quiet',
    },
    {
      name: 'end',
      label: '工作室结束',
      from: ['joined'],
      to: 'left',
      by: ['clock', 'campaign'],
      effects: ['memberLeft'],
    },
    {
      name: 'lapse',
      label: '工作室结束',
      from: ['draft', 'invited', 'applied'],
      to: 'rejected',
      by: 'campaign',
    },
    {
      name: 'resume',
      label: '工作室恢复',
      from: ['left'],
      to: 'joined',
      by: 'campaign',
      takesBack: ['memberLeft'],
    },
  ],
  list: {
    columns: ['studio', 'memberRole', 'joinedOn'],
    filters: ['memberRole'],
    between: { title: '学校、主持人', ends: [['school'], ['host']] },
  },
})
