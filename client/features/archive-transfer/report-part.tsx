import type { PackageReport } from '../../../catalogue/contract/archive-transfer.ts'
import { thousands } from '../../platform/format.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type Aspect = PackageReport['aspects'][number]

const columns: readonly LineColumn<Aspect>[] = [
  { key: 'title', title: '项目', render: ({ title }) => title },
  { key: 'checked', title: '检测内容', wide: true, render: ({ checked }) => checked },
  { key: 'problems', title: '问题数', figure: true, render: ({ problems }) => thousands(problems) },
  {
    key: 'samples',
    title: '问题',
    render: ({ samples, problems }) =>
      samples.length === 0 ? (
        '未发现问题'
      ) : (
        <details>
          <summary>查看{problems > samples.length ? `前 ${samples.length} 项` : ''}</summary>
          <ul>
            {samples.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      ),
  },
]

/** 四性检测 of what a package would hold. */
export function ReportPart({ report }: { report: PackageReport }) {
  const { records, people, files, bytes, forms, masked, types, aspects } = report
  return (
    <Panel title="四性检测">
      <p>
        {report.title}：{thousands(records)} 件，{thousands(people)} 人，文件 {thousands(files)} 个，
        {thousands(Math.ceil(bytes / 1024))} KB；附登记表 {thousands(forms)} 份。
        {masked > 0 && `其中 ${thousands(masked)} 件的部分栏目按本单位的权限脱敏。`}
      </p>
      {types.length > 0 && (
        <p className="x-soft">{types.map((one) => `${one.title} ${one.records} 件`).join('、')}</p>
      )}
      <LineTable
        label="四性检测"
        lines={aspects}
        columns={columns}
        keyOf={({ title }) => title}
        stale={false}
      />
    </Panel>
  )
}
