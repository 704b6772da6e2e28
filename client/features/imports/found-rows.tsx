import type { ImportRow, ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import type { RowGroup } from './dry-run.tsx'
import { FaultGrid } from './fault-grid.tsx'
import { MarkedFile } from './marked-file.tsx'
import { useRows, type ImportKind } from './use-imports.ts'
import { outcomeWords } from './words.ts'

interface FoundRowsProps {
  task: ImportView
  kind: ImportKind | undefined
  shown: RowGroup
  asked: ListRequest<'show' | 'code' | 'field'>
}

/** The rows that came to one outcome. Those with faults are mended in place. */
export function FoundRows({ task, kind, shown, asked }: FoundRowsProps) {
  const code = asked.of('code')
  const field = asked.of('field')
  const rows = useRows(task.id, {
    ...(shown === 'repaired' ? { repaired: '1' } : { outcome: shown }),
    ...(shown === 'error' && code !== '' && { code }),
    ...(shown === 'error' && field !== '' && { field }),
    page: asked.page,
  })
  const again = () => void rows.refetch()
  return (
    <section aria-label={titleOf(shown)}>
      <div className="import-list-head">
        <h2>{titleOf(shown)}</h2>
        {shown === 'error' && <FaultChoice task={task} asked={asked} />}
        {(shown === 'error' || shown === 'conflict') && <MarkedFile task={task} />}
      </div>
      <Loaded answer={rows} failed="这些行打开失败" lines={8}>
        {(page) => {
          if (page.list.length === 0)
            return (
              <Empty
                text={page.page > 1 ? '这一页没有行了。' : `没有${titleOf(shown)}。`}
                action={page.page > 1 && <Button onClick={() => asked.setPage(1)}>回到第一页</Button>}
              />
            )
          return (
            <>
              {shown === 'error' || shown === 'conflict' ? (
                <FaultGrid task={task} kind={kind} rows={page.list} onRefresh={again} />
              ) : (
                <LineTable
                  label={titleOf(shown)}
                  lines={page.list}
                  columns={columnsOf(shown, kind)}
                  keyOf={({ row }) => String(row)}
                  stale={rows.isPlaceholderData}
                  testId="import-row"
                />
              )}
              <Pager {...page} onPage={asked.setPage} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const titleOf = (shown: RowGroup): string =>
  shown === 'repaired' ? '自动整理的行' : `${outcomeWords[shown].label}的行`

/** Which of the faults are shown; the most frequent stand first. */
function FaultChoice({ task, asked }: Pick<FoundRowsProps, 'task' | 'asked'>) {
  if (task.faultCounts.length < 2) return null
  const value = asked.of('code') === '' ? '' : `${asked.of('code')}:${asked.of('field')}`
  return (
    <OneChoice
      label="错误"
      hint="全部"
      value={value}
      clear="全部错误"
      options={task.faultCounts.map(({ code, field, header, message, rows }) => ({
        value: `${code}:${field}`,
        label: `${header} ${message}（${thousands(rows)} 行）`,
      }))}
      onChange={(next) => {
        const [code = '', field = ''] = next.split(':')
        asked.put({ code, field })
      }}
    />
  )
}

const rowNumber: LineColumn<ImportRow> = {
  key: 'row',
  title: '行',
  figure: true,
  render: ({ row }) => row,
}

/** The first columns of a row, by which people know whom it is about. */
function whom(kind: ImportKind | undefined): LineColumn<ImportRow> {
  return {
    key: 'whom',
    title: kind?.columns[0]?.head ?? '内容',
    wide: true,
    render: ({ cells }) => {
      const [first, ...more] = kind
        ? [kind.columns[0]?.key ?? '', ...kind.by]
        : Object.keys(cells).slice(0, 2)
      const beside = more.filter((key) => key !== first).map((key) => cells[key] ?? '')
      return (
        <>
          <strong>{cells[first ?? ''] ?? ''}</strong>
          <span className="x-faint x-num">
            {beside.filter((text) => text !== '').map((text) => `　${text}`)}
          </span>
        </>
      )
    },
  }
}

const changes: LineColumn<ImportRow> = {
  key: 'changes',
  title: '变化',
  wide: true,
  render: (row) => (
    <ul className="import-changes">
      {row.changes.map(({ field, header, before, after }) => (
        <li key={field}>
          <span className="x-faint">{header}</span>　<del>{before === '' ? '（空）' : before}</del> →{' '}
          <ins>{after === '' ? '（空）' : after}</ins>
        </li>
      ))}
    </ul>
  ),
}

const repairs: LineColumn<ImportRow> = {
  key: 'repairs',
  title: '自动整理',
  wide: true,
  render: (row) => (
    <ul className="import-changes">
      {row.repairs.map(({ field, header, from, to }) => (
        <li key={field}>
          <span className="x-faint">{header}</span>　“{from}”读作“{to}”
        </li>
      ))}
    </ul>
  ),
}

/** A few more columns, so that a row can be recognised. */
const glance = (kind: ImportKind | undefined): LineColumn<ImportRow>[] =>
  (kind?.columns ?? [])
    .filter(({ key, required }, at) => at > 0 && required === 'yes' && !kind?.by.includes(key))
    .slice(0, 4)
    .map(({ key, head }) => ({ key, title: head, render: ({ cells }) => cells[key] ?? '' }))

function columnsOf(shown: RowGroup, kind: ImportKind | undefined): readonly LineColumn<ImportRow>[] {
  if (shown === 'changed') return [rowNumber, whom(kind), changes]
  if (shown === 'repaired') return [rowNumber, whom(kind), repairs]
  return [rowNumber, whom(kind), ...glance(kind)]
}

/** Rows that were written, or why they were not. */
export const resultColumns = (
  kind: ImportKind | undefined,
  hasReasons: boolean,
): readonly LineColumn<ImportRow>[] => [
  rowNumber,
  whom(kind),
  ...(hasReasons
    ? [
        {
          key: 'reason',
          title: '原因',
          wide: true as const,
          render: ({ reason, faults }: ImportRow) => reason ?? faults[0]?.message ?? '',
        },
      ]
    : glance(kind)),
]
