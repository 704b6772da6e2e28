import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { libraryReason, type LibraryReason } from '../../../catalogue/contract/archive/reason-library.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BuiltIn } from './built-in.tsx'
import { reasonColumns } from './reason-columns.tsx'
import '../../ui/forms/labelled.css'
import './reason-library.css'

const url = '/api/v1/reasonLibrary'
const key = ['reasons', 'library'] as const

/** The reasons that reviewing offers: the portal's, kept by the administrator, or the own institution's. */
export function ReasonLibraryPage({ entry }: { entry: PageEntry }) {
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: z.array(libraryReason), quiet: true, signal }),
    staleTime: 0,
  })
  const note =
    session?.role === 1 ? '各级审核时都能选用' : '本单位审核时能选用；全平台的由系统管理员维护，也会列出'
  return (
    <PageFrame title={entry.title} note={note}>
      {error && !data && (
        <ErrorBox title="意见库打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && (
        <div className="reason-panels">
          <Library key={JSON.stringify(data)} was={data} />
          <BuiltIn forAll={session?.role === 1} />
        </div>
      )}
    </PageFrame>
  )
}

const fresh = (sortNo: number): LibraryReason => ({
  recordType: null,
  action: 'return',
  content: '',
  sortNo,
  enabled: true,
})

function Library({ was }: { was: readonly LibraryReason[] }) {
  const [list, setList] = useState<readonly LibraryReason[]>(was)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const changed = JSON.stringify(list) !== JSON.stringify(was)
  useLeaveGuard(changed)
  const save = async () => {
    setBusy(true)
    setFaults({})
    try {
      // The order on the page is the order they are offered in.
      const numbered = list.map((one, place) => ({ ...one, sortNo: place }))
      await api.put(url, { schema: z.boolean(), body: { list: numbered, was } })
      notify.success('意见库已保存')
      await client.invalidateQueries({ queryKey: ['reasons'] })
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : []
      setFaults(
        named.length > 0
          ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
          : { form: sentenceOf(error) },
      )
    } finally {
      setBusy(false)
    }
  }
  const put = (place: number, part: Partial<LibraryReason>) =>
    setList(list.map((one, at) => (at === place ? { ...one, ...part } : one)))
  const move = (place: number, by: number) => {
    const next = [...list]
    const [one] = next.splice(place, 1)
    if (one) next.splice(place + by, 0, one)
    setList(next)
  }
  return (
    <Panel
      title={`自建意见 ${list.length} 条`}
      extra={
        <Button icon="add" onClick={() => setList([...list, fresh(list.length)])}>
          新增一条
        </Button>
      }
    >
      {list.length === 0 && <Empty text="暂无自建意见。新增后，审核时与内置意见一起列出，按数字键选用。" />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {list.length > 0 && (
          <LineTable
            label="意见"
            lines={list.map((one, place) => ({
              one,
              place,
              fault: faults[`list.${place}.content`] ?? faults[`list.${place}.recordType`],
            }))}
            columns={reasonColumns({
              count: list.length,
              onChange: put,
              onMove: move,
              onRemove: (place) => setList(list.filter((_, at) => at !== place)),
            })}
            keyOf={({ place }) => `${place} of ${list.length}`}
            stale={false}
          />
        )}
        {faults['form'] !== undefined && (
          <ErrorBox title="保存失败" detail={faults['form']} kept="填写的内容都还在" />
        )}
        {faults['list'] !== undefined && (
          <ErrorBox title="保存失败" detail={faults['list']} kept="填写的内容都还在" />
        )}
        <Button type="submit" look="primary" busy={busy} disabled={!changed}>
          保存
        </Button>
      </form>
    </Panel>
  )
}
