import { useState } from 'react'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useDragging } from '../../ui/layout/use-dragging.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { AppIcon, OpenLink } from './app-row.tsx'
import { healthWords } from './words.ts'

/** A list with one of its items moved to another place. */
const moved = (ids: readonly string[], id: string, to: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(Math.max(0, to), 0, id)

/**
 * Pinned apps, then the favourites in their order: opened with one click, ordered by dragging or by buttons.
 */
export function Favourites({
  pinned,
  own,
  role,
  onOrder,
}: {
  pinned: readonly CentreApp[]
  own: readonly CentreApp[]
  role: Role
  onOrder: (ids: readonly string[]) => void
}) {
  const [ordering, setOrdering] = useState(false)
  const ids = own.map(({ id }) => id)
  const by = [...new Set(pinned.map(({ pinnedBy }) => pinnedBy))].join('、')
  return (
    <section className="app-favourites" aria-label="常用">
      <div className="app-head">
        <h2>常用</h2>
        {pinned.length > 0 && <span className="x-faint x-dense">{`前 ${pinned.length} 个由${by}置顶`}</span>}
        {own.length > 1 && (
          <Button look="text" aria-pressed={ordering} onClick={() => setOrdering(!ordering)}>
            {ordering ? '完成' : '整理'}
          </Button>
        )}
      </div>
      {pinned.length + own.length === 0 ? (
        <p className="app-none x-soft">点应用后面的星，就会放到这里。</p>
      ) : (
        <ul className="app-tiles">
          {pinned.map((app) => (
            <li key={app.id}>
              <Tile app={app} role={role} />
            </li>
          ))}
          {own.map((app, place) =>
            ordering ? (
              <Movable key={app.id} app={app} place={place} ids={ids} onOrder={onOrder} />
            ) : (
              <li key={app.id}>
                <Tile app={app} role={role} />
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}

function Tile({ app, role }: { app: CentreApp; role: Role }) {
  const words = healthWords(app.health)
  return (
    <OpenLink app={app} role={role} className="app-tile">
      <AppIcon app={app} />
      <b>{app.name}</b>
      <small>{words === null || words === '正常' ? app.description || app.host : words}</small>
    </OpenLink>
  )
}

function Movable({
  app,
  place,
  ids,
  onOrder,
}: {
  app: CentreApp
  place: number
  ids: readonly string[]
  onOrder: (ids: readonly string[]) => void
}) {
  const dragged = useDragging(app.id, (id) => {
    if (ids.includes(id)) onOrder(moved(ids, id, place))
  })
  return (
    <li className="app-movable" draggable ref={dragged}>
      <AppIcon app={app} />
      <b>{app.name}</b>
      <span className="app-moves">
        <button
          type="button"
          aria-label={`${app.name}前移`}
          disabled={place === 0}
          onClick={() => onOrder(moved(ids, app.id, place - 1))}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          aria-label={`${app.name}后移`}
          disabled={place === ids.length - 1}
          onClick={() => onOrder(moved(ids, app.id, place + 1))}
        >
          <Icon name="right" />
        </button>
        <button
          type="button"
          aria-label={`从常用中移除${app.name}`}
          onClick={() => onOrder(ids.filter((id) => id !== app.id))}
        >
          <Icon name="close" />
        </button>
      </span>
    </li>
  )
}
