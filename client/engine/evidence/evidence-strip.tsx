import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { FileImage } from './file-image.tsx'

/** The files of a record as a row of small pictures; one of them is open. */
export function EvidenceStrip({
  files,
  current,
  onOpen,
}: {
  files: readonly FileRef[]
  current?: string | undefined
  onOpen: (file: FileRef) => void
}) {
  return (
    <ul className="xr-strip" aria-label="佐证材料">
      {files.map((file, i) => (
        <li key={file.id}>
          <button
            type="button"
            aria-pressed={file.id === current}
            title={file.name}
            onClick={() => onOpen(file)}
          >
            <FileImage id={file.id} alt={`第 ${i + 1} 份 ${file.name}`} />
          </button>
        </li>
      ))}
    </ul>
  )
}
