import { Button } from '../../ui/forms/button.tsx'
import type { TypedPlan } from './use-typed-plan.ts'

/** Asks what becomes of a text that was typed over an older version and never reached the server. */
export function OfferedCopy({ isOffered, take, drop }: TypedPlan) {
  if (!isOffered) return null
  return (
    <div className="x-note-box">
      <div>
        <p>本机留有上次没有保存的内容，那以后教案又改过。</p>
        <div className="prep-buttons">
          <Button onClick={take}>用上次没有保存的</Button>
          <Button onClick={drop}>不要了</Button>
        </div>
      </div>
    </div>
  )
}
