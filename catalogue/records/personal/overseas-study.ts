import { date, defineRecord, dict, longText, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBeforeOf } from '../../rules/among.ts'
import { notBefore } from '../../rules/compare.ts'

/** 海外研修（访学）: one row per stay abroad for study, research or teaching. */
export const overseasStudy = defineRecord({
  name: 'overseasStudy',
  title: '海外研修（访学）',
  archive: 'personal',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    overseasKind: dict('研修类别', 'overseasKind', { required: true }),
    startDate: date('开始日期', { required: true }),
    endDate: date('结束日期', { required: true, help: '未结束的填批准的结束日期' }),
    country: dict('研修（访学）国家/地区', 'country', { required: true, excludeItems: ['156'] }),
    institution: text('研修（访学）机构名称', {
      required: true,
      maxLength: 100,
      help: '写中文全称，没有通用译名的写原文',
    }),
    projectName: text('项目名称', {
      required: true,
      maxLength: 100,
      help: '与批件一致；自行联系、没有项目的填“无”',
    }),
    organizer: text('项目组织单位名称', { maxLength: 100 }),
    fundKind: dict('经费来源', 'fundKind'),
    content: longText('研修内容与成果', { maxLength: 2000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: false },
  rules: {
    constraints: [
      notBeforeOf('startDate', 'basicInfo.workStartMonth', {
        message: '开始日期早于基本信息里的参加工作年月；工作以前的留学填在学习经历里，不是的请核对',
        level: 'warning',
      }),
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endDate, r.startDate),
        message: '结束日期不能在开始日期之前',
        fields: ['endDate', 'startDate'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.startDate),
        message: '研修开始以后再填，开始日期不能晚于今天',
        fields: ['startDate'],
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }],
    reasons: [
      { field: 'startDate', text: '起止日期与出入境记录或批件不一致' },
      { field: 'institution', text: '研修机构与邀请函或证明不一致' },
      { field: 'projectName', text: '项目名称与批件不一致' },
      { field: 'overseasKind', text: '研修类别选得不对' },
      { field: 'attachments', text: '缺派出批件或研修证明' },
    ],
  },
  pages: {
    list: {
      columns: ['overseasKind', 'country', 'institution', 'projectName', 'startDate', 'endDate'],
      filters: ['overseasKind', 'country', 'institution', 'fundKind', 'startDate'],
      order: 'startDate',
      descending: true,
    },
    form: [
      {
        title: '研修',
        fields: ['overseasKind', 'country', 'institution', 'startDate', 'endDate', 'content'],
      },
      { title: '项目', fields: ['projectName', 'organizer', 'fundKind'] },
    ],
    summary: ['projectName', 'institution'],
  },
  spreadsheet: { key: ['startDate'] },
  statistics: { dimensions: ['overseasKind', 'country', 'fundKind'] },
})
