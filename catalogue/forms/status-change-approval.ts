import { defineForm, label, note, value } from './define.ts'
import { basic, inOffice, person, workTable } from './parts.ts'

/**
 * 人员状态变更审批表: a change of status with what the school and its authority decided. forms.md has none
 * for it; drawn like the paper of a transfer, which the same offices file.
 */
export const statusChangeApproval = defineForm({
  name: 'statusChangeApproval',
  title: '教职工人员状态变更审批表',
  note: '主管部门确认后带各方意见；确认前打印的有“未批准”字样',
  version: '2026-1',
  about: { is: 'case', process: 'statusChange' },
  roles: [2, 3, 4, 5, 6],
  purposes: ['personnel'],
  paper: 'portrait',
  above: ['文号：{case.docNo}', '打印日期：{issue.day}'],
  sources: {
    basic,
    post: inOffice,
    works: { type: 'workExperience', order: 'startMonth' },
  },
  parts: [
    {
      part: 'grid',
      rows: [
        ...person,
        [
          label('学校'),
          value(5, 'party.school'),
          label('校内职务'),
          value(2, 'post.schoolDuty'),
          label('是否在编'),
          value(2, 'basic.inEstablishment'),
        ],
        [
          label('职称'),
          value(3, 'basic.professionalTitle'),
          label('岗位'),
          value(2, 'basic.positionGrade'),
          label('任教学科'),
          value(4, 'basic.mainSubject'),
        ],
        [
          label('变更类别'),
          value(3, 'case.kind'),
          label('新状态'),
          value(3, 'case.toStatus'),
          label('生效日期'),
          value(3, 'case.effectiveOn'),
        ],
        [label('原因', 2), value(10, ['case.leaveReason', 'case.absenceReason'])],
        [label('说明', 2), value(10, 'case.reason', { height: 36, align: 'left' })],
      ],
    },
    workTable(6),
    {
      part: 'grid',
      rows: [
        [
          label('学校意见'),
          note(5, '', { height: 50, seal: 'school', sign: [] }),
          label('主管部门意见'),
          note(5, '', { height: 50, seal: 'authority', sign: [] }),
        ],
        [
          label('本人签名', 2),
          note(10, '', { height: 24, sign: ['（签名）　　　　　　', '　　　　年　　月　　日'] }),
        ],
      ],
    },
  ],
})
