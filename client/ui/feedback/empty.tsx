import type { ReactNode } from 'react'

/** An empty list: one sentence, and the next thing to do. */
export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="x-empty">
      <p>{text}</p>
      {action}
    </div>
  )
}
