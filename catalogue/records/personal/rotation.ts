import { bool, defineRecord, dict, longText, month, text } from '../../define.ts'
import { papers } from '../../kinds/file-types.ts'
import { notBeforeOf } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'

const urban = ['111', '112']
const village = ['210', '220']

/** 交流轮岗: one row per stretch of work at another school by exchange, rotation or support teaching. */
export const rotation = defineRecord({
  name: 'rotation',
  title: '交流轮岗',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    rotationType: dict('交流轮岗类型', 'rotationType', { required: true, excludeItems: ['0'] }),
    teacherFlow: dict('流动类别', 'teacherFlow', { required: true }),
    transferPersonnel: bool('是否调动人事关系', { required: true, help: '人事关系转到交流轮岗单位的选“是”' }),
    startMonth: month('开始年月', { required: true }),
    endMonth: month('结束年月', { help: '未结束的留空' }),
    originUnit: text('原单位名称', { required: true, maxLength: 100 }),
    targetUnit: text('交流轮岗单位名称', { required: true, maxLength: 100 }),
    targetUrbanRural: dict('交流地城乡分类', 'urbanRural'),
    description: longText('交流轮岗说明', { maxLength: 500, help: '承担的课程、工作，走教的学校' }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: papers, required: false },
  rules: {
    constraints: [
      notBeforeOf('startMonth', 'basicInfo.workStartMonth', {
        message: '开始年月在基本信息里的参加工作年月之前，请核对这两处',
      }),
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endMonth, r.startMonth),
        message: '结束年月不能在开始年月之前',
        fields: ['endMonth', 'startMonth'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.startMonth),
        message: '到岗以后再填，开始年月不能晚于本月',
        fields: ['startMonth'],
      },
      {
        holds: (r) => r.originUnit === null || r.originUnit !== r.targetUnit,
        message: '交流轮岗单位要与原单位不同',
        fields: ['targetUnit', 'originUnit'],
      },
      {
        holds: (r) =>
          !(r.teacherFlow === '3' && urban.includes(r.targetUrbanRural ?? '')) &&
          !(r.teacherFlow === '1' && village.includes(r.targetUrbanRural ?? '')),
        message: '流动类别与交流地城乡分类的方向相反，请核对是到农村还是到城区',
        fields: ['teacherFlow', 'targetUrbanRural'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'startMonth', text: '起止年月与派出文件不一致' },
      { field: 'rotationType', text: '交流轮岗类型与派出文件不一致' },
      { field: 'targetUnit', text: '交流轮岗单位要写全称' },
      { field: 'transferPersonnel', text: '人事关系是否调动与实际不符' },
      { field: 'endMonth', text: '已经返回原单位，请补填结束年月' },
      { field: 'attachments', text: '缺派出文件或交流单位的证明' },
    ],
  },
  pages: {
    list: {
      columns: [
        'rotationType',
        'teacherFlow',
        'originUnit',
        'targetUnit',
        'startMonth',
        'endMonth',
        'transferPersonnel',
      ],
      filters: ['rotationType', 'teacherFlow', 'transferPersonnel', 'targetUrbanRural', 'targetUnit'],
      order: 'startMonth',
      descending: true,
    },
    form: [
      { title: '类型', fields: ['rotationType', 'teacherFlow', 'transferPersonnel'] },
      {
        title: '单位与时间',
        fields: ['originUnit', 'targetUnit', 'targetUrbanRural', 'startMonth', 'endMonth'],
      },
      { title: '说明', fields: ['description'] },
    ],
    summary: ['rotationType', 'targetUnit'],
  },
  statistics: { dimensions: ['rotationType', 'teacherFlow', 'transferPersonnel', 'targetUrbanRural'] },
})
