import { useQuery } from '@tanstack/react-query'
import { indexChoices, type IndexChoice } from '../../../catalogue/contract/curriculum.ts'
import { api } from '../../platform/api/api.ts'
import Select from '../../ui/library/select.tsx'
import { isEmpty, members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import { TabLeaves } from './controls/tab-leaves.tsx'

/** The chapters or points of the index; they change with an edition, not with the day. */
const useIndex = (of: 'chapter' | 'point') =>
  useQuery({
    queryKey: ['curriculum', 'index', of],
    queryFn: ({ signal }) =>
      api.get('/api/v1/curriculum/index', { schema: indexChoices, query: { of }, signal, quiet: true }),
    staleTime: 600_000,
  })

const narrowedBy = (choice: IndexChoice, row: InputProps['row']): boolean =>
  (isEmpty(row['schoolStage']) || row['schoolStage'] === choice.stage) &&
  (isEmpty(row['subject']) || row['subject'] === choice.subject)

/** Chapters or points, found by the words of their path; those of another stage or subject are left out. */
function CurriculumInput({ id, field, value, row, invalid, describedBy, onChange }: InputProps) {
  const { data, isFetching } = useIndex(field.index ?? 'chapter')
  const many = field.multiple === true
  const held = members(value).map(Number)
  const offered = (data?.list ?? []).filter(
    (one) => held.includes(one.id) || (!one.ended && narrowedBy(one, row)),
  )
  return (
    <TabLeaves several={many}>
      <Select
        id={id}
        className="xr-fill"
        {...(many && { mode: 'multiple' as const })}
        value={many ? held : (held[0] ?? null)}
        options={offered.map((one) => ({ value: one.id, label: one.path }))}
        onChange={(next: number | number[] | undefined) => onChange(isEmpty(next) ? null : next)}
        loading={isFetching}
        placeholder="请选择，可输名称搜索"
        notFoundContent={isFetching ? '正在载入目录…' : '目录中没有该学段和学科的内容'}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={{ label: `清除${field.label}` }}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
    </TabLeaves>
  )
}

function CurriculumDisplay({ field, value }: DisplayProps) {
  const { data } = useIndex(field.index ?? 'chapter')
  return (
    <>
      {members(value)
        .map((id) => data?.list.find((one) => one.id === id)?.path ?? '…')
        .join('；')}
    </>
  )
}

export const curriculumKind: ClientKind = {
  Input: CurriculumInput,
  Display: CurriculumDisplay,
  text: () => null,
  Filter: null,
}
