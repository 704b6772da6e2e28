import { bool, defineRecord, dict, integer, longText, month, text } from '../../define.ts'
import { scans } from '../../kinds/file-types.ts'
import { notBefore } from '../../rules/compare.ts'
import { is } from '../../rules/condition.ts'

const inJournal = is('paperKind', '61')
const printed = is('paperKind', '61', '62')
const inPrint = { visibleWhen: is('paperKind', '61', '62', '69') } as const
const awarded = { visibleWhen: is('paperKind', '63'), requiredWhen: is('paperKind', '63') } as const

/** 论文: one row per paper published, read at a conference or awarded. */
export const paper = defineRecord({
  name: 'paper',
  title: '论文',
  archive: 'professional',
  owner: 'teacher',
  regime: 'reviewed',
  cardinality: 'many',
  fields: {
    title: text('论文名称', { required: true, maxLength: 200 }),
    paperKind: dict('论文类别', 'paperKind', { required: true, help: '既发表又获奖的各填一条' }),
    journalName: text('发表刊物（会议）名称', {
      ...inPrint,
      maxLength: 100,
      requiredWhen: printed,
      help: '写全称，不加书名号',
    }),
    journalLevel: dict('刊物级别', 'journalLevel', { visibleWhen: inJournal }),
    cnNo: text('刊号CN', {
      maxLength: 20,
      visibleWhen: inJournal,
      pattern: /^\d{2}-\d{4}(\/[A-Z]{1,2}\d?)?$/,
      patternSays: '刊号不写“CN”，如 44-1234/G4；斜杠后是大写字母',
      example: '44-1234/G4',
      help: '在版权页上；境外刊物没有的填 ISSN',
    }),
    issn: text('ISSN', {
      ...inPrint,
      maxLength: 20,
      pattern: /^\d{4}-\d{3}[\dXx]$/,
      patternSays: 'ISSN 不写字母“ISSN”，是四位、短横、四位，如 2049-3630',
      example: '2049-3630',
    }),
    publishMonth: month('发表（获奖）年月', { required: true, help: '刊物出版或获奖证书上的年月' }),
    volume: text('卷号', { ...inPrint, maxLength: 20 }),
    issue: text('期号', { ...inPrint, maxLength: 20 }),
    startPage: integer('起始页码', { ...inPrint, min: 1, max: 99999 }),
    endPage: integer('结束页码', { ...inPrint, min: 1, max: 99999 }),
    authorRole: dict('本人角色', 'authorRole', { required: true }),
    authorCount: integer('作者人数', { min: 1, max: 200 }),
    allAuthors: text('全部作者', { maxLength: 300, help: '照署名的先后写，中间用顿号' }),
    indexKind: dict('收录情况', 'indexKind', { ...inPrint, default: '0' }),
    awardRank: dict('获奖等级', 'awardRank', awarded),
    awardLevel: dict('获奖级别', 'adminLevel', awarded),
    subject: dict('学科领域', 'subject'),
    isRepresentative: bool('是否代表性成果'),
    abstract: longText('摘要', { maxLength: 2000 }),
  },
  attachments: { maxCount: 5, maxSizeMB: 10, accept: scans, required: true },
  rules: {
    constraints: [
      {
        form: 'unique',
        within: 'owner',
        fields: ['title', 'journalName'],
        message: '该论文在该刊物（会议）上的发表已经填过',
      },
    ],
    checks: [
      {
        holds: (r) => notBefore(r.endPage, r.startPage),
        message: '结束页码不得小于起始页码',
        fields: ['endPage', 'startPage'],
      },
      {
        holds: (r) => r.paperKind !== '61' || r.cnNo !== null || r.issn !== null,
        message: '发表论文的 CN 刊号和 ISSN 至少填一个',
        fields: ['cnNo', 'issn'],
      },
      {
        holds: (r, c) => notBefore(c.today, r.publishMonth),
        message: '发表（获奖）年月不得晚于本月，刊出后再填',
        fields: ['publishMonth'],
      },
      {
        holds: (r) => r.authorRole !== '1' || r.authorCount === null || r.authorCount === 1,
        message: '本人角色选了“独立作者”，作者人数却不止一人',
        fields: ['authorRole', 'authorCount'],
        level: 'warning',
      },
    ],
  },
  review: {
    chain: [{ level: 'school' }, { level: 'area' }],
    reasons: [
      { field: 'attachments', text: '缺封面、目录、版权页或正文首页' },
      { field: 'attachments', text: '获奖论文缺获奖证书' },
      { field: 'title', text: '论文名称与刊物（证书）不一致' },
      { field: 'cnNo', text: '刊号查不到，请核对版权页' },
      { field: 'journalLevel', text: '刊物级别不符' },
      { field: 'authorRole', text: '本人角色与署名不一致' },
      { field: 'publishMonth', text: '年月与刊期（证书）不一致' },
      { field: 'indexKind', text: '收录情况缺检索证明' },
    ],
  },
  pages: {
    list: {
      columns: ['title', 'paperKind', 'journalName', 'publishMonth', 'authorRole', 'indexKind'],
      filters: ['paperKind', 'journalLevel', 'publishMonth', 'subject'],
      order: 'publishMonth',
      descending: true,
    },
    form: [
      { title: '论文', fields: ['title', 'paperKind', 'publishMonth', 'subject', 'abstract'] },
      {
        title: '发表或获奖',
        fields: [
          'journalName',
          'journalLevel',
          'cnNo',
          'issn',
          'volume',
          'issue',
          'startPage',
          'endPage',
          'indexKind',
          'awardRank',
          'awardLevel',
        ],
      },
      { title: '作者', fields: ['authorRole', 'authorCount', 'allAuthors', 'isRepresentative'] },
    ],
    summary: ['title', 'paperKind'],
  },
  statistics: { dimensions: ['paperKind', 'journalLevel', 'indexKind', 'authorRole', 'subject'] },
})
