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
  readonly sortable?: boolean
  readonly figure?: boolean
  /** Cannot be taken out by the column chooser. */
  readonly fixed?: boolean
}

/**
 * The declared columns of a record. Only declared ones can be sorted, the database has no order for others.
 * @param proposed the rows are proposals: what the system derives from effective records is not known of them
 * yet
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
        sortable,
        figure,
        render: (row) => <FieldValue field={field} value={row[key]} none="" />,
      },
    ]
  })
}

/** Further fields that the chooser offers: those a reader might want in a table. */
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

/** State of the record; where a change is pending beside an effective value, the change's state. */
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

/** Only the mark of what an office above still has to confirm; all else in such a list is simply in force. */
const unconfirmedColumn: Column = {
  key: '$state',
  title: '状态',
  fixed: true,
  render: (row) => row.unconfirmed && <StatusMark state={row.state} unconfirmed />,
}

const marked = [unconfirmedColumn]
const unmarked: readonly Column[] = []

/** What a list of records in force says of their confirmation: nothing where nobody confirms. */
export const confirmingColumns = ({ name }: AnyRecord): readonly Column[] =>
  confirmingFrom(name) === null ? unmarked : marked

/** 新增, or how many fields a change touches. */
export function ChangeWord({ row }: { row: ListRow }) {
  if (row.isNew) return <>新增</>
  return row.changed.length > 0 ? <span className="xr-accent">改 {row.changed.length} 项</span> : <>改佐证</>
}

/**
 * How long somebody has waited; apricot and bold from a week on, or when the step has taken longer than it
 * may.
 */
export function WaitWord({ days, overdue }: { days: number | null; overdue: boolean }) {
  if (days === null) return null
  return (
    <span className={days >= 7 || overdue ? 'xr-accent xr-bold' : ''}>
      {waiting(days)}
      {overdue && '，已超期'}
    </span>
  )
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
  {
    key: '$wait',
    title: '等待',
    figure: true,
    render: (row) => <WaitWord days={row.waitingDays} overdue={row.overdue === true} />,
  },
]
