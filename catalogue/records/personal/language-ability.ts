import { bool, decimal, defineRecord, dict, month, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const putonghua = is('isPutonghua', true)
const other = is('isPutonghua', false)

/** Least score of each level of the Putonghua test (putonghuaLevel), from the highest down. */
const leastScores = [
  ['1', 97],
  ['2', 92],
  ['3', 87],
  ['4', 80],
  ['5', 70],
  ['6', 60],
] as const

/**
 * 语言能力: one row per language certificate: a Putonghua level, or another language with its examination.
 */
export const languageAbility = defineRecord({
  name: 'languageAbility',
  title: '语言能力',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'some',
  fields: {
    isPutonghua: bool('是否普通话等级', {
      required: true,
      help: '普通话证书选“是”，外语、民族语言证书选“否”',
    }),
    language: dict('语种', 'language', { visibleWhen: other, requiredWhen: other }),
    proficiency: dict('掌握程度', 'languageProficiency', { visibleWhen: other, requiredWhen: other }),
    putonghuaLevel: dict('普通话水平等级', 'putonghuaLevel', {
      visibleWhen: putonghua,
      requiredWhen: putonghua,
    }),
    putonghuaScore: decimal('普通话成绩', {
      min: 0,
      max: 100,
      precision: 1,
      visibleWhen: putonghua,
      example: '86.5',
    }),
    languageExam: dict('语言等级考试', 'languageExam', {
      visibleWhen: other,
      excludeItems: ['09'],
      help: '没有参加考试的不填',
    }),
    examScore: text('考试成绩（等级）', {
      maxLength: 30,
      visibleWhen: other,
      help: '照成绩单填，如“512”“N1”',
    }),
    certificateNo: text('证书编号', { masked: true, maxLength: 40 }),
    issueMonth: month('发证年月'),
    issuer: text('发证单位', { maxLength: 100 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['language', 'languageExam'],
        message: '同一语种、同一考试已有一条；是另一次考试的成绩请说明，不是的请改原来那一条',
        level: 'warning',
      },
      {
        form: 'unique',
        within: 'owner',
        fields: ['putonghuaLevel'],
        message: '同一普通话等级已有一条；是另一份证书的请说明，不是的请改原来那一条',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r) =>
          r.putonghuaScore === null ||
          r.putonghuaLevel === null ||
          leastScores.find(([, least]) => Number(r.putonghuaScore) >= least)?.[0] === r.putonghuaLevel,
        message:
          '成绩与等级对不上：一级甲等 97 分起，一级乙等 92 分起，二级甲等 87 分起，二级乙等 80 分起，三级甲等 70 分起，三级乙等 60 分起',
        fields: ['putonghuaScore', 'putonghuaLevel'],
        level: 'warning',
      },
      {
        holds: (r, c) => notBefore(c.today, r.issueMonth),
        message: '发证年月晚于今天，请按证书核对',
        fields: ['issueMonth'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'certificateNo', text: '证书编号与证书照片不一致' },
      { field: 'putonghuaLevel', text: '普通话等级与证书不一致' },
      { field: 'putonghuaScore', text: '普通话成绩与证书不一致' },
      { field: 'languageExam', text: '考试名称与证书不一致' },
      { field: 'issueMonth', text: '发证年月与证书不一致' },
      { field: 'attachments', text: '证书照片看不清或不完整，请重新上传' },
    ],
  },
  pages: {
    list: {
      columns: [
        'isPutonghua',
        'language',
        'proficiency',
        'languageExam',
        'putonghuaLevel',
        'issueMonth',
        'issuer',
      ],
      filters: ['isPutonghua', 'language', 'proficiency', 'putonghuaLevel', 'languageExam'],
      order: 'issueMonth',
      descending: true,
    },
    form: [
      {
        title: '语言',
        fields: [
          'isPutonghua',
          'putonghuaLevel',
          'putonghuaScore',
          'language',
          'proficiency',
          'languageExam',
          'examScore',
        ],
      },
      { title: '证书', fields: ['certificateNo', 'issueMonth', 'issuer'] },
    ],
    summary: ['language', 'putonghuaLevel'],
  },
  statistics: { dimensions: ['isPutonghua', 'putonghuaLevel', 'language', 'proficiency'] },
})
