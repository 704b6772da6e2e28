import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './labelled.css'

/**
 * The filters of a list: labelled controls in a line, which are asked for together. `onAsk` gets the trimmed
 * value of each control by its name; `filtered` shows the button that clears all.
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
          搜索
        </Button>
        {filtered && <Button onClick={onClear}>清除筛选</Button>}
      </form>
    </search>
  )
}
