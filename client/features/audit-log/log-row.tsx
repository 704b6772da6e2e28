import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { LogLine } from '../../../catalogue/contract/administration/audit-log.ts'
import { listTime, sentenceTime } from '../../platform/format.ts'
import type { LogFilter } from './use-logs.ts'

const warning = new Set(['login.failed', 'login.locked', 'session.reused', 'session.unbound'])

/**
 * Who did what, to whose record, and which fields were changed. The names lead to everything of that person.
 */
export function LogRow({ line, onFilter }: { line: LogLine; onFilter: (to: Partial<LogFilter>) => void }) {
  const { actor, person, type, summary, changed, note, ip, agent } = line
  const record = [type, summary !== type && summary].filter(Boolean).join('：')
  return (
    <li className="logs-row" data-testid="log-line" data-action={line.action}>
      <time dateTime={line.at} title={sentenceTime(line.at)} className="x-num x-soft">
        {listTime(line.at)}
      </time>
      <div className="logs-who">
        {actor ? (
          <Actor actor={actor} onFilter={onFilter} />
        ) : (
          <span className="x-faint">
            {line.action === 'login.failed' || line.action === 'login.locked' ? '未登录' : '系统'}
          </span>
        )}
      </div>
      <div className="logs-what">
        <p>
          <b className={warning.has(line.action) ? 'logs-warning' : undefined}>{line.label}</b>
          {record !== '' && <span>　{record}</span>}
          {note && <span>　{note}</span>}
        </p>
        {person && person.id !== actor?.id && <Concerned person={person} onFilter={onFilter} />}
        {changed.length > 0 && <p className="x-soft x-dense">栏目：{changed.join('、')}</p>}
        {ip && (
          <p className="x-faint x-dense logs-agent" title={agent ?? undefined}>
            {ip}
            {agent && `　${agent}`}
          </p>
        )}
      </div>
    </li>
  )
}

type Filter = (to: Partial<LogFilter>) => void

function Actor({ actor, onFilter }: { actor: NonNullable<LogLine['actor']>; onFilter: Filter }) {
  return (
    <>
      <button type="button" onClick={() => onFilter({ actor: '', actorId: String(actor.id) })}>
        {actor.name}
        <span className="x-hidden">，只看此人办理的</span>
      </button>
      <span className="x-faint x-dense">
        {[isRole(actor.role) && roleEntry(actor.role).label, actor.institution].filter(Boolean).join('　')}
      </span>
    </>
  )
}

function Concerned({ person, onFilter }: { person: NonNullable<LogLine['person']>; onFilter: Filter }) {
  return (
    <p className="x-dense">
      涉及：
      <button type="button" onClick={() => onFilter({ person: '', personId: String(person.id) })}>
        {person.name}
        <span className="x-hidden">，只看涉及此人的</span>
      </button>
      {person.institution && <span className="x-faint">　{person.institution}</span>}
    </p>
  )
}
