import { dict, institution, integer, longText, personName, text } from '../define.ts'
import { defineProcess } from './define.ts'

/** The most people who are asked or have agreed to be named beside the author of one resource. */
export const mostCoauthors = 8

/**
 * 合作作者: the author of a resource names somebody who made it, too; who is named says so for himself, and may
 * leave (resources.md, 4.4). The case is about the resource, its person is the author.
 */
export const resourceAuthor = defineProcess({
  name: 'resourceAuthor',
  title: '合作作者',
  beginLabel: '邀请合作作者',
  begins: [{ by: [2], about: 'content' }],
  // From the list of the own resources: nobody names a resource by writing its title.
  begunApart: true,
  dueOrder: 49,
  titled: 'title',
  fields: {
    title: text('资源名称', { required: true, maxLength: 200 }),
    shareScope: dict('申请共享到', 'shareScope'),
    words: longText('简介', { maxLength: 500 }),
    coauthor: personName('合作作者', { required: true }),
    coauthorId: integer('合作作者编号', { min: 1 }),
    coauthorAt: institution('合作作者所在单位', { required: true, anywhere: true }),
    part: text('承担部分', { required: true, maxLength: 60, help: '例如“课件制作”“习题编写”' }),
  },
  form: [
    { title: '资源', fields: ['title', 'shareScope', 'words'] },
    { title: '合作作者', fields: ['coauthor', 'coauthorAt', 'part'] },
  ],
  people: { coauthor: { label: '合作作者', from: { name: 'coauthor', at: 'coauthorAt', id: 'coauthorId' } } },
  parties: {
    author: { label: '作者', is: 'person' },
    coauthor: { label: '合作作者', is: 'people', part: 'coauthor' },
  },
  states: {
    draft: { label: '草稿', heldBy: 'author' },
    asked: { label: '待确认', heldBy: 'coauthor', days: 5 },
    agreed: { label: '已确认', final: 'done' },
    declined: { label: '未同意', final: 'failed' },
    recalled: { label: '已撤回', final: 'failed' },
    left: { label: '已退出', final: 'failed' },
  },
  initial: 'draft',
  moves: [
    {
      name: 'ask',
      label: '邀请',
      from: ['draft'],
      to: 'asked',
      by: 'author',
      handsIn: true,
      writes: ['coauthorId'],
    },
    {
      name: 'agree',
      label: '确认参与制作',
      from: ['asked'],
      to: 'agreed',
      by: 'coauthor',
      effects: ['coauthorNamed'],
    },
    {
      name: 'decline',
      label: '不同意署名',
      from: ['asked'],
      to: 'declined',
      by: 'coauthor',
      reason: 'optional',
      tone: 'refuses',
    },
    {
      name: 'recall',
      label: '撤回邀请',
      from: ['draft', 'asked'],
      to: 'recalled',
      by: 'author',
      tone: 'quiet',
    },
    {
      name: 'leave',
      label: '退出署名',
      from: ['agreed'],
      to: 'left',
      by: 'coauthor',
      reason: 'required',
      effects: ['coauthorLeft'],
      tone: 'refuses',
    },
  ],
  list: { columns: ['title', 'coauthor', 'part'], filters: [] },
})
