import { bool, dateTime, dict, integer, longText, richText, text } from '../define.ts'
import { address } from '../contents/fields.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/**
 * 直播申请: a teacher asks the own school to announce a broadcast. The school agrees, and the announcement
 * stands among its contents as a draft with what the teacher wrote (teaching-research.md, 3.3;
 * docs/decisions/0201).
 */
export const broadcastRequest = defineProcess({
  name: 'broadcastRequest',
  title: '直播申请',
  beginLabel: '申请直播',
  begins: [{ by: [2], about: 'self' }],
  dueOrder: 44,
  titled: 'title',
  fields: {
    title: text('直播名称', { required: true, maxLength: 100 }),
    liveKind: dict('类别', 'liveKind', { required: true }),
    schoolStage: dict('学段', 'schoolStage'),
    subject: dict('学科', 'subject'),
    lecturer: text('主讲人', { required: true, maxLength: 30 }),
    startTime: dateTime('开始时间', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
    way: dict('直播方式', 'liveWay', {
      default: '2',
      help: '学校同意并发布以后，选“本平台直播间”的到“直播间”取推流地址',
    }),
    watchUrl: text('观看地址', { ...address, help: '会议或直播平台的链接，暂无的可不填，由学校补上' }),
    introduction: richText('简介', { required: true, maxLength: 2_000 }),
    pupilsSeen: bool('有学生出镜', { required: true, default: false }),
    consent: bool('已取得监护人同意', {
      help: '有学生出镜又全网公开的，须先取得监护人书面同意',
    }),
    visibility: dict('公开程度', 'visibility', { required: true, default: '1' }),
    // Written when the school agrees: the content that announces the broadcast.
    contentId: integer('直播预告编号', { min: 1, max: 2_000_000_000 }),
    notes: longText('需要学校配合的', { maxLength: 500, help: '场地、设备、网络、人员' }),
  },
  form: [
    {
      title: '直播',
      fields: [
        'title',
        'liveKind',
        'schoolStage',
        'subject',
        'lecturer',
        'startTime',
        'endTime',
        'way',
        'watchUrl',
      ],
    },
    { title: '内容与公开', fields: ['introduction', 'pupilsSeen', 'consent', 'visibility', 'notes'] },
  ],
  checks: [
    {
      holds: ({ startTime, endTime }) => String(endTime) > String(startTime),
      message: '结束时间须晚于开始时间',
      fields: ['endTime', 'startTime'],
    },
    {
      holds: ({ visibility, pupilsSeen, consent }) =>
        visibility !== '2' || pupilsSeen !== true || consent === true,
      message: '有学生出镜、没有监护人同意的，不能全网公开',
      fields: ['consent', 'visibility'],
    },
  ],
  parties: {
    teacher: { label: '教师', is: 'person' },
    school: { label: '学校', is: 'personnelOf' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'teacher' },
    pendingSchool: { label: '待学校同意', heldBy: 'school', days: 5 },
    returned: { label: '已退回', heldBy: 'teacher' },
    agreed: { label: '已同意', final: 'done' },
    refused: { label: '未同意', final: 'failed' },
    withdrawn: { label: '已撤回', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交学校',
      from: ['draft', 'returned'],
      to: 'pendingSchool',
      by: 'teacher',
      handsIn: true,
    },
    {
      name: 'agree',
      label: '同意，生成直播预告',
      from: ['pendingSchool'],
      to: 'agreed',
      by: 'school',
      effects: ['broadcastDrafted'],
      writes: ['contentId'],
    },
    { name: 'return', label: '退回修改', from: ['pendingSchool'], to: 'returned', by: 'school', ...refuses },
    { name: 'refuse', label: '不同意', from: ['pendingSchool'], to: 'refused', by: 'school', ...refuses },
    {
      name: 'withdraw',
      label: '撤回',
      from: ['draft', 'pendingSchool', 'returned'],
      to: 'withdrawn',
      by: 'teacher',
      tone: 'quiet',
    },
  ],
  list: { columns: ['liveKind', 'lecturer', 'startTime'], filters: ['liveKind', 'subject'] },
})
