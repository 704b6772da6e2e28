import { useState } from 'react'
import type { Material } from '../../../catalogue/contract/declarations.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { EvidenceViewer } from '../../engine/evidence/evidence-viewer.tsx'
import { Button } from '../../ui/forms/button.tsx'

/** The evidence of a declaration; the files of one are open below it. */
export function MaterialList({ materials, empty }: { materials: readonly Material[]; empty: string }) {
  const [open, setOpen] = useState<number | null>(null)
  if (materials.length === 0) return <p className="x-soft">{empty}</p>
  return (
    <ol className="dc-materials">
      {materials.map(({ no, title, typeTitle, files, checked, note }) => (
        <li key={no}>
          <div className="dc-material">
            <span>
              <b>{title}</b>　<span className="x-faint">{typeTitle}</span>
            </span>
            {checked !== '0' && (
              <span className={checked === '1' ? 'x-soft' : 'xr-bad'}>
                {labelOf('materialCheck', checked)}
                {note !== '' && `：${note}`}
              </span>
            )}
            {files.length === 0 ? (
              <span className="x-faint">没有文件</span>
            ) : (
              <Button
                look="text"
                aria-expanded={open === no}
                aria-label={`${open === no ? '收起' : '查看'}“${title}”的文件`}
                onClick={() => setOpen(open === no ? null : no)}
              >
                {open === no ? '收起' : `查看 ${files.length} 份文件`}
              </Button>
            )}
          </div>
          {open === no && <EvidenceViewer files={files} />}
        </li>
      ))}
    </ol>
  )
}
