import { useSearchParams } from 'react-router'
import type { InterchangeLayout } from '../../../catalogue/contract/administration/interchange.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PastRuns } from './past-runs.tsx'
import { SheetPage } from './sheet-page.tsx'
import { useLayouts } from './use-interchange.ts'
import './interchange.css'

type TypeLine = InterchangeLayout['types'][number]

/** Layouts of other systems: what fits, files out and in, past runs; `?layout=&type=` opens a sheet. */
export function InterchangePage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const [layout, type] = [search.get('layout'), search.get('type')]
  const answer = useLayouts()
  if (layout !== null && type !== null) return <SheetPage entry={entry} layout={layout} type={type} />
  return (
    <PageFrame title={entry.title} note="按其他系统的格式导出、导入教师档案；不能带出的都列在对接报告里">
      <Loaded answer={answer} failed="对接格式打开失败" lines={10}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无对接格式。" />
          ) : (
            <div className="interchange">
              {list.map((one) => (
                <LayoutPart key={one.name} layout={one} base={entry.path} />
              ))}
              <PastRuns />
            </div>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function LayoutPart({ layout, base }: { layout: InterchangeLayout; base: string }) {
  const { title, version, source, checked, types, exportList, importType } = layout
  const sheets = types.flatMap(({ type, sheet }) => (sheet === null ? [] : [{ key: type, title: sheet }]))
  return (
    <Panel title={title} beside={<span className="x-faint x-dense">版本 {version}</span>}>
      <p className="interchange-source">
        {source}
        {!checked && '。上报前请对照对方的模板。'}
      </p>
      <div className="interchange-acts">
        <ExportButton
          title={title}
          list={exportList}
          query={{}}
          columns={[...sheets, { key: 'others', title: '无对应表的档案' }]}
          total={undefined}
          unit="条"
          label="按此格式导出"
        />
        <ButtonLink icon="upload" to={`/history/getHistoryUp?type=${encodeURIComponent(importType)}`}>
          按此格式导入
        </ButtonLink>
      </div>
      <Coverage types={types} open={(type) => `${base}?layout=${layout.name}&type=${type}`} />
    </Panel>
  )
}

function Coverage({ types, open }: { types: readonly TypeLine[]; open: (type: string) => string }) {
  const columns: readonly LineColumn<TypeLine>[] = [
    { key: 'title', title: '档案类别', wide: true, render: ({ title }) => title },
    {
      key: 'sheet',
      title: '对应的表',
      render: ({ sheet, type }) =>
        sheet === null ? (
          <span className="x-faint">无对应表</span>
        ) : (
          <ButtonLink look="text" to={open(type)} aria-label={`查看表${sheet}`}>
            {sheet}
          </ButtonLink>
        ),
    },
    {
      key: 'fits',
      title: '能带出的栏目',
      figure: true,
      render: ({ carried, fields }) => `${carried}/${fields}`,
    },
    { key: 'into', title: '导入', render: ({ into }) => (into ? '可以' : '不可以') },
    {
      key: 'without',
      title: '无对应栏目',
      render: ({ sheet, without }) =>
        sheet === null ? '全部' : without.length === 0 ? '无' : without.join('、'),
    },
  ]
  return (
    <LineTable
      label="能带出的栏目"
      lines={types}
      columns={columns}
      keyOf={({ type }) => type}
      stale={false}
      testId="interchange-type"
    />
  )
}
