import Select from '../../ui/library/select.tsx'
import { useRecordList } from '../data/queries.ts'
import { isEmpty } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'

/** Another record of the same owner, chosen by the line that names it. */
function RecordInput({ id, field, value, ownerId, invalid, describedBy, onChange }: InputProps) {
  const { data, isFetching } = useRecordList(field.ref ?? '', ownerId === undefined ? {} : { ownerId })
  return (
    <Select
      id={id}
      className="xr-fill"
      value={isEmpty(value) ? null : String(value)}
      options={(data?.list ?? []).map((row) => ({ value: row.id, label: row.summary }))}
      onChange={(next: string | undefined) => onChange(next ?? null)}
      loading={isFetching}
      placeholder="请选择"
      notFoundContent="没有可选的记录"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={{ label: `清除${field.label}` }}
      {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
      aria-describedby={describedBy}
    />
  )
}

function RecordDisplay({ field, value }: DisplayProps) {
  const { data } = useRecordList(field.ref ?? '', {})
  return <>{data?.list.find((row) => row.id === value)?.summary ?? '…'}</>
}

export const recordKind: ClientKind = {
  Input: RecordInput,
  Display: RecordDisplay,
  text: () => null,
  Filter: null,
}
