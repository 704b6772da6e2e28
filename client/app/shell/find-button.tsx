import { lazy, Suspense, useState } from 'react'
import { useShortcuts } from '../../engine/review/shortcuts.ts'
import type { Session } from '../../platform/session/session.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'

const FindDialog = lazy(async () => ({
  default: (await import('../../features/finding/index.ts')).FindDialog,
}))

/** Opens the search over everything, as the key / does wherever nobody is typing. */
export function FindButton({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  useShortcuts({ '/': () => setOpen(true) })
  return (
    <>
      <button type="button" className="shell-find" aria-keyshortcuts="/" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>找人、记录、功能</span>
        <Kbd>/</Kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <FindDialog session={session} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
