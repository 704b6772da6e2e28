import { dict, file, longText, text } from '../define.ts'
import { scans } from '../kinds/file-types.ts'
import { defineProcess } from './define.ts'
import { refuses } from './way-up.ts'

/**
 * 个人信息请求: a person asks the office above the own school to correct, delete, copy or explain what is held
 * about them (个人信息保护法 第四十四条至第五十条; docs/decisions/0270). The office answers within fifteen working
 * days; a refusal says why.
 */
export const privacyRequest = defineProcess({
  name: 'privacyRequest',
  title: '个人信息请求',
  beginLabel: '提出请求',
  begins: [{ by: [2], about: 'self' }],
  dueOrder: 50,
  titled: 'matter',
  fields: {
    kind: dict('请求类别', 'privacyRequestKind', { required: true }),
    matter: text('涉及的内容', {
      required: true,
      maxLength: 100,
      help: '哪类材料、哪条记录或哪个页面；一次请求写一件事',
    }),
    request: longText('请求和理由', {
      required: true,
      maxLength: 1_000,
      help: '取走全部信息的，不需要请求，在个人中心“我的数据副本”里生成',
    }),
    proof: file('佐证材料', { accept: scans, help: '更正的，附能证明正确内容的材料' }),
    // Written by the office with the answer.
    answer: longText('答复', { maxLength: 1_000, help: '做了什么；不能全部照办的，说明依据' }),
  },
  form: [{ title: '请求', fields: ['kind', 'matter', 'request', 'proof'] }],
  parties: {
    person: { label: '本人', is: 'person' },
    school: { label: '所在单位', is: 'personnelOf' },
    office: { label: '教育行政部门', is: 'authorityOf', of: 'school' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'person' },
    pending: { label: '待答复', heldBy: 'office', days: 15 },
    returned: { label: '待补充', heldBy: 'person' },
    answered: { label: '已办理', final: 'done' },
    refused: { label: '不予办理', final: 'failed' },
    withdrawn: { label: '已撤回', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'submit',
      label: '提交请求',
      from: ['draft', 'returned'],
      to: 'pending',
      by: 'person',
      handsIn: true,
    },
    {
      name: 'answer',
      label: '已办理，答复',
      from: ['pending'],
      to: 'answered',
      by: 'office',
      asks: ['answer'],
    },
    { name: 'return', label: '请本人补充', from: ['pending'], to: 'returned', by: 'office', ...refuses },
    { name: 'refuse', label: '不予办理', from: ['pending'], to: 'refused', by: 'office', ...refuses },
    {
      name: 'withdraw',
      label: '撤回请求',
      from: ['draft', 'pending', 'returned'],
      to: 'withdrawn',
      by: 'person',
      tone: 'quiet',
    },
  ],
  list: { columns: ['kind', 'matter'], filters: ['kind'], held: true },
})
