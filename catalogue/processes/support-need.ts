import { date, dict, integer, longText, text } from '../define.ts'
import { notBefore } from '../rules/compare.ts'
import { defineProcess } from './define.ts'
import { wordsIn } from './research-activity-fields.ts'

/** The fewest characters that say what is needed and why (teaching-research.md, 3.2). */
export const leastNeed = 20

/**
 * 帮扶需求: a supported school or office says what it needs before anybody offers something; supporters take its
 * places by offers until the last day (teaching-research.md, 10.4; docs/decisions/0214).
 */
export const supportNeed = defineProcess({
  name: 'supportNeed',
  path: 'support/need',
  title: '帮扶需求',
  beginLabel: '提出需求',
  begins: [{ by: [3, 4], about: 'office' }],
  dueOrder: 46,
  titled: 'title',
  fields: {
    title: text('需求', { required: true, maxLength: 60, example: '物理教师支教' }),
    needKind: dict('类别', 'supportNeedKind', { required: true }),
    places: integer('需要人数（次数）', {
      required: true,
      min: 1,
      max: 50,
      help: '支教、跟岗按人，送教、讲座、线上课按次',
    }),
    schoolStage: dict('学段', 'schoolStage'),
    subject: dict('学科', 'subject'),
    startOn: date('从', { required: true }),
    endOn: date('到', { required: true, help: '最后一天；过了这一天尚未满足的需求即过期' }),
    weekly: integer('每周节数', { min: 1, max: 40 }),
    detail: longText('说明', {
      required: true,
      maxLength: 1_000,
      help: `不少于 ${leastNeed} 个字：为什么需要、教哪些班、怎样安排`,
    }),
  },
  form: [
    { title: '需要什么', fields: ['title', 'needKind', 'places', 'schoolStage', 'subject', 'weekly'] },
    { title: '什么时候、为什么', fields: ['startOn', 'endOn', 'detail'] },
  ],
  checks: [
    {
      holds: ({ startOn, endOn }) => notBefore(endOn, startOn),
      message: '结束日期不得早于开始日期',
      fields: ['endOn', 'startOn'],
    },
    {
      holds: ({ detail }) => detail === null || wordsIn(detail).length >= leastNeed,
      message: `说明不少于 ${leastNeed} 个字`,
      fields: ['detail'],
    },
  ],
  judgedBy: ['mayAskSupport'],
  parties: {
    needer: { label: '受援方', is: 'starter' },
    authority: { label: '主管部门', is: 'authorityOf', of: 'needer' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'needer' },
    open: { label: '征集中', waitsFor: 'endOn', dayAfter: true },
    ended: { label: '已结束', final: 'done' },
    expired: { label: '到期', final: 'done' },
    dropped: { label: '已取消', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'publish',
      label: '发布需求',
      from: ['draft'],
      to: 'open',
      by: 'needer',
      handsIn: true,
      effects: ['needOpened'],
    },
    { name: 'drop', label: '取消', from: ['draft'], to: 'dropped', by: 'needer', tone: 'quiet' },
    {
      name: 'end',
      label: '结束需求',
      from: ['open'],
      to: 'ended',
      by: 'needer',
      reason: 'optional',
      effects: ['needClosed'],
      tone: 'quiet',
    },
    { name: 'expire', label: '到期', from: ['open'], to: 'expired', by: 'clock', effects: ['needClosed'] },
  ],
  list: {
    columns: ['title', 'needKind', 'subject', 'places', 'startOn', 'endOn'],
    filters: ['needKind', 'subject'],
    between: { title: '受援方', ends: [['needer']] },
  },
})
