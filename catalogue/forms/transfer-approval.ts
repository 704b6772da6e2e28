import { defineForm, label, note, value, type FormCell } from './define.ts'
import { assessments, assessmentSources, basic, familyTable, inOffice, person, workTable } from './parts.ts'

/** An opinion with the seal of a party of the case. */
const opinion = (party: string): FormCell => note(5, '', { height: 40, seal: party, sign: [] })
const byHand = (span: number): FormCell =>
  note(span, '', { height: 40, sign: ['（盖章）　　', '　　　年　　月　　日'] })

/**
 * D 教师调动审批表: the case, with what the archive says of the person; four offices, and two more by hand.
 */
export const transferApproval = defineForm({
  name: 'transferApproval',
  title: '教师调动审批表',
  note: '调动批准后带各方意见；批准前打印的有“未批准”字样',
  version: '2026-1',
  about: { is: 'case', process: 'transfer' },
  roles: [2, 3, 4, 5, 6],
  purposes: ['personnel'],
  paper: 'portrait',
  above: ['文号：{case.docNo}', '打印日期：{issue.day}'],
  sources: {
    basic,
    ...assessmentSources,
    post: inOffice,
    works: { type: 'workExperience', order: 'startMonth' },
    family: { type: 'familyMember', only: 'personnel' },
  },
  parts: [
    {
      part: 'grid',
      rows: [
        ...person,
        [
          label('现单位'),
          value(5, ['party.sender', 'case.outsideOrg']),
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
          label('拟调入单位'),
          value(5, 'party.receiver'),
          label('生效日期'),
          value(2, 'case.effectiveOn'),
          label('调动类别'),
          value(2, 'case.kind'),
        ],
        [label('调动事由'), value(11, 'case.reason', { height: 36, align: 'left' })],
      ],
    },
    workTable(8),
    familyTable(4),
    { part: 'grid', rows: [assessments('近五年年度考核')] },
    { part: 'page' },
    {
      part: 'grid',
      rows: [
        [label('调出学校意见'), opinion('sender'), label('调入学校意见'), opinion('receiver')],
        [
          label('调出主管部门意见'),
          opinion('senderAuthority'),
          label('调入主管部门意见'),
          opinion('receiverAuthority'),
        ],
        [label('机构编制部门意见'), byHand(5), label('人社部门意见'), byHand(5)],
        [label('备注'), note(11, '', { height: 20 })],
      ],
    },
  ],
})
