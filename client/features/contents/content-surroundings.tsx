import { useMemo, type ReactNode } from 'react'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'
import { Surroundings } from '../../engine/kinds/surroundings.ts'
import { useAreas } from './areas.ts'

const noFiles: readonly ContentFile[] = []

/** What inputs and values of a content need: its files, and the areas among which the writer chooses. */
export function ContentSurroundings({
  files = noFiles,
  children,
}: {
  files?: readonly ContentFile[] | undefined
  children: ReactNode
}) {
  const { data } = useAreas()
  const known = useMemo(() => ({ files, areas: data?.list ?? [] }), [files, data])
  return <Surroundings value={known}>{children}</Surroundings>
}
