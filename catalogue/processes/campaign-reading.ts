import type { AnyCampaign, AnyCampaignMove, FieldRole } from './define-campaign.ts'
import { fileRuleKeys, type FileRules } from './file-rules.ts'

/** The first state of every campaign. */
export const draft = 'draft'

/** A campaign as far as rules read it. */
export interface CampaignFacts {
  readonly state: string
  readonly value: Readonly<Record<string, unknown>>
  /** The minute it is, as date and time fields have it. */
  readonly now: string
}

/** What a notice says in the field of a role; null where it says nothing. */
export function saidBy({ named }: AnyCampaign, value: CampaignFacts['value'], role: FieldRole): unknown {
  const key = named[role]
  return key === undefined ? null : (value[key] ?? null)
}

/** What a notice asks of the files of its entries. */
export const fileRulesOf = (definition: AnyCampaign, value: CampaignFacts['value']): FileRules =>
  Object.fromEntries(fileRuleKeys.map((key) => [key, saidBy(definition, value, key)]))

/** Whether a campaign is at its end. */
export const isOver = ({ states }: AnyCampaign, state: string): boolean => states[state]?.final !== undefined

/** Whether places are granted and entries ranked now. */
export const hasPlaces = ({ states }: AnyCampaign, state: string): boolean => states[state]?.places === true

/** The moves that the office which holds a campaign may make from a state. */
export const hostMoves = ({ moves }: AnyCampaign, state: string): AnyCampaignMove[] =>
  moves.filter(({ by, from }) => by === 'host' && from.includes(state))

/** The field by which the clock makes a move; undefined for a move of the host. */
export const clockField = (
  { windows }: Pick<AnyCampaign, 'windows'>,
  { by }: Pick<AnyCampaignMove, 'by'>,
): string | undefined => (by === 'host' ? undefined : 'after' in by ? windows[by.after]?.to : by.at)

/** Whether the time of a move by the clock has come: the end of a window is over after its last minute. */
export function isDue(
  definition: AnyCampaign,
  move: AnyCampaignMove,
  { value, now }: CampaignFacts,
): boolean {
  const at = value[clockField(definition, move) ?? '']
  if (typeof at !== 'string' || move.by === 'host') return false
  return 'after' in move.by ? at < now : at <= now
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A minute some minutes later, in the form of date and time fields. */
export const minutesAfter = (minute: string, minutes: number): string =>
  new Date(Date.parse(`${minute}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

/** A minute as people read it. */
export const spoken = (minute: string): string => minute.replace('T', ' ')

/**
 * Why nothing can be handed in for a window now; null where it can. What closes while people type is taken
 * for the minutes of grace that the notice says.
 */
export function closedBecause(
  definition: AnyCampaign,
  { state, value, now }: CampaignFacts,
  name: string,
): string | null {
  const window = definition.windows[name]
  const stands = definition.states[state]
  if (!window || !stands || state === draft || stands.final === 'failed')
    return `${definition.called}没有开放`
  const { start, end, last } = timesOf(window, value)
  if (end !== null && last !== null && now > last) return `${window.label}已于 ${spoken(end)} 截止`
  if (start !== null && now < start) return `${window.label}从 ${spoken(start)} 开始`
  if (window.in.includes(state)) return null
  // A campaign closed before its time takes nothing. One closed by the clock takes within the minutes of
  // grace.
  const isLate = window.late?.includes(state) === true && end !== null && now > end
  return isLate ? null : `${window.label}已经截止`
}

/** Windows that end before they begin, as faults of the notice. */
export const windowFaults = ({ windows }: AnyCampaign, value: CampaignFacts['value']) =>
  Object.values(windows).flatMap((window) => {
    const { start, end } = timesOf(window, value)
    return start !== null && end !== null && end <= start
      ? [{ field: window.to, message: `${window.label}截止时间须晚于开始时间` }]
      : []
  })

/** Beginning and end of a window, and the last minute with its grace; null where the notice says none. */
function timesOf({ from, to, grace }: AnyCampaign['windows'][string], value: CampaignFacts['value']) {
  const [start, end] = [from === undefined ? null : textIn(value[from]), textIn(value[to])]
  const minutes = grace === undefined ? 0 : value[grace]
  const last = end === null ? null : minutesAfter(end, typeof minutes === 'number' ? minutes : 0)
  return { start, end, last }
}
