import { defineForm, note, type FormPart } from './define.ts'

/** Where the office signs, with its seal of the day of the decision. */
const signed: FormPart = {
  part: 'grid',
  bare: true,
  rows: [[note(7, ''), note(5, '', { height: 42, seal: 'host', sign: [] })]],
}
const shared = {
  version: '2026-1',
  roles: [2, 3, 4, 5, 6],
  purposes: [],
  paper: 'landscape',
  sources: {},
} as const
const body = (text: string): FormPart => ({ part: 'text', text: `　　${text}`, size: 16, above: 6 })
const addressed: FormPart = { part: 'text', text: '{result.holder}：', size: 16, above: 10 }

/** 结题证书: a project that its office found complete. */
export const closingCertificate = defineForm({
  ...shared,
  name: 'closingCertificate',
  title: '结题证书',
  note: '结题以后发给主持人；题目、主持人变更以后重新打印',
  about: {
    is: 'case',
    process: 'researchProject',
    certifies: {
      states: ['closed'],
      says: {
        课题: '{case.projectName}',
        级别: '{case.projectLevel}',
        证书编号: '{result.number}-JT',
        结题等级: '{case.closingGrade}',
        结题日期: '{result.day}',
      },
    },
  },
  above: ['', '证书编号：{result.number}-JT'],
  parts: [
    addressed,
    body(
      '您主持的{case.projectLevel}课题“{case.projectName}”（立项编号 {result.number}）已完成研究任务，经{result.host}审核准予结题，结题等级：{case.closingGrade}。',
    ),
    body('课题组成员：{result.team}。'),
    body('特发此证。'),
    signed,
  ],
})

const award = (of: { name: string; process: string; kind: string }) =>
  defineForm({
    ...shared,
    name: of.name,
    title: '获奖证书',
    note: '评奖以后发给作者；撤销获奖以后查验为已撤销',
    about: {
      is: 'case',
      process: of.process,
      certifies: {
        states: ['awarded'],
        says: {
          [of.kind]: '{case.title}',
          奖励级别: '{case.adminLevel}',
          奖励等级: '{case.awardRank}',
          证书编号: '{result.number}',
          获奖日期: '{result.day}',
        },
      },
    },
    above: ['', '证书编号：{result.number}'],
    parts: [
      addressed,
      body(`您的${of.kind}“{case.title}”在{result.host}组织的评选中获{case.adminLevel}{case.awardRank}奖。`),
      ...(of.process === 'researchPaper' ? [body('合作者：{result.team}。')] : []),
      body('特发此证。'),
      signed,
    ],
  })

/** 获奖证书 of papers and of teaching cases. */
export const paperAward = award({ name: 'paperAward', process: 'researchPaper', kind: '论文' })
export const caseAward = award({ name: 'caseAward', process: 'teachingCase', kind: '教学案例' })

/** 结业证书: a training project that somebody completed. */
export const completionCertificate = defineForm({
  ...shared,
  name: 'completionCertificate',
  title: '结业证书',
  note: '结业以后发给学员；撤销结业以后查验为已撤销',
  about: {
    is: 'case',
    process: 'trainingEnrolment',
    certifies: {
      states: ['qualified'],
      says: {
        培训项目: '{case.projectName}',
        培训日期: '{case.projectDays}',
        学时: '{case.creditHours}',
        证书编号: '{result.number}',
        结业日期: '{result.day}',
      },
    },
  },
  above: ['', '证书编号：{result.number}'],
  parts: [
    addressed,
    body(
      '您参加{result.host}举办的“{case.projectName}”（{case.projectDays}），考核合格，准予结业，认定学时 {case.creditHours}。',
    ),
    body('特发此证。'),
    signed,
  ],
})
