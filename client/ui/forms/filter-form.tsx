import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './labelled.css'

/**
 * What a list is narrowed by: labelled controls in a line, asked for together. `onAsk` is given what stands
 * in a control by its name, trimmed; `filtered` offers to take everything away.
 */
export function FilterForm({
  filtered,
  onAsk,
  onClear,
  children,
}: {
  filtered: boolean
  onAsk: (typed: (name: string) => string) => void
  onClear: () => void
  children: ReactNode
}) {
  return (
    <search>
      <form
        className="x-filters"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          onAsk((name) => String(form.get(name) ?? '').trim())
        }}
      >
        {children}
        <Button type="submit" look="primary" icon="search">
          查找
        </Button>
        {filtered && <Button onClick={onClear}>清除筛选</Button>}
      </form>
    </search>
  )
}
