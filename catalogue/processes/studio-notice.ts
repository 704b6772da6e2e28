import { date, dateTime, dict, richText, year } from '../define.ts'
import { defineCampaign } from './define-campaign.ts'

/**
 * 工作室年度考核: the office of a level has the year of its studios assessed: their reports are handed in
 * within a window, reviewed by experts and published (teaching-research.md, 7).
 */
export const studioNotice = defineCampaign({
  name: 'studioNotice',
  path: 'teaching/studio-notice',
  title: '工作室年度考核通知',
  called: '本次考核',
  beginLabel: '新增年度考核',
  hosts: [4, 5, 6],
  collects: { studioYear: '工作室年度考核' },
  fields: {
    assessedYear: year('考核年度', { required: true }),
    studioLevel: dict('工作室级别', 'studioLevel', { required: true }),
    countedTo: date('数据截至', {
      required: true,
      help: '这一天所在的工作室年度被考核，这一天以后发生的不计',
    }),
    reportStart: dateTime('提交开始', { required: true }),
    reportEnd: dateTime('提交截止', { required: true, help: '延期须写明原因' }),
    content: richText('考核办法', { required: true }),
  },
  form: [
    { title: '通知', fields: ['assessedYear', 'studioLevel', 'countedTo', 'content'] },
    { title: '时间', fields: ['reportStart', 'reportEnd'] },
  ],
  list: { host: '考核单位', columns: ['assessedYear', 'studioLevel'], filters: ['studioLevel'] },
  frozen: ['assessedYear', 'studioLevel', 'countedTo', 'reportStart', 'reportEnd'],
  named: {},
  windows: {
    report: { label: '提交总结', from: 'reportStart', to: 'reportEnd', in: ['open'] },
  },
  entryWindow: 'report',
  states: {
    draft: { label: '草稿' },
    open: { label: '提交中' },
    closed: { label: '评审中' },
    finished: { label: '已结束', final: 'done' },
    cancelled: { label: '已取消', final: 'failed' },
  },
  moves: [
    {
      name: 'open',
      label: '发布',
      from: ['draft'],
      to: 'open',
      by: 'host',
      warning: '发布以后，主持人提交总结时完成数当天冻结；级别和数据截至不能再改。',
    },
    {
      name: 'extend',
      label: '延期',
      from: ['open', 'closed'],
      to: 'open',
      by: 'host',
      reason: 'required',
      extends: 'report',
      message: { title: '已延期', says: '把提交延期' },
      tone: 'quiet',
    },
    { name: 'close', label: '提前截止', from: ['open'], to: 'closed', by: 'host', tone: 'quiet' },
    { name: 'close', label: '截止', from: ['open'], to: 'closed', by: { after: 'report' } },
    {
      name: 'finish',
      label: '结束考核',
      from: ['closed'],
      to: 'finished',
      by: 'host',
      waitsForEntriesIn: ['expertReview', 'scored'],
    },
    {
      name: 'cancel',
      label: '取消考核',
      from: ['draft'],
      to: 'cancelled',
      by: 'host',
      warning: '取消以后不能恢复。',
      tone: 'refuses',
    },
    {
      name: 'cancel',
      label: '取消考核',
      from: ['open', 'closed'],
      to: 'cancelled',
      by: 'host',
      reason: 'required',
      warning: '取消以后不能恢复；已提交的工作室恢复运行。',
      message: { title: '已取消', says: '取消了本次考核' },
      sweep: { moves: ['callOff'], from: ['draft', 'returned', 'expertReview', 'scored'] },
      tone: 'refuses',
    },
  ],
})
