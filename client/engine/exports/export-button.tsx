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
  /** What its own call is asked; page and size are left aside. */
  readonly query: Query
  /** Its columns in their order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  /** How many rows it has, as far as that is known. */
  readonly total: number | undefined
  /** What its rows are counted by: 人, 条. */
  readonly unit: string
  /** Of what is no list on the screen: what the button says, however many rows there are. */
  readonly label?: string
}

/** Roles that take something out; the server decides. */
const takesOut = (role: number | undefined): boolean =>
  role === 1 || (role !== undefined && role >= 3 && role <= 6)

/** Takes out a list exactly as it stands. It says how many rows that are, and is not there without any. */
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
