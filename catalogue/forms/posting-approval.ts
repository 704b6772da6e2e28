import { defineForm, label, note, value } from './define.ts'
import { basic, person } from './parts.ts'

/** E 教师交流轮岗审批表: a posting, with where the person served before. */
export const postingApproval = defineForm({
  name: 'postingApproval',
  title: '教师交流轮岗审批表',
  note: '派出批准后带各方意见；批准前打印的有“未批准”字样',
  version: '2026-1',
  about: { is: 'case', process: 'posting' },
  roles: [2, 3, 4, 5, 6],
  purposes: ['personnel'],
  paper: 'portrait',
  above: ['', '打印日期：{issue.day}'],
  sources: {
    basic,
    rotations: { type: 'rotation', order: 'startMonth', newest: true },
  },
  parts: [
    {
      part: 'grid',
      rows: [
        ...person,
        [label('派出学校', 2), value(4, 'party.sender'), label('接收学校', 2), value(4, 'party.host')],
        [
          label('类别'),
          value(3, 'case.kind'),
          label('起止'),
          value(3, ['case.startOn', 'case.endOn'], { as: 'days' }),
          label('人事关系', 2),
          { words: '不变', span: 2, look: 'value' },
        ],
        [
          label('县级及以上骨干', 2),
          value(2, 'basic.isBackboneTeacher'),
          label('进本校年月', 2),
          value(2, 'basic.orgEntryMonth', { as: 'month' }),
          label('周课时', 2),
          value(2, 'case.weeklyHours'),
        ],
        [label('派出事由'), value(11, 'case.reason', { height: 30, align: 'left' })],
      ],
    },
    {
      part: 'table',
      title: '交流轮岗经历',
      source: 'rotations',
      columns: [
        { head: '交流起止年月', span: 2, fields: ['startMonth', 'endMonth'], as: 'months' },
        { head: '交流轮岗单位', span: 6, fields: ['targetUnit'] },
        { head: '类型', span: 4, fields: ['rotationType'] },
      ],
      least: 4,
      most: 4,
    },
    { part: 'page' },
    {
      part: 'grid',
      rows: [
        [
          label('派出学校意见'),
          note(5, '', { height: 50, seal: 'sender', sign: [] }),
          label('接收学校意见'),
          note(5, '', { height: 50, seal: 'host', sign: [] }),
        ],
        [label('共同主管部门意见', 2), note(10, '', { height: 50, seal: 'authority', sign: [] })],
        [
          label('期满鉴定', 2),
          note(10, '', { height: 50, sign: ['接收学校（盖章）　　', '　　　　年　　月　　日'] }),
        ],
      ],
    },
  ],
})
