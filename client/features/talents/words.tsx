import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import type { TalentLine } from '../../../catalogue/contract/analysis/talents.ts'
import { talentDoubts, talentStates, type TalentState } from '../../../catalogue/talents/entry.ts'
import { session } from '../../platform/session/session.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

const marks = {
  synced: ['wait', 'wait'],
  confirmed: ['check', 'quiet'],
  published: ['pass', 'pass'],
  unpublished: ['withdraw', 'quiet'],
} as const satisfies Record<TalentState, readonly [IconName, string]>

/** The state of an entry as glyph and word. */
export function StateMark({ line: { state, removed } }: { line: Pick<TalentLine, 'state' | 'removed'> }) {
  const [icon, tone] = removed === null ? marks[state] : (['void', 'void'] as const)
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {removed === null ? talentStates[state] : '已移出'}
    </span>
  )
}

/** What has to be looked at before the entry can stand on a board. */
export function Doubts({ line: { doubts } }: { line: Pick<TalentLine, 'doubts'> }) {
  if (doubts.length === 0) return null
  return (
    <span className="talents-doubt">
      <Icon name="warn" />
      待核：{doubts.map((doubt) => talentDoubts[doubt].label).join('、')}
    </span>
  )
}

export const kindOf = ({ highLevelKind }: Pick<TalentLine, 'highLevelKind'>): string =>
  labelOf('highLevelKind', highLevelKind)
export const levelOf = (level: string | null): string => (level === null ? '' : labelOf('talentLevel', level))

const pathOf = (page: 'talents' | 'talent'): string =>
  pagesFor(session()?.role ?? null).find((entry) => entry.page === page)?.path ?? '/'

export const listPath = (): string => pathOf('talents')
/** The page of one entry. */
export const entryPath = (id: number): string => `${pathOf('talent')}?id=${id}`
