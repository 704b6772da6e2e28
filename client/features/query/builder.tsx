import { useEffect, useState } from 'react'
import type { KeptDetail } from '../../../catalogue/contract/analysis/query.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf as wordsOf, type Piece } from '../../../catalogue/query/sentence.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { Conditions } from './conditions.tsx'
import { KeepingPanel } from './keeping-panel.tsx'
import { deskOfVersion, draftKey, isSame, type Desk } from './model.ts'
import { Results } from './results.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScopeBar } from './scope-bar.tsx'
import { Spoken } from './spoken.tsx'
import { useSearch } from './use-query.ts'

/** The version that the page shows unchanged; null while something is not saved. */
function unchanged(kept: KeptDetail | null, desk: Desk): number | null {
  const version = kept?.versions.find(({ no }) => {
    const own = deskOfVersion(kept, no)
    return own !== null && isSame(own, desk)
  })
  return version?.no ?? null
}

/** What is being built survives a reload; what is saved needs no copy. */
function useCopy(kept: KeptDetail | null, desk: Desk, isSaved: boolean) {
  const key = draftKey(kept?.id ?? null)
  const version = kept?.version ?? null
  useEffect(() => {
    if (isSaved) dropDraft(key)
    else keepDraft(key, { ...desk }, version)
  }, [key, version, desk, isSaved])
}

/** What stands on the page, which page of its list, and for which institution below. */
function useDesk(begun: Desk) {
  const [desk, setDesk] = useState(begun)
  const [page, setPage] = useState(1)
  const [within, setWithin] = useState<number | null>(null)
  const put = (part: Partial<Desk>) => {
    setDesk((now) => ({ ...now, ...part }))
    setPage(1)
    if (part.query) setWithin(null)
  }
  const narrow = (id: number | null) => {
    setWithin(id)
    setPage(1)
  }
  return { desk, page, within, put, setPage, narrow }
}
type OnDesk = ReturnType<typeof useDesk>
type Search = ReturnType<typeof useSearch>

/** The query in words: as the server says it, or as far as it goes while something is missing. */
function useSentence(desk: Desk, { sections, faults, answer: { data } }: Search): readonly Piece[] {
  const institution = useSession()?.organization?.name ?? '本单位'
  if (faults.length === 0 && data) return data.sentence
  return wordsOf(desk.query, { sections, place: data?.place ?? institution, day: data?.day ?? '今天' })
}

/** The page of one query: what it says, its conditions, its columns, whom it finds. */
export function Builder(props: { entry: PageEntry; kept: KeptDetail | null; begun: Desk }) {
  const { entry, kept, begun } = props
  const on = useDesk(begun)
  const { desk, put } = on
  const search = useSearch(desk, on)
  const { sections, faults, answer, isBehind } = search
  const pieces = useSentence(desk, search)
  const same = unchanged(kept, desk)
  const isUntouched = kept === null && desk.query.conditions.flat().length === 0
  useCopy(kept, desk, same !== null || isUntouched)
  return (
    <PageFrame
      title={kept?.name ?? '新增查询'}
      crumbs={[{ label: '数据分析' }, { label: entry.title, to: entry.path }]}
    >
      <SaveBar desk={desk} kept={kept} same={same} faults={faults} onDesk={put} />
      <Spoken
        pieces={pieces}
        answer={answer.data}
        isBehind={isBehind}
        isUnfinished={faults.length > 0}
        before={kept?.mine ? (kept.versions[same === kept.version ? 1 : 0] ?? null) : null}
      />
      <div className="xq-desk">
        <div className="xq-main">
          <section className="xq-build" aria-label="查询条件">
            <ScopeBar query={desk.query} base={answer.data?.base} onChange={(query) => put({ query })} />
            <Conditions
              sections={sections}
              groups={desk.query.conditions}
              remaining={faults.length === 0 && answer.data ? answer.data.remaining : {}}
              faults={faults}
              onChange={(conditions) => put({ query: { ...desk.query, conditions } })}
            />
          </section>
          <Outcome
            on={on}
            search={search}
            kept={kept && same !== null ? { detail: kept, version: same } : null}
          />
        </div>
        <aside className="xq-side" aria-label="结果列、共享与定时">
          <ColumnsPanel desk={desk} sections={sections} onChange={(columns) => put({ columns })} />
          <KeepingPanel kept={kept} />
        </aside>
      </div>
    </PageFrame>
  )
}

/** Whom the query finds; while a condition lacks something those of the query before, dimmed. */
function Outcome(props: {
  on: OnDesk
  search: Search
  kept: { readonly detail: KeptDetail; readonly version: number } | null
}) {
  const { on, search, kept } = props
  const { faults, answer, isBehind } = search
  if (answer.error && faults.length === 0)
    return (
      <ErrorBox title="计算失败" detail={sentenceOf(answer.error)} onRetry={() => void answer.refetch()} />
    )
  if (!answer.data) return <Skeleton lines={8} />
  return (
    <Results
      answer={answer.data}
      isBehind={isBehind || faults.length > 0}
      desk={on.desk}
      within={on.within}
      kept={kept}
      onSort={(sort) => on.put({ sort })}
      onWithin={on.narrow}
      onPage={on.setPage}
    />
  )
}
