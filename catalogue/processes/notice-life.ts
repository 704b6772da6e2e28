import type { CampaignMove, CampaignState } from './define-campaign.ts'

/**
 * States of a notice whose entries are recommended level by level, of the life cycle declareBatch of the
 * domain model.
 */
export const noticeStates = {
  draft: { label: '草稿' },
  open: { label: '申报中', places: true },
  closed: { label: '申报截止', places: true },
  finished: { label: '已结束', final: 'done' },
  cancelled: { label: '已取消', final: 'failed' },
} as const satisfies Readonly<Record<string, CampaignState>>

/** The window for applications of such a notice. */
export const applicationWindow = {
  label: '申报',
  from: 'applyStart',
  to: 'applyEnd',
  grace: 'graceMinutes',
  in: ['open'],
  late: ['closed'],
} as const

/** The moves of such a notice. */
export const noticeMoves = [
  {
    name: 'open',
    label: '开放征集',
    noted: '开放',
    from: ['draft'],
    to: 'open',
    by: 'host',
    warning: '开放以后，范围内的教师都能看到并申报；级别、名额、公示等规则不能再改。',
  },
  {
    name: 'extend',
    label: '延期',
    from: ['open', 'closed'],
    to: 'open',
    by: 'host',
    reason: 'required',
    extends: 'application',
    warning: '已经开始申报的教师会收到消息。',
    message: { title: '已延期', says: '把申报延期' },
    tone: 'quiet',
  },
  {
    name: 'close',
    label: '提前截止',
    noted: '截止',
    from: ['open'],
    to: 'closed',
    by: 'host',
    warning: '截止以后不能再提交申报；需要时可以延期。',
    tone: 'quiet',
  },
  { name: 'close', label: '截止', from: ['open'], to: 'closed', by: { after: 'application' } },
  {
    name: 'finish',
    label: '结束',
    from: ['closed'],
    to: 'finished',
    by: 'host',
    warning: '结束以后不能再延期、分配名额和排序；已经立项的照常办理。',
    tone: 'quiet',
  },
  {
    name: 'cancel',
    label: '取消征集',
    noted: '取消',
    from: ['draft'],
    to: 'cancelled',
    by: 'host',
    warning: '取消以后不能恢复。',
    tone: 'refuses',
  },
  {
    name: 'cancel',
    label: '取消征集',
    noted: '取消',
    from: ['open', 'closed'],
    to: 'cancelled',
    by: 'host',
    reason: 'required',
    warning: '取消以后不能恢复；正在申报的教师会收到消息。',
    message: { title: '已取消', says: '取消了本次征集' },
    tone: 'refuses',
  },
] as const satisfies readonly CampaignMove<'application', keyof typeof noticeStates, never>[]
