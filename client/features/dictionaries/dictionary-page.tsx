import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DictionaryItem, DictionaryView } from '../../../catalogue/contract/administration/dictionary.ts'
import { editModeIn, editModeLabels } from '../../../catalogue/pages/edit-mode.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceTime, thousands } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { ViewOnly } from '../../ui/forms/view-only.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { inOrder } from '../../ui/layout/line-order.ts'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { itemColumns, itemOrders } from './item-columns.tsx'
import { useDictionary, useUsage } from './use-dictionaries.ts'
import '../../ui/forms/labelled.css'
import './dictionaries.css'

const listPath = '/appCore/dictionary'

/**
 * One dictionary (`?name=`): its items, to be added, changed and ended, and everything that was changed
 * before.
 */
export function DictionaryPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const name = search.get('name') ?? ''
  const { data, error, refetch } = useDictionary(name)
  const title = data?.label ?? entry.title
  const missing = name === ''
  const mode = editModeIn(search, !missing)
  return (
    <PageFrame
      title={title}
      crumbs={[
        { label: '数据字典', to: listPath },
        { label: missing ? title : `${editModeLabels[mode]}字典` },
      ]}
      note={data?.standard}
    >
      {missing && (
        <Empty text="没有指明是哪一部字典。" action={<ButtonLink to={listPath}>看全部字典</ButtonLink>} />
      )}
      {!missing && error && !data && (
        <ErrorBox title="字典打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!missing && !data && !error && <Skeleton lines={12} />}
      {data && (
        <ViewOnly on={mode === 'view'}>
          <Known key={`${name} ${mode}`} view={data} adds={mode === 'add'} />
        </ViewOnly>
      )}
    </PageFrame>
  )
}

/** The item that is open in the dialog; `new` for one that is to be. */
type Open = DictionaryItem | 'new' | null

function Known({ view, adds }: { view: DictionaryView; adds: boolean }) {
  const [counted, setCounted] = useState(false)
  const [open, setOpen] = useState<Open>(adds && !view.fixed ? 'new' : null)
  const asked = useAsked([])
  const [q, setQ] = useState('')
  const usage = useUsage(view.name, counted)
  const counts = usage.data?.counts ?? null
  const wanted = q.trim().toLowerCase()
  const shown = view.list.filter(({ code, label, aliases }) =>
    [code, label, ...aliases].some((word) => word.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <Panel title="用在哪里">
        {view.fixed ? (
          <p>系统本身使用，只能查看。</p>
        ) : (
          <ul className="dictionaries-uses">
            {view.uses.map(({ type, field, title, label }) => (
              <li key={`${type}.${field}`}>
                {title} · {label}
              </li>
            ))}
          </ul>
        )}
        {view.ranked && (
          <p className="x-soft x-dense">系统按这些代码判断最高学历、职称级别等；这里新增的项目不参与判断。</p>
        )}
      </Panel>
      <div className="dictionaries-tools">
        <label className="x-labelled">
          在 {thousands(view.list.length)} 项中搜索
          <input type="search" value={q} maxLength={30} onChange={(event) => setQ(event.target.value)} />
        </label>
        <Button busy={usage.isFetching} onClick={() => (counted ? void usage.refetch() : setCounted(true))}>
          统计使用次数
        </Button>
        {!view.fixed && (
          <Button look="primary" icon="add" onClick={() => setOpen('new')}>
            新增一项
          </Button>
        )}
      </div>
      <p className="x-dense x-soft" aria-live="polite">
        {usage.error && `统计失败：${sentenceOf(usage.error)}`}
        {usage.data && `各项在生效的档案里用了多少处，统计于${sentenceTime(usage.data.at)}。`}
      </p>
      {shown.length === 0 && <Empty text="没有这样的项目。" />}
      {shown.length > 0 && (
        <LineTable
          label="项目"
          lines={inOrder(shown, asked.sort, itemOrders(counts))}
          columns={itemColumns({ view, counts, onOpen: setOpen })}
          keyOf={({ code }) => code}
          stale={false}
          order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
          testId="dictionary-item"
          dataOf={({ code, state }) => ({ 'data-code': code, 'data-state': state })}
        />
      )}
      <History view={view} />
      {open !== null && (
        <ItemDialog view={view} item={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function History({ view: { history } }: { view: DictionaryView }) {
  return (
    <Panel title="修改记录" flush>
      {history.length === 0 && <Empty text="暂无修改记录。" />}
      <ol className="dictionaries-history">
        {history.map(({ at, by, code, label, what, reason }) => (
          <li key={`${at} ${code}`}>
            <time dateTime={at} className="x-soft">
              {sentenceTime(at)}
            </time>
            <span>
              {by}　{what[0] === '新增' ? '新增' : `改${what.join('、')}`}：
              <span className="x-num">{code}</span> {label}
              {reason !== '' && <span className="x-soft">　原因：{reason}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
