import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { KeptDetail } from '../../../catalogue/contract/analysis/query.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { draftOf, loadDraftKey } from '../../platform/storage/drafts.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Builder } from './builder.tsx'
import { deskOf, deskOfVersion, draftKey, emptyDesk } from './model.ts'
import { useKept } from './use-query.ts'
import './query.css'

/** Builds a query: a new one, or one that is kept; what was begun on this computer comes back. */
export function QueryPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Math.trunc(Number(search.get('id'))) || null
  const kept = useKept(id)
  const ready = useDraftsReady()
  const title = kept.data?.name ?? entry.title
  if (kept.error)
    return (
      <PageFrame title={entry.title}>
        <ErrorBox
          title="该查询打开失败"
          detail={sentenceOf(kept.error)}
          onRetry={() => void kept.refetch()}
        />
      </PageFrame>
    )
  if (!ready || (id !== null && !kept.data))
    return (
      <PageFrame title={title}>
        <Skeleton lines={12} />
      </PageFrame>
    )
  return <Opened key={id ?? 'new'} entry={entry} kept={kept.data ?? null} id={id} />
}

/** Whether drafts of this browser can be read. */
function useDraftsReady(): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let here = true
    void loadDraftKey().then(() => here && setReady(true))
    return () => {
      here = false
    }
  }, [])
  return ready
}

function Opened({ entry, kept, id }: { entry: PageEntry; kept: KeptDetail | null; id: number | null }) {
  // Looked up when the page opens only: later versions are what this page saved itself.
  const [begun] = useState(() => {
    const own = kept ? deskOfVersion(kept, kept.version) : emptyDesk
    const draft = draftOf(draftKey(id))
    const isCurrent = draft !== null && (kept === null || draft.version === kept.version)
    return (isCurrent ? deskOf(draft.values) : null) ?? own ?? emptyDesk
  })
  return <Builder entry={entry} kept={kept} begun={begun} />
}
