import type { CaseFacts, Move } from './define.ts'

/**
 * The way of an entry from the person's school to whoever collects: one state that climbs, for all that is
 * entered.
 */
export const recommending = { label: '逐级推荐中', climbs: { from: 'school', to: 'host' }, days: 10 } as const

/** How a refusal is asked for and looks. */
export const refuses = { reason: 'required', tone: 'refuses' } as const

/** Where an entry stands on its way up. */
export const wayUpConditions = {
  atSchool: ({ parties, holder }: Pick<CaseFacts, 'parties' | 'holder'>) => holder === parties['school'],
  belowHost: ({ parties, holder }: Pick<CaseFacts, 'parties' | 'holder'>) => holder !== parties['host'],
  atHost: ({ parties, holder }: Pick<CaseFacts, 'parties' | 'holder'>) => holder === parties['host'],
} as const

/**
 * The moves of the way up, which the life cycles of projects, submissions and declarations share: the person
 * hands in while the window is open and may take it back while it is at the school; each office below the
 * host recommends it to the next one.
 */
export const wayUp = <const P extends string>(
  by: P,
  label: string,
  /** Parts whose people must have agreed before an office recommends the entry. */
  agreed: readonly string[] = [],
) =>
  [
    {
      name: 'submit',
      label,
      from: ['draft', 'returned'],
      to: 'recommending',
      by,
      handsIn: true,
      window: 'application',
    },
    {
      name: 'withdraw',
      label: '撤回',
      from: ['recommending'],
      to: 'draft',
      by,
      when: 'atSchool',
      tone: 'quiet',
    },
    {
      name: 'approve',
      label: '推荐到上一级',
      from: ['recommending'],
      to: 'recommending',
      by: 'holder',
      when: 'belowHost',
      reason: 'optional',
      recommends: true,
      agreed,
    },
  ] as const satisfies readonly Move<
    P,
    'draft' | 'returned' | 'recommending',
    never,
    'atSchool' | 'belowHost'
  >[]
