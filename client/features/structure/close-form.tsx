import type { InstitutionView } from '../../../catalogue/contract/administration/institutions.ts'
import { CarryOut } from './carry-out.tsx'

/** Closing, with everything that is left. */
export function CloseForm({ view }: { view: InstitutionView }) {
  return <CarryOut act="close" given={{ id: view.id }} dirty={false} />
}
