import { Link } from 'react-router'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { healthWords, openingPath } from './words.ts'

/** The picture of an app; the first letter of its name where it has none. */
export function AppIcon({
  app: { name, icon },
  off,
}: {
  app: Pick<CentreApp, 'name' | 'icon'>
  off?: boolean
}) {
  return (
    <span className={off ? 'app-icon app-icon-off' : 'app-icon'} aria-hidden="true">
      {icon === null ? [...name][0] : <img src={icon} alt="" />}
    </span>
  )
}

/** A link that opens an app: in this window or another one, as the administrator has set it. */
export function OpenLink({
  app,
  role,
  className,
  children,
}: {
  app: Pick<CentreApp, 'id' | 'name' | 'openMode'>
  role: Role
  className: string
  children: React.ReactNode
}) {
  const to = openingPath(role, app.id)
  if (app.openMode !== '1')
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    )
  return (
    <a className={className} href={to} target="_blank" rel="noreferrer">
      {children}
      <Icon name="out" />
      <span className="x-hidden">（新窗口）</span>
    </a>
  )
}

export function Health({ health }: { health: CentreApp['health'] }) {
  const words = healthWords(health)
  if (health === null || words === null) return null
  return (
    <span className={`app-health app-health-${health.state}`} title={`${listTime(health.at)} 检测`}>
      {words}
    </span>
  )
}

export interface RowActs {
  readonly role: Role
  readonly isFavourite: (id: string) => boolean
  readonly onStar: (id: string) => void
  readonly onAsk: (app: CentreApp) => void
  readonly onWithdraw: (app: CentreApp) => void
}

/** One app of a group, with the one thing that can be done with it. */
export function AppRow({ app, marked, acts }: { app: CentreApp; marked: boolean; acts: RowActs }) {
  return (
    <li className={marked ? 'app-row app-row-marked' : 'app-row'} data-testid={`app-${app.id}`}>
      <AppIcon app={app} off={app.standing !== 'use'} />
      <div className="app-what">
        <b>{app.name}</b>
        <p>{app.description || app.host}</p>
      </div>
      <span className="app-state">
        {app.standing === 'use' && <Health health={app.health} />}
        {app.standing === 'asked' && <span className="app-asked">等待办理</span>}
      </span>
      {app.standing === 'use' && <Star app={app} acts={acts} />}
      <Act app={app} acts={acts} />
    </li>
  )
}

function Star({ app: { id, name }, acts }: { app: CentreApp; acts: RowActs }) {
  const on = acts.isFavourite(id)
  return (
    <button
      type="button"
      className="app-star"
      aria-pressed={on}
      aria-label={`常用：${name}`}
      onClick={() => acts.onStar(id)}
    >
      <Icon name="star" />
    </button>
  )
}

function Act({ app, acts }: { app: CentreApp; acts: RowActs }) {
  if (app.standing === 'ask')
    return (
      <Button className="app-act" onClick={() => acts.onAsk(app)} aria-label={`申请使用${app.name}`}>
        申请使用
      </Button>
    )
  if (app.standing === 'asked')
    return (
      <Button
        className="app-act"
        onClick={() => acts.onWithdraw(app)}
        aria-label={`撤回使用${app.name}的申请`}
      >
        撤回
      </Button>
    )
  if (app.health?.state === 'maintenance') return <span className="app-act app-shut">维护中</span>
  return (
    <OpenLink app={app} role={acts.role} className="x-button app-act">
      打开<span className="x-hidden">{app.name}</span>
    </OpenLink>
  )
}
