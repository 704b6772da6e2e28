import { useState } from 'react'
import { Link } from 'react-router'
import type { ArchiveFile } from '../../../../catalogue/contract/archive/archive.ts'
import { FileImage } from '../../../engine/evidence/file-image.tsx'
import { definitionOf } from '../../../engine/registry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FileDialog } from '../file-dialog.tsx'
import { documentPath } from '../paths.ts'
import { useFiles } from '../use-archive.ts'
import { usePlace } from '../use-place.ts'

const step = 24

/** Every file of the archive with the record it belongs to. */
export function EvidenceView({ teacherId }: { teacherId: number }) {
  const { data, error, refetch } = useFiles(teacherId)
  const { own, list: from } = usePlace()
  const [count, setCount] = useState(step)
  const [open, setOpen] = useState<ArchiveFile | null>(null)
  if (error)
    return <ErrorBox title="佐证材料打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  const { list } = data
  if (list.length === 0) return <Empty text="档案中暂无佐证材料。" />
  return (
    <div data-testid="archive-evidence">
      <p className="x-soft archive-above">共 {list.length} 份，点图看原件。</p>
      <ul className="archive-gallery">
        {list.slice(0, count).map((one) => (
          <li key={`${one.recordId} ${one.file.id}`}>
            {/* Named before its picture has come. */}
            <button type="button" aria-label={`打开 ${one.file.name}`} onClick={() => setOpen(one)}>
              <FileImage id={one.file.id} alt="" />
            </button>
            <p>
              <Link
                to={documentPath(
                  own ? null : teacherId,
                  {
                    archive: one.archive,
                    section: one.type,
                    id: one.recordId,
                  },
                  from,
                )}
              >
                {one.title}
              </Link>
              {one.proposed && <span className="archive-wait">（未生效）</span>}
            </p>
            <p className="x-note x-soft">{fieldOf(one) ?? one.summary}</p>
          </li>
        ))}
      </ul>
      {list.length > count && (
        <Button onClick={() => setCount(count + step)}>再看 {Math.min(step, list.length - count)} 份</Button>
      )}
      {open && (
        <FileDialog
          title={`${open.title}　${open.summary}`}
          files={list.filter((one) => one.recordId === open.recordId).map(({ file }) => file)}
          open={open.file.id}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

const fieldOf = ({ type, field }: ArchiveFile): string | undefined => definitionOf(type)?.fields[field]?.label
