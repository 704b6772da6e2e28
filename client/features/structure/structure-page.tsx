import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ChangeOf } from './change-of.tsx'
import { Changes } from './changes.tsx'
import './structure.css'

/**
 * Changes of the structure: those of the region, or the wizard and the history of the institution in the
 * address.
 */
export function StructurePage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  return Number.isInteger(id) && id > 0 ? (
    <ChangeOf key={id} id={id} entry={entry} />
  ) : (
    <Changes entry={entry} />
  )
}
