import { useRef } from 'react'
import { Button } from './button.tsx'

/** A button that asks for one file. The file input behind it is out of sight and out of the order of Tab. */
export function FileButton({
  label,
  accept,
  busy,
  primary = false,
  onTake,
}: {
  label: string
  accept: string
  busy: boolean
  primary?: boolean
  onTake: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        icon="upload"
        look={primary ? 'primary' : 'plain'}
        busy={busy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className="x-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        disabled={busy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onTake(file)
        }}
      />
    </>
  )
}
