import { useCallback, useState } from 'react'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Menu } from './menu.tsx'

/** What the chooser knows of a column. */
export interface Choosable {
  readonly key: string
  readonly title: string
  /** The chooser cannot hide it. */
  readonly fixed?: boolean
}

/** The columns of a list with those that are shown, and how that changes. */
export interface ChosenColumns<C extends Choosable> {
  readonly all: readonly C[]
  readonly shown: readonly C[]
  readonly isShown: (column: Choosable) => boolean
  readonly toggle: (key: string) => void
}

const keyFor = (name: string) => `xt-columns:${name}`

/** Columns that this person hid or added on this device, per list. */
export function useColumns<C extends Choosable>(
  name: string,
  usual: readonly C[],
  others: readonly C[],
): ChosenColumns<C> {
  const [chosen, setChosen] = useState<readonly string[] | null>(() => read(name))
  const all = [...usual, ...others]
  const isShown = (column: Choosable) =>
    column.fixed === true || (chosen ?? usual.map(({ key }) => key)).includes(column.key)
  // Added columns stand before the fixed ones at the end (state, actions).
  const shown = [...usual.filter((c, i) => isShown(c) && i < usual.length), ...others.filter(isShown)]
  const toggle = useCallback(
    (key: string) => {
      setChosen((now) => {
        const base = now ?? usual.map((column) => column.key)
        const next = base.includes(key) ? base.filter((one) => one !== key) : [...base, key]
        writeItem(keyFor(name), JSON.stringify(next))
        return next
      })
    },
    [name, usual],
  )
  return { all, shown, isShown, toggle }
}

function read(name: string): readonly string[] | null {
  try {
    const found: unknown = JSON.parse(readItem(keyFor(name)) ?? 'null')
    return Array.isArray(found) && found.every((one) => typeof one === 'string') ? found : null
  } catch {
    return null
  }
}

/** Chooses the columns. */
export function ColumnChooser({
  columns,
}: {
  columns: Pick<ChosenColumns<Choosable>, 'all' | 'isShown' | 'toggle'>
}) {
  return (
    <Menu
      summary={
        <>
          <Icon name="list" />列
        </>
      }
    >
      <fieldset className="xr-menu-body" tabIndex={-1}>
        <legend className="x-hidden">显示的列</legend>
        {columns.all.map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={columns.isShown(column)}
              disabled={column.fixed === true}
              onChange={() => columns.toggle(column.key)}
            />
            {column.title}
          </label>
        ))}
      </fieldset>
    </Menu>
  )
}
