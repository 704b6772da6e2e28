import { Button } from '../forms/button.tsx'
import { Icon } from '../look/icon.tsx'

/** A failure: what failed, the server’s sentence, what was kept, and a button to try again. */
export function ErrorBox({
  title,
  detail,
  kept,
  onRetry,
}: {
  title: string
  detail?: string
  kept?: string
  onRetry?: () => void
}) {
  return (
    <div className="x-note-box" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{title}</strong>
        {detail && <p>{detail}</p>}
        {kept && <p className="x-soft">{kept}</p>}
        {onRetry && (
          <Button icon="rot" onClick={onRetry}>
            重试
          </Button>
        )}
      </div>
    </div>
  )
}
