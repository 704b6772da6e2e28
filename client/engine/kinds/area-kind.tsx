import { useQuery } from '@tanstack/react-query'
import Select from '../../ui/library/select.tsx'
import { lazy, Suspense, use } from 'react'
import { noPlaceholder } from '../data/no-placeholder.ts'
import { isEmpty, members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import { TabLeaves } from './controls/tab-leaves.tsx'
import { Surroundings, type AreaChoice } from './surroundings.ts'

const Cascade = lazy(async () => ({ default: (await import('./controls/area-cascade.tsx')).AreaCascade }))

/** The table of all areas is large, so it is loaded when a form shows this input. */
function AreaInput(props: InputProps) {
  const { areas } = use(Surroundings)
  if (areas) return <AreaSelect {...props} areas={areas} />
  return (
    <Suspense
      fallback={<input id={props.id} className="xr-waiting" placeholder="正在载入行政区划…" readOnly />}
    >
      <Cascade {...props} />
    </Suspense>
  )
}

/** Chooses among the areas of the writer; each level is indented below the one above. */
function AreaSelect(props: InputProps & { areas: readonly AreaChoice[] }) {
  const { id, field, value, areas, invalid, describedBy, onChange } = props
  const first = areas[0]?.depth ?? 0
  const many = field.multiple === true
  const held = members(value).map(String)
  const outside = held.filter((code) => !areas.some((area) => area.code === code))
  return (
    <TabLeaves several={many}>
      <Select
        id={id}
        className="xr-fill"
        {...(many && { mode: 'multiple' as const })}
        value={many ? held : (held[0] ?? null)}
        options={[
          ...outside.map((code) => ({ value: code, label: `区划 ${code}`, depth: first })),
          ...areas.map(({ code, name, depth }) => ({ value: code, label: name, depth })),
        ]}
        optionRender={({ data }) => <>{'　'.repeat(data.depth - first) + data.label}</>}
        onChange={(next: string | string[] | undefined) => onChange(isEmpty(next) ? null : next)}
        placeholder="请选择，可输名称搜索"
        notFoundContent="没有这个地方"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear={{ label: `清除${field.label}` }}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
    </TabLeaves>
  )
}

/** The path of an area, 广东省阳江市江城区; of the writer’s own areas only the name. */
function AreaDisplay({ value }: DisplayProps) {
  const { areas } = use(Surroundings)
  const codes = members(value).map(String)
  const { data } = useQuery({
    queryKey: ['area-names', codes],
    queryFn: async () => {
      const { areaPath } = await import('../../../catalogue/areas/areas.ts')
      return codes.map((code) => areaPath(code).join('') || code).join('、')
    },
    enabled: areas === null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: noPlaceholder,
  })
  if (areas)
    return (
      <>{codes.map((code) => areas.find((one) => one.code === code)?.name ?? `区划 ${code}`).join('、')}</>
    )
  return <>{data ?? codes.join('、')}</>
}

export const areaKind: ClientKind = { Input: AreaInput, Display: AreaDisplay, text: () => null, Filter: null }
