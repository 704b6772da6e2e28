import { defineForm, label, note, value } from './define.ts'
import { basic, inOffice } from './parts.ts'

const year = { type: 'annualAssessment' } as const

/** B 事业单位工作人员年度考核登记表: values as of that 31 December; the rows of opinions never split. */
export const annualAssessment = defineForm({
  name: 'annualAssessment',
  title: '事业单位工作人员年度考核登记表',
  note: '一年一张，表内其他内容按当年 12 月 31 日的登记',
  version: '2026-1',
  about: { is: 'record', type: 'annualAssessment' },
  roles: [2, 3, 4, 5, 6],
  purposes: [],
  paper: 'portrait',
  heading: '事业单位工作人员年度考核登记表',
  above: ['（{assessment.assessYear} 年度）', '打印日期：{issue.day}'],
  asOfYear: 'assessYear',
  sources: {
    assessment: year,
    basic,
    post: inOffice,
    teaching: { type: 'teachingRecord', order: 'schoolYear', newest: true },
  },
  parts: [
    {
      part: 'grid',
      rows: [
        [
          label('姓名'),
          value(3, 'basic.name'),
          label('性别'),
          value(2, 'basic.gender'),
          label('出生年月', 2),
          value(3, 'basic.birthDate', { as: 'month' }),
        ],
        [
          label('政治面貌'),
          value(3, 'basic.politicalStatus'),
          label('学历'),
          value(2, 'basic.highestEducation'),
          label('参加工作', 2),
          value(3, 'basic.workStartMonth', { as: 'month' }),
        ],
        [
          label('单位及职务', 2),
          value(5, ['assessment.assessUnit', 'assessment.duty']),
          label('任现职时间', 2),
          value(3, 'post.dutyStartMonth', { as: 'month' }),
        ],
        [
          label('岗位等级', 2),
          value(4, 'post.positionGrade'),
          label('从事工作', 2),
          value(4, ['teaching.subject', 'teaching.grade']),
        ],
        [label('本人总结'), value(11, 'assessment.selfSummary', { look: 'note', height: 195 })],
      ],
    },
    { part: 'page' },
    {
      part: 'grid',
      rows: [
        [
          label('主管领导评语和档次建议'),
          value(11, 'assessment.comment', {
            look: 'note',
            height: 45,
            sign: ['签名：　　　　　　　', '　　年　　月　　日'],
          }),
        ],
        [
          label('单位负责人（考核委员会）意见'),
          value(11, ['assessment.assessResult', 'assessment.assessDate'], {
            look: 'note',
            height: 45,
            seal: 'issuer',
            sign: ['负责人：　　　　　（盖章）', '　　　　年　　月　　日'],
          }),
        ],
        [
          label('本人意见'),
          note(11, '同意 / 不同意', { height: 28, sign: ['本人签名：　　　　　　', '　　年　　月　　日'] }),
        ],
        [
          label('未定档次或未参加考核的说明'),
          value(11, 'assessment.notAssessedReason', {
            look: 'note',
            height: 35,
            sign: ['（盖章）　　　', '　　年　　月　　日'],
          }),
        ],
      ],
    },
  ],
})
