import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { Role } from '../../../catalogue/access/roles.ts'
import { pageOf } from '../../../catalogue/pages/entry.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { useFirstSteps } from './first-steps.ts'

const Tour = lazy(async () => ({ default: (await import('../../features/help/index.ts')).Tour }))
const HelpDialog = lazy(async () => ({ default: (await import('../../features/help/index.ts')).HelpDialog }))

const FeedbackDialog = lazy(async () => ({
  default: (await import('../../features/feedback/feedback-dialog.tsx')).FeedbackDialog,
}))

/** The help of the page that is open, and the tour of the first steps. */
export function HelpButton({ role }: { role: Role }) {
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(false)
  const [says, setSays] = useState(false)
  const entry = match(pathname, role)
  const name = entry ? pageOf(entry, new URLSearchParams(search).get('tab')) : null
  const tour = useFirstSteps(name)
  if (name === null) return null
  return (
    <>
      <button
        type="button"
        className="shell-tool"
        aria-label="帮助"
        title="帮助"
        onClick={() => setOpen(true)}
      >
        <Icon name="help" />
      </button>
      {tour.open && (
        <Suspense fallback={null}>
          <Tour role={role} onClose={tour.close} />
        </Suspense>
      )}
      {says && (
        <Suspense fallback={null}>
          <FeedbackDialog onClose={() => setSays(false)} />
        </Suspense>
      )}
      {open && (
        <Suspense fallback={null}>
          <HelpDialog
            name={name}
            onClose={() => setOpen(false)}
            onFeedback={() => {
              setOpen(false)
              setSays(true)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
