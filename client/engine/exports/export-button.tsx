import { lazy, Suspense, useState } from 'react'
import { thousands } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { Query } from '../data/query.ts'

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** A list as it stands on the screen. */
export interface ShownList {
  readonly title: string
  /** The name by which the server knows the list. */
  readonly list: string
  /** Query of the list call, without page and size. */
  readonly query: Query
  /** Its columns in their order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  /** How many rows it has, as far as that is known. */
  readonly total: number | undefined
  /** What its rows are counted by: 人, 条. */
  readonly unit: string
  /** Label of the button where no list is on the screen; replaces the number of rows. */
  readonly label?: string
}

/** Roles that see the export button; the server checks the permission. */
const takesOut = (role: number | undefined): boolean =>
  role === 1 || (role !== undefined && role >= 3 && role <= 6)

/**
 * Exports the list as it is filtered and ordered. The button shows the number of rows; an empty list has
 * none.
 */
export function ExportButton(props: ShownList) {
  const [open, setOpen] = useState(false)
  const role = useSession()?.role
  const { total, unit, label } = props
  if (!takesOut(role) || (label === undefined && !total)) return null
  return (
    <>
      <Button icon="download" onClick={() => setOpen(true)}>
        {label ?? `导出这 ${thousands(total ?? 0)} ${unit}`}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
