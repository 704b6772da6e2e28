import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { noPlaceholder } from '../data/no-placeholder.ts'
import { members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'

const Cascade = lazy(async () => ({ default: (await import('./area-cascade.tsx')).AreaCascade }))

function AreaInput(props: InputProps) {
  return (
    <Suspense
      fallback={<input id={props.id} className="xr-waiting" placeholder="正在载入行政区划…" readOnly />}
    >
      <Cascade {...props} />
    </Suspense>
  )
}

/** The path of an area, 广东省阳江市江城区. The table is fetched when the first area is shown and kept. */
function AreaDisplay({ value }: DisplayProps) {
  const codes = members(value).map(String)
  const { data } = useQuery({
    queryKey: ['area-names', codes],
    queryFn: async () => {
      const { areaPath } = await import('../../../catalogue/areas/areas.ts')
      return codes.map((code) => areaPath(code).join('') || code).join('、')
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: noPlaceholder,
  })
  return <>{data ?? codes.join('、')}</>
}

export const areaKind: ClientKind = { Input: AreaInput, Display: AreaDisplay, text: () => null, Filter: null }
