import { useState } from 'react'
import type { FileRef } from '../../../../catalogue/contract/archive/records.ts'
import { EvidenceStrip } from '../../../engine/evidence/evidence-strip.tsx'
import { FileDialog } from '../file-dialog.tsx'
import '../../../engine/evidence/evidence.css'

/** The evidence of a record as small pictures; one opens in the viewer. */
export function FileStrip({ files, proposed }: { files: readonly FileRef[]; proposed: readonly FileRef[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const all = [...files, ...proposed]
  return (
    <div className="archive-files">
      <p className="x-note x-faint">
        佐证材料 {files.length} 份{proposed.length > 0 && `，待审的 ${proposed.length} 份`}
      </p>
      <EvidenceStrip files={all} onOpen={(file) => setOpen(file.id)} />
      {open !== null && <FileDialog title="佐证材料" files={all} open={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
