import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import type { FormsOf } from './use-forms.ts'

const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }))

/** Opens the choice of the forms that there are of an archive or a case. */
export function PrintForms({ of }: { of: FormsOf }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="print" onClick={() => setOpen(true)}>
        打印表格
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PrintDialog of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
