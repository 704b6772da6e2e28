import { date, institution, longText, personName, text } from '../../define.ts'
import { defineProcess } from '../define.ts'
import { refuses } from '../way-up.ts'

/** 工作室成员: a teacher applies to the host of a studio, who agrees until a day. */
export const studioMembership = defineProcess({
  name: 'studioMembership',
  title: '工作室成员',
  beginLabel: '申请加入工作室',
  begins: [{ by: [2], about: 'self' }],
  dueOrder: 20,
  titled: 'studio',
  fields: {
    studio: text('工作室', { required: true, maxLength: 60 }),
    host: personName('主持人姓名', { required: true }),
    hostAt: institution('主持人所在单位', { required: true, anywhere: true }),
    reason: longText('申请理由', { required: true, maxLength: 500 }),
    until: date('成员至', { help: '作为成员的最后一天' }),
  },
  form: [{ title: '申请', fields: ['studio', 'host', 'hostAt', 'reason'] }],
  people: { host: { label: '主持人', from: { name: 'host', at: 'hostAt' } } },
  parties: {
    applicant: { label: '申请人', is: 'person' },
    host: { label: '主持人', is: 'people', part: 'host' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'applicant' },
    pendingHost: { label: '待主持人同意', heldBy: 'host', days: 5 },
    member: { label: '工作室成员', waitsFor: 'until', dayAfter: true },
    ended: { label: '期满', final: 'done' },
    left: { label: '已退出', final: 'done' },
    declined: { label: '未同意', final: 'failed' },
    withdrawn: { label: '已撤回', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    { name: 'apply', label: '提交申请', from: ['draft'], to: 'pendingHost', by: 'applicant', handsIn: true },
    { name: 'agree', label: '同意加入', from: ['pendingHost'], to: 'member', by: 'host', asks: ['until'] },
    { name: 'decline', label: '不同意', from: ['pendingHost'], to: 'declined', by: 'host', ...refuses },
    {
      name: 'withdraw',
      label: '撤回申请',
      from: ['draft', 'pendingHost'],
      to: 'withdrawn',
      by: 'applicant',
      tone: 'quiet',
    },
    {
      name: 'leave',
      label: '退出工作室',
      from: ['member'],
      to: 'left',
      by: ['applicant', 'host'],
      reason: 'required',
      tone: 'quiet',
    },
    { name: 'end', label: '期满', from: ['member'], to: 'ended', by: 'clock' },
  ],
  list: { columns: ['studio', 'until'], filters: [] },
})
