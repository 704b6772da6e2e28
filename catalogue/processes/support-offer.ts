import { date, dict, integer, lines, longText, personName, text } from '../define.ts'
import { notBefore } from '../rules/compare.ts'
import { is } from '../rules/condition.ts'
import { supportNeedKinds } from '../support/kinds.ts'
import { defineProcess } from './define.ts'
import { linesOf } from './research-activity-fields.ts'
import { refuses } from './way-up.ts'

const person = {
  name: personName('姓名', { required: true }),
  org: text('单位', { required: true, maxLength: 100, help: '单位全称' }),
  task: text('承担什么', { maxLength: 100 }),
}

/**
 * 响应: a supporter offers people, or a number of them, for a need and takes its places at that moment; whoever is
 * named agrees in person, then the supported side accepts. `of_case` of the case is the need (docs/decisions/0214).
 */
export const supportOffer = defineProcess({
  name: 'supportOffer',
  path: 'support/offer',
  title: '需求响应',
  beginLabel: '响应需求',
  begins: [{ by: [3, 4, 5], about: 'office' }],
  // From the page of the need: nobody chooses one by writing its name.
  begunApart: true,
  dueOrder: 47,
  titled: 'need',
  fields: {
    need: text('需求', { required: true, maxLength: 60 }),
    needKind: dict('类别', 'supportNeedKind', { required: true }),
    number: integer('响应人数（次数）', { required: true, min: 1, max: 50, default: 1 }),
    people: lines('人员', person, {
      most: 50,
      requiredWhen: is('needKind', supportNeedKinds.posting),
      help: '写了姓名的由本人确认；支教须写明每一位教师',
    }),
    startOn: date('从', { required: true }),
    endOn: date('到', { required: true, help: '最后一天' }),
    note: longText('说明', { maxLength: 500 }),
  },
  form: [{ title: '响应', fields: ['number', 'people', 'startOn', 'endOn', 'note'] }],
  checks: [
    {
      holds: ({ startOn, endOn }) => notBefore(endOn, startOn),
      message: '结束日期不得早于开始日期',
      fields: ['endOn', 'startOn'],
    },
    {
      holds: ({ people, number }) => number === null || linesOf(people).length <= number,
      message: '写了姓名的人数多于响应人数',
      fields: ['number', 'people'],
    },
    {
      holds: ({ needKind, people, number }) =>
        needKind !== supportNeedKinds.posting || number === null || linesOf(people).length === number,
      message: '支教须写明每一位教师，人数和响应人数一致',
      fields: ['people', 'number'],
    },
  ],
  judgedBy: ['mayOfferSupport'],
  people: {
    person: { label: '人员', from: 'people', duty: 'task', asked: '本人确认以后受援方才能接受' },
  },
  parties: {
    supporter: { label: '支援方', is: 'starter' },
    needer: { label: '受援方', is: 'partyOfCase', party: 'needer' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'supporter' },
    offered: { label: '待受援方接受', heldBy: 'needer', days: 5 },
    accepted: { label: '已接受', final: 'done' },
    declined: { label: '未接受', final: 'failed' },
    withdrawn: { label: '已撤回', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'offer',
      label: '提交响应',
      from: ['draft'],
      to: 'offered',
      by: 'supporter',
      handsIn: true,
      effects: ['placesTaken'],
      writes: ['need', 'needKind'],
    },
    { name: 'withdraw', label: '取消', from: ['draft'], to: 'withdrawn', by: 'supporter', tone: 'quiet' },
    {
      name: 'accept',
      label: '接受',
      from: ['offered'],
      to: 'accepted',
      by: 'needer',
      reason: 'optional',
      agreed: ['person'],
      effects: ['offerAccepted'],
    },
    {
      name: 'decline',
      label: '谢绝',
      from: ['offered'],
      to: 'declined',
      by: 'needer',
      takesBack: ['placesTaken'],
      ...refuses,
    },
    {
      name: 'withdraw',
      label: '撤回响应',
      from: ['offered'],
      to: 'withdrawn',
      by: 'supporter',
      takesBack: ['placesTaken'],
      tone: 'quiet',
    },
    {
      name: 'cancel',
      label: '取消响应',
      from: ['accepted'],
      to: 'withdrawn',
      by: ['supporter', 'needer'],
      reason: 'required',
      takesBack: ['offerAccepted', 'placesTaken'],
      tone: 'quiet',
    },
  ],
  list: {
    columns: ['need', 'needKind', 'number', 'startOn', 'endOn'],
    filters: ['needKind'],
    between: { title: '支援方、受援方', ends: [['supporter'], ['needer']] },
  },
})
