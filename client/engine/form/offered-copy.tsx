import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import '../engine.css'

/** What was typed on this computer before others changed it: to be used, or thrown away. */
export function OfferedCopy({
  what,
  isOffered,
  take,
  drop,
}: {
  /** What others changed: 教案. */
  what: string
  isOffered: boolean
  take: () => void
  drop: () => void
}) {
  if (!isOffered) return null
  return (
    <section className="xr-info" aria-live="polite">
      <Icon name="info" />
      本机留有上次没有保存的内容，那以后{what}又改过。
      <Button onClick={take}>用上次没有保存的</Button>
      <Button look="text" onClick={drop}>
        不要了
      </Button>
    </section>
  )
}
