import type { ReactNode } from 'react'
import { confirmingFrom } from '../../../catalogue/access/confirmation.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { waiting } from '../../platform/format.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Name } from '../../ui/look/name.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { clientKind } from '../kinds/kinds.ts'
import { FieldValue } from '../record/field-value.tsx'

/** One column of a list, for the table and for cards. */
export interface Column {
  readonly key: string
  readonly title: string
  readonly render: (row: ListRow) => ReactNode
  /** What the server calls the order by this column; without it the column cannot be sorted. */
  readonly sort?: string
  /** Set on the column of the default order. */
  readonly unasked?: 'descend'
  readonly figure?: boolean
  /** The column chooser cannot hide it. */
  readonly fixed?: boolean
}

/**
 * The declared columns of a record. The server orders by declared columns only, so no others can be sorted.
 * @param proposed the rows are proposals, whose derived fields nobody has computed yet
 */
export function fieldColumns(definition: AnyRecord, sortable: boolean, proposed: boolean): Column[] {
  return definition.pages.list.columns.flatMap((key) => {
    const field = definition.fields[key]
    if (!field || (proposed && field.derived)) return []
    const figure = clientKind(field).figure === true
    return [
      {
        key,
        title: field.label,
        ...(sortable && { sort: key }),
        figure,
        render: (row) => <FieldValue field={field} value={row[key]} none="" />,
      },
    ]
  })
}

/** Fields that the chooser offers beside the declared columns: those that fit a table cell. */
export function otherColumns(definition: AnyRecord): Column[] {
  return Object.entries(definition.fields)
    .filter(
      ([key, field]) =>
        !definition.pages.list.columns.includes(key) &&
        !clientKind(field).wide &&
        clientKind(field).text('x', field) !== null,
    )
    .map(([key, field]) => ({
      key,
      title: field.label,
      render: (row) => <FieldValue field={field} value={row[key]} none="" />,
    }))
}

export const ownerColumn: Column = {
  key: '$owner',
  title: '教师',
  fixed: true,
  render: (row) => (
    <b>
      <Name value={row.ownerName} />
    </b>
  ),
}
export const institutionColumn: Column = {
  key: '$institution',
  title: '单位',
  render: (row) => row.institutionName,
}

/** State of the record; when a change is pending beside an effective value, the state of the change. */
export const stateColumn: Column = {
  key: '$state',
  title: '状态',
  fixed: true,
  render: (row) =>
    row.pending && row.effective ? (
      <StatusMark state={row.pending} level={row.level} change />
    ) : (
      <StatusMark state={row.state} level={row.level} unconfirmed={row.unconfirmed} />
    ),
}

/**
 * The mark of a record that an office above still has to confirm. All other rows of such a list are
 * effective, which needs no word.
 */
const unconfirmedColumn: Column = {
  key: '$state',
  title: '状态',
  fixed: true,
  render: (row) => row.unconfirmed && <StatusMark state={row.state} unconfirmed />,
}

const marked = [unconfirmedColumn]
const unmarked: readonly Column[] = []

/** The column of confirmations in a list of effective records; none for types without a confirmation. */
export const confirmingColumns = ({ name }: AnyRecord): readonly Column[] =>
  confirmingFrom(name) === null ? unmarked : marked

/** 新增, or the number of fields that a change touches. */
export function ChangeWord({ row }: { row: ListRow }) {
  if (row.isNew) return <>新增</>
  return row.changed.length > 0 ? <span className="xr-accent">改 {row.changed.length} 项</span> : <>改佐证</>
}

/** How long the item has waited. Apricot and bold after a week, or after the days that the step may take. */
export function WaitWord({ days, overdue }: { days: number | null; overdue: boolean }) {
  if (days === null) return null
  return (
    <span className={days >= 7 || overdue ? 'xr-accent xr-bold' : ''}>
      {waiting(days)}
      {overdue && '，已超期'}
    </span>
  )
}

/** How long an item has waited with the office that holds it. */
export const waitedColumn: Column = {
  key: '$wait',
  title: '等待',
  figure: true,
  render: (row) => <WaitWord days={row.waitingDays} overdue={row.overdue === true} />,
}

/** The columns a reviewer needs beside the values. */
export const reviewColumns: readonly Column[] = [
  { key: '$change', title: '变更', render: (row) => <ChangeWord row={row} /> },
  { key: '$files', title: '佐证', figure: true, render: (row) => row.attachmentCount },
  {
    key: '$warnings',
    title: '校验',
    render: (row) =>
      row.warnings.length === 0 ? (
        <span className="xr-ok" title="没有提示">
          <Icon name="check" />
          <span className="x-hidden">没有提示</span>
        </span>
      ) : (
        <span className="xr-accent" title={row.warnings.map((one) => one.message).join('；')}>
          <Icon name="warn" />
          {row.warnings.length} 条
        </span>
      ),
  },
  { ...waitedColumn, sort: 'waiting', unasked: 'descend' },
]
