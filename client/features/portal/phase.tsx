import type { PublicContent } from '../../../catalogue/contract/portal/portal.ts'

/** How far something is, in words: what one can still go to stands out. */
export function Phase({ phase }: Pick<PublicContent, 'phase'>) {
  return phase && <span className={`portal-phase portal-phase-${phase.code}`}>{phase.label}</span>
}
