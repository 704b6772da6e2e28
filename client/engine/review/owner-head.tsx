import { useEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { archiveHead } from '../../../catalogue/contract/archive/archive.ts'
import type { PendingView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { api } from '../../platform/api/api.ts'
import { listTime } from '../../platform/format.ts'
import { Kbd } from '../../ui/look/kbd.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { documentPath } from '../archive-path.ts'
import { noPlaceholder } from '../data/no-placeholder.ts'
import { FileImage } from '../evidence/file-image.tsx'
import { RouteTrack } from '../record/route-steps.tsx'

/** The address of the owner’s whole archive at this record; null where an institution owns the record. */
export const wholeArchiveOf = ({ owner, name }: AnyRecord, { ownerId, id }: RecordView): string | null =>
  owner === 'teacher' ? documentPath(ownerId, { section: name, id }) : null

/** Photo and a few facts of a teacher, from what the archive says of them. */
function useHead(teacherId: number, isTeacher: boolean) {
  const { data } = useQuery({
    // Under the key of records, so that a write to any of them makes it stale, too.
    queryKey: ['records', 'archive', teacherId, 'head'],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/archive/${teacherId}/head`, { schema: archiveHead, signal, quiet: true }),
    enabled: isTeacher,
    placeholderData: noPlaceholder,
    staleTime: 300_000,
  })
  return data
}

/** Facts that are shown beside the name already, or say little about a record. */
const leftOut: ReadonlySet<string> = new Set(['任教', '性别', '年龄', '在本校'])

/** Whose record is reviewed: photo, name, a few facts, the way to the whole archive, and where it stands. */
export function OwnerHead({
  definition,
  view,
  pending,
}: {
  definition: AnyRecord
  view: RecordView
  pending: PendingView
}) {
  const head = useHead(view.ownerId, definition.owner === 'teacher')
  const archive = wholeArchiveOf(definition, view)
  const facts = (head?.facts ?? []).filter(({ label }) => !leftOut.has(label))
  const heading = useRef<HTMLHeadingElement>(null)
  // The row or the record that had the focus is gone, and the address has no other path: a screen reader
  // would say nothing of what has come. Whoever walks through the queue beside it stays there.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="xr-who xr-owner-head">
      {definition.owner === 'teacher' && (
        <span className="xr-portrait">
          {head?.photo ? (
            <FileImage id={head.photo} alt={`${view.ownerName}的照片`} />
          ) : (
            <span className="xr-thumb xr-thumb-sign" title="没有照片">
              <Icon name="user" />
              {head && <span className="x-hidden">没有照片</span>}
            </span>
          )}
        </span>
      )}
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {view.ownerName}
          <span>{[view.ownerNote, view.institutionName].filter(Boolean).join('　')}</span>
        </h1>
        {facts.length > 0 && (
          <p className="x-soft xr-owner-facts">
            {facts.map(({ label, text }) => (
              <span key={label}>
                <span className="x-faint">{label}</span> {text}
              </span>
            ))}
          </p>
        )}
        <p className="x-soft">
          {pending.submittedAt && `${listTime(pending.submittedAt)} 提交　`}第 {pending.no} 次{'　'}
          <StatusMark state={pending.state} level={pending.level} />
          {archive && (
            <>
              {'　'}
              <a href={archive} target="_blank" rel="noopener" className="xr-beside">
                看整份档案
                <Icon name="out" />
                <span className="x-hidden">（在新标签页打开）</span>
              </a>{' '}
              <span className="xr-keys-only">
                <Kbd>O</Kbd>
              </span>
            </>
          )}
        </p>
        <RouteTrack steps={pending.route} />
      </div>
    </header>
  )
}
