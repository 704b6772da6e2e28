import type { InterchangeSheet } from '../../../catalogue/contract/administration/interchange.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useSheet } from './use-interchange.ts'

type Line = InterchangeSheet['columns'][number]

const columns: readonly LineColumn<Line>[] = [
  { key: 'head', title: '表头', wide: true, render: ({ head }) => head },
  { key: 'label', title: '本平台栏目', render: ({ label }) => label ?? '（说明是谁的）' },
  { key: 'item', title: '数据项', render: ({ item }) => item ?? '' },
  { key: 'required', title: '必填', render: ({ required }) => (required ? '必填' : '') },
  { key: 'codes', title: '代码来源', render: ({ codes }) => codes ?? '' },
  {
    key: 'without',
    title: '对方没有的代码',
    render: ({ withoutCodes }) =>
      withoutCodes.length === 0 ? (
        ''
      ) : (
        <details>
          <summary>{withoutCodes.length} 项</summary>
          {withoutCodes.join('、')}
        </details>
      ),
  },
]

/** One sheet of a layout: its heads, our fields, where its codes are from. */
export function SheetPage({ entry, layout, type }: { entry: PageEntry; layout: string; type: string }) {
  const answer = useSheet(layout, type)
  return (
    <PageFrame
      title={answer.data?.name ?? entry.title}
      note="数据项的名称未对照标准原文，仅供参考；不能确定的没有写"
      actions={<ButtonLink to={entry.path}>回到对接</ButtonLink>}
    >
      <Loaded answer={answer} failed="这张表打开失败" lines={10}>
        {(sheet) => (
          <LineTable
            label={`${sheet.name}的栏目`}
            lines={sheet.columns}
            columns={columns}
            keyOf={({ head }) => head}
            stale={false}
            testId="interchange-column"
          />
        )}
      </Loaded>
    </PageFrame>
  )
}
