import { bool, defineRecord, dict, month, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const otherRank = is('awardRank', '9')

/** 教学科研获奖: one row per award for a teaching or research result. */
export const achievementAward = defineRecord({
  name: 'achievementAward',
  title: '教学科研获奖',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    awardName: text('奖励名称', {
      required: true,
      maxLength: 100,
      help: '写奖项全称，如“省基础教育教学成果奖”',
    }),
    resultName: text('获奖成果名称', {
      required: true,
      maxLength: 100,
      help: '得奖的课题、课例或作品的名称',
    }),
    awardCategory: dict('获奖类别', 'awardCategory', { required: true }),
    adminLevel: dict('奖励级别', 'adminLevel', { required: true, help: '按证书盖章单位的级别选' }),
    awardRank: dict('奖励等级', 'awardRank', { required: true, help: '证书上没有等级的选“未评等级”' }),
    otherRank: text('其他等级名称', {
      maxLength: 100,
      visibleWhen: otherRank,
      requiredWhen: otherRank,
      help: '如“优秀奖”“金奖”',
    }),
    awardMonth: month('获奖年月', { required: true, help: '证书落款的年月' }),
    awardPosition: dict('本人排名', 'awardPosition', { required: true }),
    awardCountry: dict('授奖国家/地区', 'country', { default: '156' }),
    awardUnit: text('授奖单位', {
      required: true,
      maxLength: 100,
      help: '证书上盖章的单位，几个单位用顿号隔开',
    }),
    certificateNo: text('证书编号', { maxLength: 40 }),
    isRepresentative: bool('是否代表性成果'),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['awardName', 'resultName', 'awardMonth'],
        message: '已有奖励名称、成果名称、获奖年月都相同的获奖，请看是否填重',
        level: 'warning',
      },
    ],
    checks: [
      {
        holds: (r, c) => notBefore(c.today, r.awardMonth),
        message: '获奖年月不得晚于本月',
        fields: ['awardMonth'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'attachments', text: '获奖证书照片看不清，请重新拍照上传' },
      { field: 'attachments', text: '集体奖缺证明本人参加的材料' },
      { field: 'awardName', text: '奖励名称与证书不一致' },
      { field: 'adminLevel', text: '奖励级别与盖章单位不符' },
      { field: 'awardRank', text: '奖励等级与证书不一致' },
      { field: 'awardMonth', text: '获奖年月与证书落款不一致' },
      { field: 'awardUnit', text: '授奖单位与证书盖章不一致' },
      { field: 'awardPosition', text: '本人排名与证书不一致' },
    ],
  },
  pages: {
    list: {
      columns: [
        'awardName',
        'resultName',
        'awardCategory',
        'adminLevel',
        'awardRank',
        'awardMonth',
        'awardPosition',
        'awardUnit',
      ],
      filters: ['awardCategory', 'adminLevel', 'awardRank'],
      order: 'awardMonth',
      descending: true,
    },
    form: [
      {
        title: '奖励',
        fields: ['awardName', 'resultName', 'awardCategory', 'adminLevel', 'awardRank', 'otherRank'],
      },
      { title: '证书', fields: ['awardMonth', 'awardUnit', 'awardCountry', 'certificateNo'] },
      { title: '本人', fields: ['awardPosition', 'isRepresentative'] },
    ],
    summary: ['awardName', 'resultName'],
  },
  statistics: { dimensions: ['awardCategory', 'adminLevel', 'awardRank', 'awardPosition'] },
})
