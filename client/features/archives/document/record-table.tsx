import { Fragment, useState } from 'react'
import type { ArchiveRecord } from '../../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { isEmpty } from '../../../engine/values.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { StatusMark } from '../../../ui/look/status-mark.tsx'
import { RecordBody } from './record-body.tsx'
import { Value } from '../value.tsx'
import { glanceOf, statusOf } from '../words.ts'

const most = 5

const shown = (record: ArchiveRecord) => record.values ?? record.pending?.values ?? {}

/** Many records of a type as a compact table; on phones as cards. A row opens in place to all fields. */
export function RecordTable(props: {
  definition: AnyRecord
  records: readonly ArchiveRecord[]
  openedId: string | null
  whole: boolean
}) {
  const { definition, records, openedId, whole } = props
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openedId === null ? [] : [openedId]))
  const toggle = (id: string) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const columns = (definition.pages.list.columns as readonly string[])
    .filter((key) => records.some((record) => !isEmpty(shown(record)[key])))
    .slice(0, most)
  return (
    <div className="archive-table">
      <table>
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} scope="col">
                {definition.fields[key]?.label}
              </th>
            ))}
            <th scope="col">核验</th>
            {definition.attachments && <th scope="col">佐证</th>}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Fragment key={record.id}>
              <Row
                definition={definition}
                record={record}
                columns={columns}
                open={open.has(record.id)}
                onToggle={() => toggle(record.id)}
              />
              {(open.has(record.id) || whole) && (
                <tr className={open.has(record.id) ? 'archive-opened' : 'archive-opened archive-for-print'}>
                  <td colSpan={columns.length + (definition.attachments ? 2 : 1)}>
                    <RecordBody definition={definition} record={record} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row(props: {
  definition: AnyRecord
  record: ArchiveRecord
  columns: readonly string[]
  open: boolean
  onToggle: () => void
}) {
  const { definition, record, columns, open, onToggle } = props
  const values = shown(record)
  const files = record.values ? record.attachments : (record.pending?.attachments ?? [])
  return (
    <tr id={`record-${record.id}`} data-testid="archive-record">
      {columns.map((key, i) => {
        const field = definition.fields[key]
        const text = field && <Value field={field} value={values[key]} />
        return (
          <td key={key} data-label={field?.label}>
            {i === 0 ? (
              <button type="button" className="archive-open" aria-expanded={open} onClick={onToggle}>
                <Icon name={open ? 'down' : 'right'} />
                <span>{text}</span>
                <span className="x-hidden">，{open ? '收起' : '看全部栏目'}</span>
              </button>
            ) : (
              text
            )}
          </td>
        )
      })}
      <td data-label="核验">
        <Glance definition={definition} record={record} />
      </td>
      {definition.attachments && (
        <td data-label="佐证" className="x-num">
          {files.length > 0 ? `${files.length} 份` : <span className="x-faint">无</span>}
        </td>
      )}
    </tr>
  )
}

function Glance({ definition, record }: { definition: AnyRecord; record: ArchiveRecord }) {
  const filled = Object.keys(definition.fields).find(
    (key) => !definition.fields[key]?.derived && !isEmpty(record.values?.[key]),
  )
  if (record.unconfirmed && !record.pending) return <StatusMark state="approved" unconfirmed />
  const status =
    glanceOf(record) ?? (filled ? statusOf(definition, { ...record, expiring: [] }, filled) : null)
  if (!status) return null
  return (
    <span className={`x-status x-status-${status.tone}`} title={status.sentence}>
      <Icon name={status.icon} />
      {record.values && record.pending ? `变更${status.word}` : status.word}
    </span>
  )
}
