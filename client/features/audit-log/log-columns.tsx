import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { LogKind, LogLine } from '../../../catalogue/contract/administration/audit-log.ts'
import { listTime, sentenceTime } from '../../platform/format.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import type { LogKey } from './use-logs.ts'

type Narrow = (to: Partial<Readonly<Record<LogKey, string>>>) => void

const warning = new Set(['login.failed', 'login.locked', 'session.reused', 'session.unbound'])

/**
 * Who did what, to whose record, and which fields were changed. The names lead to everything of that person.
 */
export function logColumns(kind: LogKind, onNarrow: Narrow): readonly LineColumn<LogLine>[] {
  return [
    { key: 'at', title: '时间', sort: 'at', render: ({ at }) => <Moment at={at} /> },
    { key: 'what', title: '操作', wide: true, render: (line) => <What line={line} /> },
    { key: 'actor', title: '操作人', render: (line) => <Actor line={line} onNarrow={onNarrow} /> },
    { key: 'person', title: '涉及的人', render: (line) => <Concerned line={line} onNarrow={onNarrow} /> },
    ...(kind === 'operation' ? [fields] : []),
    { key: 'from', title: '来源', render: (line) => <From line={line} /> },
  ]
}

const fields: LineColumn<LogLine> = {
  key: 'changed',
  title: '栏目',
  render: ({ changed }) => changed.join('、'),
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={sentenceTime(at)} className="x-num logs-at">
    {listTime(at)}
  </time>
)

function What({ line: { action, label, type, summary, note } }: { line: LogLine }) {
  const record = [type, summary !== type && summary].filter(Boolean).join('：')
  return (
    <span>
      <b className={warning.has(action) ? 'logs-warning' : undefined}>{label}</b>
      {record !== '' && <span>　{record}</span>}
      {note && <span>　{note}</span>}
    </span>
  )
}

function Actor({ line: { actor, action }, onNarrow }: { line: LogLine; onNarrow: Narrow }) {
  if (!actor) {
    const visitor = action === 'login.failed' || action === 'login.locked'
    return <span className="x-faint">{visitor ? '未登录' : '系统'}</span>
  }
  const office = [isRole(actor.role) && roleEntry(actor.role).label, actor.institution].filter(Boolean)
  return (
    <span className="logs-who">
      <button type="button" onClick={() => onNarrow({ actor: '', actorId: String(actor.id) })}>
        {actor.name}
        <span className="x-hidden">，只看此人办理的</span>
      </button>
      <span className="x-faint x-note">{office.join('　')}</span>
    </span>
  )
}

function Concerned({ line: { person, actor }, onNarrow }: { line: LogLine; onNarrow: Narrow }) {
  if (!person || person.id === actor?.id) return null
  return (
    <span className="logs-who">
      <button type="button" onClick={() => onNarrow({ person: '', personId: String(person.id) })}>
        {person.name}
        <span className="x-hidden">，只看涉及此人的</span>
      </button>
      {person.institution && <span className="x-faint x-note">{person.institution}</span>}
    </span>
  )
}

function From({ line: { ip, agent } }: { line: LogLine }) {
  if (!ip) return null
  return (
    <span className="logs-who" title={agent ?? undefined}>
      <span className="x-num">{ip}</span>
      {agent && <span className="x-faint x-note logs-agent">{agent}</span>}
    </span>
  )
}
