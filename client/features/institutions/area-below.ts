import { areaName } from '../../../catalogue/areas/areas.ts'
import type { InstitutionView } from '../../../catalogue/contract/administration/institutions.ts'

/**
 * The division where something new below an institution probably lies; null below the root of an empty
 * portal.
 */
export function areaBelow({ facts }: InstitutionView): string | null {
  const code = facts['areaCode']
  return typeof code === 'string' && areaName(code) !== code ? code : null
}
