import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { SentBody } from '../form/saver.ts'
import { isSame, type Values } from '../values.ts'

/** What of a case is sent: the fields typed since the last save. */
export interface CaseBody {
  readonly values: Values
  readonly nothing: boolean
}

export const bodyOf = (typed: Values): CaseBody => ({
  values: typed,
  nothing: Object.keys(typed).length === 0,
})

/** What of the typing still differs from what was sent. */
export const left = (typed: Values, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(typed).filter(([key, value]) => !Object.hasOwn(sent, key) || !isSame(value, sent[key])),
  )

/** Whether the case became newer by just this save: one version on, with all that was sent. */
export const isOwnCase = (view: Pick<CaseView, 'version' | 'value'>, { body, version }: SentBody<CaseBody>) =>
  view.version === version + 1 &&
  Object.entries(body.values).every(([key, value]) => isSame(value, view.value[key]))

/** The fields that somebody else changed to something else than what was typed here. */
export const inConflict = (before: Values, typed: Values, theirs: Values): string[] =>
  Object.keys(typed).filter((key) => !isSame(before[key], theirs[key]) && !isSame(typed[key], theirs[key]))

/**
 * What a copy on this computer holds beyond the case as it stands; fields the case does not have are left
 * out.
 */
export const beyond = (kept: Values, value: Values): Values =>
  Object.fromEntries(
    Object.entries(kept).filter(([key, typed]) => Object.hasOwn(value, key) && !isSame(typed, value[key])),
  )
