import { useCallback, useRef, useState } from 'react'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { useClosing } from '../../ui/feedback/closing.ts'
import { Icon } from '../../ui/look/icon.tsx'
import type { Column } from './columns.tsx'

const keyFor = (name: string) => `xt-columns:${name}`

/** Columns that this person hid or added on this device, per list. */
export function useColumns(name: string, usual: readonly Column[], others: readonly Column[]) {
  const [chosen, setChosen] = useState<readonly string[] | null>(() => read(name))
  const all = [...usual, ...others]
  const isShown = (column: Column) =>
    column.fixed || (chosen ?? usual.map(({ key }) => key)).includes(column.key)
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

/** Chooses the columns. It is a native disclosure (details), which keyboards and screen readers work with. */
export function ColumnChooser({ columns }: { columns: ReturnType<typeof useColumns> }) {
  const box = useRef<HTMLDetailsElement>(null)
  useClosing(
    box,
    () => box.current?.open === true,
    (goBack) => {
      if (box.current) box.current.open = false
      if (goBack) box.current?.querySelector('summary')?.focus()
    },
  )
  return (
    <details ref={box} className="xr-menu">
      <summary className="x-button">
        <Icon name="list" />列
      </summary>
      <fieldset className="xr-menu-body" tabIndex={-1}>
        <legend className="x-hidden">显示的列</legend>
        {columns.all.map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={columns.isShown(column) === true}
              disabled={column.fixed === true}
              onChange={() => columns.toggle(column.key)}
            />
            {column.title}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
