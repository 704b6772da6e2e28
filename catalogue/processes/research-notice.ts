import { bool, date, dateTime, dict, file, integer, richText, text, year } from '../define.ts'
import { defineCampaign } from './define-campaign.ts'
import { blindEndings } from './file-rules.ts'
import { applicationWindow, noticeMoves, noticeStates } from './notice-life.ts'

const endings = [...blindEndings, 'doc', 'zip'].join('|')

/** A stage of what was established: it outlives the campaign. */
const stage = <const K extends string>(label: string, to: K) =>
  ({ label, to, grace: 'graceMinutes', in: ['open', 'closed', 'finished'] }) as const

/** 课题（论文案例）征集通知: what is collected, until when, by which rules (modules.json, researchNotice). */
export const researchNotice = defineCampaign({
  name: 'researchNotice',
  path: 'research/notice',
  title: '征集通知',
  called: '本次征集',
  beginLabel: '新增征集',
  hosts: [3, 4, 5, 6],
  collects: { researchProject: '课题', researchPaper: '论文', teachingCase: '教学案例' },
  fields: {
    batchYear: year('年度（批次）', { required: true }),
    noticeKind: dict('通知类别', 'noticeKind', { required: true, default: '1' }),
    projectLevel: dict('征集级别', 'projectLevel', {
      required: true,
      help: '省、市、县（区）、校级各由本级单位征集；国家级由省级推荐',
    }),
    applyStart: dateTime('申报开始时间', { required: true }),
    applyEnd: dateTime('申报截止时间', { required: true, help: '延期须写明原因' }),
    graceMinutes: integer('截止后仍收的分钟数', {
      min: 0,
      max: 120,
      default: 10,
      help: '截止时正在填写的，这几分钟内还可以提交',
    }),
    openingEnd: dateTime('开题截止时间'),
    midtermEnd: dateTime('中期检查截止时间'),
    closingEnd: dateTime('结题截止时间'),
    quota: integer('推荐名额总数', {
      min: 1,
      max: 9999,
      help: '不填表示不限名额；填了以后逐级分配，没有名额的单位不能推荐',
    }),
    quotaReturnsOn: date('未用名额退回日期', { help: '到这一天，各单位没有用掉的名额退回上级' }),
    mostLed: integer('每人最多主持（项）', {
      min: 1,
      max: 9,
      default: 1,
      help: '在研的同类课题都算，不分级别',
    }),
    mostJoined: integer('每人最多参加（项）', {
      min: 1,
      max: 9,
      help: '作为成员参加的没有结题的课题，不分级别；不填不限',
    }),
    publicityDays: integer('公示工作日', {
      min: 0,
      max: 30,
      default: 5,
      help: '0 表示不公示，评审后直接立项',
    }),
    numberPrefix: text('立项编号前缀', {
      maxLength: 12,
      pattern: /^[A-Za-z0-9]{1,12}$/,
      help: '编号为“前缀 + 年度 - 四位序号”，如 YJ2026-0001',
    }),
    blind: bool('匿名评审', {
      help: '选“是”：申报材料里不得出现姓名、单位、电话，提交前逐个文件检查；专家只看到不带身份信息的副本',
    }),
    fileFormats: text('申报材料的格式', {
      maxLength: 60,
      pattern: new RegExp(`^(?:${endings})(?:、(?:${endings}))*$`),
      patternSays: '用顿号隔开，可选 docx、pdf、pptx、xlsx、jpg、png、doc、zip',
      help: '如 docx、pdf；不填则各类申报本来收什么就收什么',
    }),
    mostFiles: integer('每处至多（个文件）', { min: 1, max: 50 }),
    fileMaxMB: integer('每个文件不超过（MB）', { min: 1, max: 10, help: '不填为 10 MB' }),
    content: richText('正文', { required: true }),
    files: file('附件（申请书模板等）', { multiple: true, maxSizeMB: 50 }),
  },
  form: [
    { title: '通知', fields: ['batchYear', 'noticeKind', 'projectLevel', 'content', 'files'] },
    {
      title: '时间',
      fields: ['applyStart', 'applyEnd', 'graceMinutes', 'openingEnd', 'midtermEnd', 'closingEnd'],
    },
    {
      title: '规则',
      fields: ['quota', 'quotaReturnsOn', 'mostLed', 'mostJoined', 'publicityDays', 'numberPrefix'],
    },
    { title: '申报材料', fields: ['blind', 'fileFormats', 'mostFiles', 'fileMaxMB'] },
  ],
  frozen: [
    'projectLevel',
    'applyStart',
    'applyEnd',
    'graceMinutes',
    'quota',
    'mostLed',
    'mostJoined',
    'publicityDays',
    'numberPrefix',
    'batchYear',
    'blind',
    'fileFormats',
    'mostFiles',
    'fileMaxMB',
  ],
  named: {
    quota: 'quota',
    quotaReturnsOn: 'quotaReturnsOn',
    publicityDays: 'publicityDays',
    year: 'batchYear',
    numberPrefix: 'numberPrefix',
    blind: 'blind',
    fileFormats: 'fileFormats',
    mostFiles: 'mostFiles',
    fileMaxMB: 'fileMaxMB',
  },
  windows: {
    application: applicationWindow,
    opening: stage('开题', 'openingEnd'),
    midterm: stage('中期检查', 'midtermEnd'),
    closing: stage('结题', 'closingEnd'),
  },
  entryWindow: 'application',
  states: noticeStates,
  moves: noticeMoves,
})
