import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { issuedPage, paperAddress, paperStates, type IssuedForm } from '../../../catalogue/contract/forms.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { saveFrom } from '../../platform/api/download.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { BundleList } from './bundle-list.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import './printed-forms.css'

const key = ['forms', 'issued'] as const

/** The papers I made, with how they stand; each can be downloaded again for some days, and taken back. */
export function PrintedFormsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const [revoking, setRevoking] = useState<IssuedForm | null>(null)
  const cache = useQueryClient()
  const office = useSession()?.role !== 2
  const page = Math.max(1, Number(search.get('page')) || 1)
  const papers = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/forms/issued', { schema: issuedPage, query: { page }, signal, quiet: true }),
  })
  const columns = columnsOf(setRevoking)
  return (
    <PageFrame title={entry.title} note="我打印过的表格，新的在前；文件保存 7 天，过期请重新打印">
      {office && <BundleList />}
      <Loaded answer={papers} failed="打印记录打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无已打印的表格。打开一份教师档案，点“打印表格”。" />
          ) : (
            <>
              <LineTable
                label="打印记录"
                lines={data.list}
                columns={columns}
                keyOf={({ id }) => id}
                stale={papers.isPlaceholderData}
              />
              <Pager {...data} onPage={(next) => setSearch(next === 1 ? {} : { page: String(next) })} />
            </>
          )
        }
      </Loaded>
      {revoking && (
        <RevokeDialog
          paper={revoking}
          onClose={(done) => {
            setRevoking(null)
            if (done) void cache.invalidateQueries({ queryKey: key })
          }}
        />
      )}
    </PageFrame>
  )
}

async function download(id: string): Promise<void> {
  try {
    saveFrom(await api.get(`/api/v1/forms/issued/${id}/address`, { schema: paperAddress }))
  } catch (error) {
    notify.error(sentenceOf(error))
  }
}

const columnsOf = (onRevoke: (paper: IssuedForm) => void): readonly LineColumn<IssuedForm>[] => [
  { key: 'holder', title: '教师', wide: true, render: ({ holder }) => holder },
  { key: 'title', title: '表格', render: ({ title }) => title },
  { key: 'purpose', title: '用途', render: ({ purpose }) => purpose ?? '一般用途' },
  { key: 'at', title: '打印时间', render: ({ at }) => <span className="x-num">{listTime(at)}</span> },
  { key: 'pages', title: '页数', figure: true, render: ({ pages }) => pages },
  { key: 'state', title: '状态', render: (paper) => <State paper={paper} /> },
  {
    key: 'act',
    title: '操作',
    render: (paper) => (
      <span className="printed-acts">
        <Button look="text" disabled={!paper.hasFile} onClick={() => void download(paper.id)}>
          {paper.hasFile ? '下载' : '文件已过期'}
        </Button>
        {paper.code !== null && paper.state !== 'revoked' && (
          <Button look="text" onClick={() => onRevoke(paper)}>
            撤销
          </Button>
        )}
      </span>
    ),
  },
]

function State({ paper: { state, revokeReason, code } }: { paper: IssuedForm }) {
  if (code === null) return <span className="x-soft">不可查验</span>
  return (
    <span className={`printed-${state}`}>
      {paperStates[state]}
      {revokeReason !== null && <small className="x-soft">：{revokeReason}</small>}
    </span>
  )
}
