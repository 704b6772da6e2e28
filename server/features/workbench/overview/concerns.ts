import type { Concern, Overview } from '../../../../catalogue/contract/administration/overview.ts'
import { oldBackupMs } from './connections.ts'

/** Figures from which the concerns are computed. */
export type Readings = Omit<Overview, 'concerns' | 'beginning' | 'connections' | 'portalOpened'>

/** Seconds behind which a consumer has to be looked after. */
const longLag = 300
/** Share of the disk that may be in use. */
const fullDisk = 0.9

/** Faults and open work computed from the figures. Pure; nothing is stored. */
export function concernsOf(now: Readings): Concern[] {
  return [...broken(now), ...waiting(now)]
}

function broken({ audit, deliveries, jobs, consumers, storage, backup, today }: Readings): Concern[] {
  const wrong = (key: string, title: string, note: string, link: string | null = null): Concern => ({
    key,
    tone: 'wrong',
    title,
    note,
    link,
  })
  const sent = { mail: '邮件', sms: '短信' } as const
  const unset = {
    mail: '邮件提醒和邮箱验证码发不出去，请由运维设置 SMTP_URL',
    sms: '一次性密码只能打印，验证码和短信提醒发不出去，请由运维设置 SMS_URL',
  } as const
  return [
    ...(audit.faults > 0
      ? [wrong('audit', `审计日志校验发现 ${audit.faults} 处异常`, '最近一次校验的结果', '/appCore/logs')]
      : []),
    ...deliveries
      .filter(({ failed }) => failed > 0)
      .map(({ channel, failed }) =>
        wrong(
          `failed ${channel}`,
          `今天有 ${failed} 条${sent[channel]}没有发出`,
          '收件人没有收到，请检查发送服务',
          `/appCore/logs?action=${channel}.failed&start=${today}&end=${today}`,
        ),
      ),
    ...deliveries
      .filter(({ ready }) => !ready)
      .map(({ channel }) => wrong(`unset ${channel}`, `没有接通${sent[channel]}`, unset[channel])),
    ...jobs
      .filter(({ state }) => state === 'late')
      .map(({ name, label }) =>
        wrong(`job ${name}`, '有后台任务没有按时运行', `任务“${label}”，请检查服务进程`),
      ),
    ...consumers
      .filter(({ lagSeconds }) => lagSeconds > longLag)
      .map(({ name, waiting: count }) =>
        wrong(`lag ${name}`, '事件处理落后', `队列 ${name} 有 ${count} 件等待处理`),
      ),
    ...(storage.diskTotal > 0 && storage.diskUsed / storage.diskTotal > fullDisk
      ? [wrong('disk', '磁盘快满了', '已用超过九成，请尽快扩容')]
      : []),
    ...(backup?.failed ? [wrong('backup failed', '上次备份没有成功', '请运维查看备份任务的输出')] : []),
  ]
}

function waiting({ at, accountRequests, contents, backup }: Readings): Concern[] {
  const waits = (key: string, title: string, note: string, link: string | null): Concern => ({
    key,
    tone: 'waits',
    title,
    note,
    link,
  })
  const { waiting: asked, oldestDays } = accountRequests
  return [
    ...(asked > 0
      ? [
          waits(
            'requests',
            `${asked} 项身份申请待确认`,
            oldestDays > 0 ? `最长等待 ${oldestDays} 天` : '今天提出',
            '/appCore/accountRequests',
          ),
        ]
      : []),
    ...contents.map(({ type, title, waiting: count, link }) =>
      waits(`content ${type}`, `${title}有 ${count} 条待审核`, '通过后读者才能看到', link),
    ),
    ...(backup === null
      ? [waits('backup', '未设置备份', '尚未备份，请运维人员在服务器上设置定时备份', null)]
      : []),
    ...(backup?.at && Date.parse(at) - Date.parse(backup.at) > oldBackupMs
      ? [waits('backup old', '备份过期', '三天没有做成备份，请检查定时任务', null)]
      : []),
  ]
}
