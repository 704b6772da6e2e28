import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import {
  confirmationPage,
  reminded,
  type ConfirmationLine,
} from '../../../../catalogue/contract/portal/reach.ts'
import { FilterBar } from '../../../engine/list/filter-bar.tsx'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { saveText } from '../../../platform/api/download.ts'
import { fullTime, listTime, sentenceDate, today } from '../../../platform/format.ts'
import { withQuery } from '../../../platform/api/with-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Meter } from '../../../ui/layout/meter.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { RowList } from '../../../ui/layout/row-list.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../../ui/layout/state-tabs.tsx'
import { confirmationTable } from './confirmation-table.ts'

type State = '' | 'waiting' | 'confirmed'

/**
 * Which institutions confirmed that they read it, and which have not: to be narrowed, saved as a table,
 * reminded.
 */
export function Confirmations({ type, view }: { type: ContentName; view: ContentView }) {
  const [asked, setAsked] = useState<ConfirmationQuery>({ state: '', q: '', page: 1 })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['contents', type, 'confirmations', view.id, view.version, asked],
    queryFn: ({ signal }) => readPage(type, view.id, { ...asked, pageSize: 20 }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!data)
    return (
      <Panel title="单位确认">
        {error ? (
          <ErrorBox title="确认情况打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Panel>
    )
  if (data.until === null) return null
  return (
    <Panel title="单位确认">
      <p data-testid="confirmed">
        已确认 <b className="x-num">{data.confirmed}</b> 个，共 <b className="x-num">{data.asked}</b>{' '}
        个单位，要求 {sentenceDate(data.until)} 前确认
      </p>
      {data.asked > 0 && (
        <Meter percent={Math.round((data.confirmed / data.asked) * 100)} label="已确认的单位" />
      )}
      <p className="x-faint x-dense">要确认的是读者范围内、在发布单位之下、有能登录的账号的单位。</p>
      <Acts type={type} id={view.id} asked={asked} data={data} />
      <Narrowing asked={asked} data={data} onAsk={setAsked} />
      {data.list.length === 0 ? (
        <Empty text={asked.q || asked.state ? '没有符合条件的单位。' : '读者范围内没有下级单位。'} />
      ) : (
        <RowList stale={isPlaceholderData} label="单位">
          {data.list.map((line) => (
            <Unit key={line.id} line={line} />
          ))}
        </RowList>
      )}
      <Pager {...data} onPage={(page) => setAsked({ ...asked, page })} />
    </Panel>
  )
}

interface ConfirmationQuery {
  readonly state: State
  readonly q: string
  readonly page: number
}
type ConfirmationPage = z.output<typeof confirmationPage>

const baseOf = (type: ContentName, id: number): string => `/api/v1/contents/${type}/${id}`

const readPage = (
  type: ContentName,
  id: number,
  query: ConfirmationQuery & { readonly pageSize: number },
  signal?: AbortSignal,
): Promise<ConfirmationPage> =>
  api.get(withQuery(`${baseOf(type, id)}/confirmations`, { ...query }), {
    schema: confirmationPage,
    quiet: true,
    ...(signal && { signal }),
  })

/** All lines of what is asked, page by page. */
async function allLines(
  type: ContentName,
  id: number,
  asked: ConfirmationQuery,
): Promise<ConfirmationLine[]> {
  const lines: ConfirmationLine[] = []
  for (let page = 1; ; page += 1) {
    const part = await readPage(type, id, { ...asked, page, pageSize: 100 })
    lines.push(...part.list)
    if (lines.length >= part.total || part.list.length === 0) return lines
  }
}

interface ActsProps {
  readonly type: ContentName
  readonly id: number
  readonly asked: ConfirmationQuery
  readonly data: ConfirmationPage
}

/** Reminding those who have not confirmed, and saving the list as a table. */
function Acts({ type, id, asked, data }: ActsProps) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    } finally {
      setBusy(false)
    }
  }
  const remind = async () => {
    const done = await api.post(`${baseOf(type, id)}/remind`, { schema: reminded, body: {} })
    const lately = done.lately > 0 ? `${done.lately} 个单位 24 小时内已提醒过，没有再发` : ''
    if (done.reminded > 0) notify.success(`已给 ${done.reminded} 个单位发站内消息。${lately}`)
    else notify.info(lately || '没有要提醒的单位')
    await cache.invalidateQueries({ queryKey: ['contents', type, 'confirmations', id] })
  }
  const save = async () =>
    saveText(`确认情况-${today().slice(0, 10)}.csv`, confirmationTable(await allLines(type, id, asked)))
  return (
    <div className="contents-acts">
      {data.asked > data.confirmed && (
        <Button look="primary" busy={busy} onClick={() => void run(remind)}>
          提醒未确认的单位
        </Button>
      )}
      <Button icon="download" disabled={busy || data.total === 0} onClick={() => void run(save)}>
        导出表格
      </Button>
      <span className="x-faint x-dense">同一单位 24 小时内只提醒一次</span>
    </div>
  )
}

const search = { key: 'q', label: '单位', hint: '单位名称' } as const

interface NarrowingProps {
  readonly asked: ConfirmationQuery
  readonly data: ConfirmationPage
  readonly onAsk: (asked: ConfirmationQuery) => void
}

function Narrowing({ asked, data, onAsk }: NarrowingProps) {
  const tabs = [
    { key: '', label: `全部 ${data.asked}` },
    { key: 'waiting', label: `未确认 ${data.asked - data.confirmed}` },
    { key: 'confirmed', label: `已确认 ${data.confirmed}` },
  ]
  return (
    <>
      <StateTabs
        label="确认情况"
        tabs={tabs}
        current={asked.state}
        onSelect={(key) =>
          onAsk({ ...asked, state: key === 'waiting' || key === 'confirmed' ? key : '', page: 1 })
        }
      />
      <FilterBar
        search={search}
        filters={[]}
        asked={{
          of: () => asked.q,
          isNarrowed: asked.q !== '',
          clear: () => onAsk({ ...asked, q: '', page: 1 }),
        }}
        onAsk={(_, q) => onAsk({ ...asked, q, page: 1 })}
      />
    </>
  )
}

function Unit({ line }: { line: ConfirmationLine }) {
  return (
    <li className="contents-unit">
      <span className="contents-grow">{line.institution}</span>
      <span className="x-soft">{line.level}</span>
      <span className={line.confirmedAt ? 'contents-shown' : 'x-soft'}>
        {line.confirmedAt ? `${line.by ?? ''} ${fullTime(line.confirmedAt)} 确认` : '未确认'}
      </span>
      <span className="x-faint x-dense">
        {!line.confirmedAt && line.remindedAt ? `${listTime(line.remindedAt)} 提醒过` : ''}
      </span>
    </li>
  )
}
