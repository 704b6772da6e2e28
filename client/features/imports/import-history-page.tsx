import type { ImportLine } from '../../../catalogue/contract/administration/imports.ts'
import { importStatuses } from '../../../catalogue/contract/administration/imports.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Link } from 'react-router'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { PageTabs } from '../../engine/pages/type-tabs.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useHistory, useKinds, type ImportKind } from './use-imports.ts'
import { statusOf, statusWords } from './words.ts'
import './imports.css'

const importPath = '/history/getHistoryUp'
const keys = ['type', 'status', 'start', 'end'] as const
type Key = (typeof keys)[number]

/** The imports that the reader sees, the newest first. The filters and the page stand in the address. */
export function ImportHistoryPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const given = Object.entries(asked.filter).filter(([, value]) => value !== '')
  const history = useHistory({ ...Object.fromEntries(given), page: asked.page })
  const kinds = useKinds()
  return (
    <PageFrame
      title={entry.title}
      actions={
        <ButtonLink to={importPath} icon="upload" look="primary">
          导入
        </ButtonLink>
      }
    >
      <PageTabs entry={entry} current="imports" />
      <FilterBar
        filters={filtersOf(kinds.data?.list ?? [])}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={history} failed="导入记录打开失败" lines={10}>
        {(page) =>
          page.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合这些条件的导入。' : '暂无导入记录。'}
              action={
                asked.isNarrowed ? (
                  <Button onClick={asked.clear}>看全部</Button>
                ) : (
                  <ButtonLink to={importPath}>导入第一份</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LineTable
                label="导入记录"
                lines={page.list}
                columns={columns}
                keyOf={({ id }) => String(id)}
                stale={history.isPlaceholderData}
                testId="import-line"
              />
              <Pager {...page} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const filtersOf = (kinds: readonly ImportKind[]): readonly BarFilter<Key>[] => [
  {
    kind: 'choice',
    key: 'type',
    label: '导入内容',
    options: kinds.map(({ name, title }) => ({ value: name, label: title })),
  },
  {
    kind: 'choice',
    key: 'status',
    label: '状态',
    options: importStatuses.map((value) => ({ value, label: statusWords[value] })),
  },
  { kind: 'day', key: 'start', label: '开始日期' },
  { kind: 'day', key: 'end', label: '结束日期' },
]

const columns: readonly LineColumn<ImportLine>[] = [
  { key: 'file', title: '文件', wide: true, render: ({ fileName }) => fileName },
  { key: 'kind', title: '导入内容', render: ({ kindTitle }) => kindTitle },
  { key: 'org', title: '单位', render: ({ org }) => org },
  { key: 'operator', title: '导入人', render: ({ operator }) => operator },
  {
    key: 'at',
    title: '上传时间',
    render: ({ createdAt }) => <span className="x-num">{listTime(createdAt)}</span>,
  },
  { key: 'status', title: '状态', render: (line) => <Status line={line} /> },
  { key: 'total', title: '共', figure: true, render: ({ totalRows }) => thousands(totalRows) },
  { key: 'good', title: '写入', figure: true, render: ({ successRows }) => thousands(successRows) },
  { key: 'bad', title: '未导入', figure: true, render: ({ errorRows }) => thousands(errorRows) },
  {
    key: 'open',
    title: '操作',
    render: ({ id, fileName }) => (
      <Link to={`${importPath}?id=${id}`} aria-label={`查看 ${fileName}`}>
        查看
      </Link>
    ),
  },
]

function Status({ line }: { line: ImportLine }) {
  return (
    <span className="import-status" data-status={line.undoneAt === null ? line.importStatus : 'undone'}>
      {statusOf(line)}
    </span>
  )
}
