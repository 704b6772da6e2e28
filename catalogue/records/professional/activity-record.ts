import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'

/** 教研活动: one row per teaching-research activity taken part in. Photographs of it go into the evidence. */
export const activityRecord = defineRecord({
  name: 'activityRecord',
  title: '教研活动',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('活动名称', { required: true, maxLength: 100 }),
    activityKind: dict('活动类别', 'activityKind', { required: true }),
    activityMode: dict('活动形式', 'activityMode', { required: true }),
    adminLevel: dict('级别', 'adminLevel', {
      required: true,
      help: '按组织单位的级别选；校内教研选“学校级”',
    }),
    activityDate: date('活动日期', { required: true, help: '连续几天的填第一天' }),
    place: text('地点', { maxLength: 100 }),
    organizer: text('组织单位', { required: true, maxLength: 100 }),
    memberRole: dict('本人角色', 'memberRole', { required: true, help: '一般参加者选“普通成员”' }),
    subject: dict('学科', 'subject', { help: '不分学科的活动可不选' }),
    content: longText('活动内容', { maxLength: 5000, help: '活动照片、签到表与佐证材料一起上传' }),
    speechTitle: text('发言（讲座）题目', { maxLength: 100, help: '作过发言或讲座的填写' }),
  },
  attachments: { maxCount: 9, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'activityDate'],
        message: '同一天已有同名的教研活动，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.activityDate),
        message: '活动日期不得晚于今天，活动结束后再填',
        fields: ['activityDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'attachments', text: '缺活动通知、签到表或活动照片' },
      { field: 'title', text: '活动名称与通知不一致' },
      { field: 'activityDate', text: '活动日期与通知不一致' },
      { field: 'adminLevel', text: '级别与组织单位不符' },
      { field: 'memberRole', text: '本人角色与活动安排不符' },
      { field: 'speechTitle', text: '发言（讲座）缺佐证材料' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'activityKind', 'adminLevel', 'activityDate', 'organizer', 'memberRole', 'subject'],
      filters: ['activityKind', 'adminLevel', 'activityDate', 'subject'],
      order: 'activityDate',
      descending: true,
    },
    form: [
      {
        title: '活动',
        fields: [
          'title',
          'activityKind',
          'activityMode',
          'adminLevel',
          'organizer',
          'activityDate',
          'place',
          'subject',
        ],
      },
      { title: '本人参加情况', fields: ['memberRole', 'speechTitle', 'content'] },
    ],
    summary: ['title', 'activityKind'],
  },
  statistics: { dimensions: ['activityKind', 'activityMode', 'adminLevel', 'memberRole', 'subject'] },
})
