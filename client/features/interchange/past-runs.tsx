import { Link } from 'react-router'
import type { InterchangeRun } from '../../../catalogue/contract/administration/interchange.ts'
import type { ExportState } from '../../../catalogue/contract/administration/exports.ts'
import { exportsPath, stateWords } from '../../engine/exports/words.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useRuns } from './use-interchange.ts'

const isExportState = (state: string): state is ExportState => Object.hasOwn(stateWords, state)

const stateOf = ({ kind, state }: InterchangeRun): string =>
  kind === 'export' && isExportState(state) ? stateWords[state][0] : state

const pathOf = ({ kind, id }: InterchangeRun): string =>
  kind === 'export' ? `${exportsPath}&which=mine&id=${id}` : `/history/getHistoryUp?id=${id}`

const columns: readonly LineColumn<InterchangeRun>[] = [
  { key: 'title', title: '内容', wide: true, render: ({ title }) => title },
  { key: 'kind', title: '方向', render: ({ kind }) => (kind === 'export' ? '导出' : '导入') },
  { key: 'at', title: '时间', render: ({ at }) => <span className="x-num">{listTime(at)}</span> },
  { key: 'state', title: '状态', render: stateOf },
  { key: 'rows', title: '条数', figure: true, render: ({ rows }) => thousands(rows) },
  {
    key: 'left',
    title: '有错误',
    figure: true,
    render: ({ left }) => (left === null ? '' : thousands(left)),
  },
  {
    key: 'open',
    title: '操作',
    render: (run) => (
      <Link to={pathOf(run)} aria-label={`查看${run.title}，编号 ${run.id}`}>
        查看
      </Link>
    ),
  },
]

/** The reader's own last exports and imports by layouts. */
export function PastRuns() {
  const answer = useRuns()
  return (
    <Panel title="最近的导出和导入">
      <Loaded answer={answer} failed="记录打开失败" lines={4}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无对接记录。" />
          ) : (
            <LineTable
              label="最近的导出和导入"
              lines={list}
              columns={columns}
              keyOf={({ kind, id }) => `${kind}${id}`}
              stale={false}
              testId="interchange-run"
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
