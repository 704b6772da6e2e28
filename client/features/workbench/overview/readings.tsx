import type { Overview } from '../../../../catalogue/contract/administration/overview.ts'
import { bytes, listTime, thousands } from '../../../platform/format.ts'
import { Meter } from '../../../ui/layout/meter.tsx'
import { DutyLink } from './duty-link.tsx'
import { Line, Reading } from './reading.tsx'

const log = (filter: string, today: string) => `/appCore/logs?${filter}&start=${today}&end=${today}`

/** Who signed in today and who could not, each with the lines of the log it counts. */
export function SignIns({ signIns, today }: Pick<Overview, 'signIns' | 'today'>) {
  const { succeeded, people, failed, locked } = signIns
  const figures = [
    ['登录成功', succeeded, 'login', `${thousands(people)} 个账号`],
    ['登录失败', failed, 'login.failed', '密码或验证码不对'],
    ['锁定期间登录', locked, 'login.locked', '连续输错后'],
  ] as const
  return (
    <Reading title="今日登录" beside="0 时起">
      <dl className="overview-figures">
        {figures.map(([label, value, action, note]) => (
          <div key={action}>
            <dt>{label}</dt>
            <dd>
              <DutyLink to={log(`kind=signIn&action=${action}`, today)} label={`${label} ${value}，查看日志`}>
                <span className="overview-value">{thousands(value)}</span>
              </DutyLink>
              <span className="x-faint x-note">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Reading>
  )
}

/** What other people wait for. */
export function Waiting({
  requests,
  contents,
}: {
  requests: Overview['accountRequests']
  contents: Overview['contents']
}) {
  return (
    <Reading title="待处理" beside={requests.oldestDays > 0 && `最久 ${requests.oldestDays} 天`}>
      <dl>
        <Line label="身份申请">
          <DutyLink to="/appCore/accountRequests" label={`身份申请 ${requests.waiting} 项，查看`}>
            {requests.waiting} 项
          </DutyLink>
        </Line>
        {contents.map(({ type, title, waiting, link }) => (
          <Line key={type} label={`${title}待审核`}>
            <DutyLink to={link} label={`${title}待审核 ${waiting} 条，查看`}>
              {waiting} 条
            </DutyLink>
          </Line>
        ))}
        {contents.length === 0 && <Line label="门户内容待审核">0 条</Line>}
      </dl>
    </Reading>
  )
}

const channels = { mail: '邮件', sms: '短信' } as const

/** Mails and short messages: what waits to go out, and what could not be sent today. */
export function Deliveries({ deliveries, today }: Pick<Overview, 'deliveries' | 'today'>) {
  return (
    <Reading title="短信与邮件" beside="失败为今日">
      <dl>
        {deliveries.map(({ channel, ready, waiting, failed }) => (
          <Line key={channel} label={channels[channel]}>
            {ready ? (
              <>
                等待 {thousands(waiting)}，失败{' '}
                <DutyLink
                  to={log(`action=${channel}.failed`, today)}
                  label={`${channels[channel]}失败 ${failed} 条，查看日志`}
                >
                  <span className={failed > 0 ? 'home-late' : undefined}>{thousands(failed)}</span>
                </DutyLink>
              </>
            ) : (
              <span className="home-late">没有设置发送</span>
            )}
          </Line>
        ))}
      </dl>
    </Reading>
  )
}

/** The disk under the data directory, and the database. */
export function Storage({ storage: { diskUsed, diskTotal, database } }: Pick<Overview, 'storage'>) {
  const percent = diskTotal > 0 ? Math.round((diskUsed / diskTotal) * 100) : 0
  return (
    <Reading title="存储" beside={`已用 ${percent}%`}>
      <Meter percent={percent} label="数据目录所在磁盘已用" />
      <dl>
        <Line label="数据目录所在磁盘">
          {bytes(diskUsed)} / {bytes(diskTotal)}
        </Line>
        <Line label="数据库">{bytes(database)}</Line>
      </dl>
    </Reading>
  )
}

/** When the portal was backed up last, and plainly where nobody set it up. */
export function Backup({ backup }: Pick<Overview, 'backup'>) {
  return (
    <Reading title="备份">
      <dl>
        <Line label="上次备份">
          {backup?.at ? (
            listTime(backup.at)
          ) : (
            <b className="home-old">{backup ? '没有成功过' : '未设置备份'}</b>
          )}
        </Line>
        {backup && <Line label="上次试恢复">{backup.verifiedAt ? listTime(backup.verifiedAt) : '无'}</Line>}
        {backup?.failed && (
          <Line label="最近一次">
            <b className="home-old">没有成功</b>
          </Line>
        )}
      </dl>
    </Reading>
  )
}

/** How far the log is sealed, and what its last check found. */
export function AuditState({ audit }: Pick<Overview, 'audit'>) {
  const { sealed, sealedAt, pending, checkedAt, faults } = audit
  return (
    <Reading title="审计日志" beside={checkedAt && faults === 0 ? '校验通过' : undefined}>
      <dl>
        <Line label="已封存">
          <DutyLink to="/appCore/logs" label={`审计日志已封存 ${sealed} 条，查看日志`}>
            {thousands(sealed)} 条
          </DutyLink>
        </Line>
        <Line label="最近封存">{sealedAt ? listTime(sealedAt) : '无'}</Line>
        <Line label="超时未封存">{thousands(pending)} 条</Line>
        <Line label="最近校验">
          {checkedAt ? (
            <span className={faults > 0 ? 'home-late' : undefined}>
              {listTime(checkedAt)}，{faults > 0 ? `异常 ${faults} 处` : '没有异常'}
            </span>
          ) : (
            '尚未校验'
          )}
        </Line>
      </dl>
    </Reading>
  )
}
