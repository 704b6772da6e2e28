import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { boardKeys, boards, type BoardKey } from '../../../catalogue/boards/board.ts'
import type { BoardLine } from '../../../catalogue/contract/analysis/boards.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LayoutEditor } from './settings/layout-editor.tsx'
import { ShareDialog } from './settings/share-dialog.tsx'
import { SharesPanel } from './settings/shares-panel.tsx'
import { useBoardDetail, useBoardLines } from './settings/use-boards.ts'
import '../../ui/forms/labelled.css'
import './settings/settings.css'

/** The boards of an office: opening them, laying them out (`?board=`), and links to them. */
export function BoardsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const board = boardKeys.find((one) => one === search.get('board'))
  return board ? <Editing key={board} board={board} entry={entry} /> : <Overview entry={entry} />
}

function Editing({ board, entry }: { board: BoardKey; entry: PageEntry }) {
  const answer = useBoardDetail(board)
  const { title, path } = boards[board]
  return (
    <PageFrame
      title={`${title}的布局`}
      crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}
      note={answer.data && originWords(answer.data)}
      actions={<Link to={path}>打开大屏</Link>}
    >
      <Loaded answer={answer} failed="布局打开失败" lines={12}>
        {(detail) => <LayoutEditor key={detail.version} board={board} detail={detail} />}
      </Loaded>
    </PageFrame>
  )
}

/** Whose layout is in force. */
function originWords({ origin, from, version }: Pick<BoardLine, 'origin' | 'from' | 'version'>): string {
  if (origin === 'own') return `本单位的布局，第 ${version} 版`
  return origin === 'above' ? `${from ?? '上级'}的布局` : '平台的默认布局'
}

function Overview({ entry }: { entry: PageEntry }) {
  const answer = useBoardLines()
  const [sharing, setSharing] = useState<BoardKey | null>(null)
  const waiting = answer.data?.list.flatMap((line) => line.waiting) ?? []
  return (
    <PageFrame title={entry.title} note="登录后看到全部数据；对外链接和“看公开版”按公开口径，保护个人信息。">
      <Panel title="大屏" flush>
        <Loaded answer={answer} failed="大屏打开失败" lines={4}>
          {({ list }) => (
            <LineTable
              label="大屏"
              lines={list}
              columns={columnsOf(setSharing)}
              keyOf={({ board }) => board}
              stale={false}
              testId="board-line"
            />
          )}
        </Loaded>
      </Panel>
      {waiting.length > 0 && (
        <p className="bs-waiting x-soft x-dense">
          暂不能显示：{waiting.map(({ title, waitsFor }) => `${title}（等待${waitsFor}）`).join('、')}。
        </p>
      )}
      <SharesPanel />
      {sharing !== null && <ShareDialog begin={sharing} onClose={() => setSharing(null)} />}
    </PageFrame>
  )
}

const columnsOf = (onShare: (board: BoardKey) => void): LineColumn<BoardLine>[] => [
  {
    key: 'title',
    title: '大屏',
    wide: true,
    render: ({ board, title, enabled }) => (
      <>
        {enabled ? <Link to={boards[board].path}>{title}</Link> : title}
        <span className="bs-about x-faint x-dense">{boards[board].about}</span>
      </>
    ),
  },
  { key: 'origin', title: '布局', render: originWords },
  { key: 'pages', title: '页', figure: true, render: ({ pages }) => pages },
  { key: 'refresh', title: '刷新', render: ({ refreshSeconds }) => `${refreshSeconds} 秒` },
  { key: 'state', title: '状态', render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'links', title: '链接', figure: true, render: ({ links }) => links },
  {
    key: 'acts',
    title: '操作',
    render: ({ board, title }) => (
      <span className="bs-acts">
        <Link to={`/analysis/shujuDapin?board=${board}`} aria-label={`修改${title}的布局`}>
          修改布局
        </Link>
        <Button look="text" aria-label={`制作${title}的链接`} onClick={() => onShare(board)}>
          制作链接
        </Button>
      </span>
    ),
  },
]
