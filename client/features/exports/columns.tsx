import type { ExportJob, ExportListQuery } from '../../../catalogue/contract/administration/exports.ts'
import { ExportMark } from '../../engine/exports/export-mark.tsx'
import { purposeWords, sizeWords } from '../../engine/exports/words.ts'
import { listTime } from '../../platform/format.ts'
import type { LineColumn } from '../../ui/layout/line-table.tsx'
import { ExportActs } from './export-acts.tsx'

/** What is in the file: the list, and behind a disclosure all that was asked for. */
function What({ job }: { job: ExportJob }) {
  const { title, format, filters, order, columns, masked, full, scope } = job
  const lines = [
    ['范围', scope],
    ['筛选', filters.length === 0 ? '没有筛选' : filters.join('；')],
    ['排序', order],
    ['栏目', columns.join('、')],
    ...(masked.length > 0 ? [['脱敏', masked.join('、')]] : []),
    ...(full.length > 0 ? [['完整', full.join('、')]] : []),
  ]
  return (
    <div className="exports-what">
      <b>{title}</b>{' '}
      <span className="x-soft x-dense">
        {format}，编号 {job.id}
      </span>
      <details>
        <summary>
          查看内容
          <span className="x-hidden">
            ，{title}，编号 {job.id}
          </span>
        </summary>
        <dl>
          {lines.map(([head, text]) => (
            <div key={head}>
              <dt>{head}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

const asked: LineColumn<ExportJob> = {
  key: 'asked',
  title: '申请人',
  render: ({ askedBy, office }) => (
    <span>
      {askedBy}
      <span className="x-soft x-dense exports-office">{office}</span>
    </span>
  ),
}

/** Of the own files nobody needs to be told who asked. */
export const exportColumns = (which: ExportListQuery['which']): readonly LineColumn<ExportJob>[] => [
  { key: 'what', title: '列表', wide: true, render: (job) => <What job={job} /> },
  ...(which === 'mine' ? [] : [asked]),
  { key: 'purpose', title: '用途', render: (job) => purposeWords(job) },
  {
    key: 'size',
    title: '条数',
    figure: true,
    render: (job) => <span className="x-num">{sizeWords(job)}</span>,
  },
  {
    key: 'at',
    title: '申请时间',
    render: ({ askedAt }) => <span className="x-num">{listTime(askedAt)}</span>,
  },
  { key: 'state', title: '状态', render: (job) => <ExportMark job={job} /> },
  { key: 'acts', title: '操作', render: (job) => <ExportActs job={job} /> },
]
