import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { InstitutionList } from './institution-list.tsx'
import { InstitutionTree } from './institution-tree.tsx'
import { ManyInstitutions } from './many/many-institutions.tsx'
import { NewInstitution } from './new-institution.tsx'
import { OneInstitution } from './one-institution.tsx'
import './institutions.css'

/**
 * Institutions of a region: tree or list, one of them, a new one, many at once. What is shown stands in the
 * address.
 */
export function InstitutionsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  const under = Number(search.get('under'))
  if (Number.isInteger(id) && id > 0) return <OneInstitution key={id} id={id} entry={entry} />
  if (search.has('new') && under > 0) return <NewInstitution key={under} parentId={under} entry={entry} />
  if (search.has('many') && under > 0) return <ManyInstitutions key={under} parentId={under} entry={entry} />
  return entry.category ? (
    <InstitutionList entry={entry} category={entry.category} />
  ) : (
    <InstitutionTree entry={entry} />
  )
}
