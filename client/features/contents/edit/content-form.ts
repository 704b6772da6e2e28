import type { Draft } from '../../../platform/storage/drafts.ts'

type Values = Readonly<Record<string, unknown>>

/** What the form shows of a content: what the server has, over it what was typed here. */
export interface ContentForm {
  readonly values: Values
  /** Something was typed that the server does not have. */
  readonly typed: boolean
  /** The values were taken back from the copy that this computer kept. */
  readonly kept: boolean
  /** Version that was typed over; null for a new content. Saving names it. */
  readonly version: number | null
  /**
   * What the server had in that version, as JSON, to tell a change of the text from one of its state alone.
   */
  readonly over: string
  /** Somebody else saved another text meanwhile; it has this version. */
  readonly newer: number | null
  /** Counts how often the form began anew: inputs that read their value once are made anew with it. */
  readonly round: number
}

/** A content as the server has it; `value` null for one that is being written for the first time. */
export interface OnServer {
  readonly version: number | null
  readonly value: Values | null
}

/** The form as it opens. `empty` holds each field with its default; a copy that was kept lies over both. */
export function openedForm(
  empty: Values,
  { version, value }: OnServer,
  draft: Draft | null,
  round = 0,
): ContentForm {
  const given = {
    ...empty,
    ...Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => Object.hasOwn(empty, key))),
  }
  const blank = {
    values: given,
    typed: false,
    kept: false,
    version,
    over: JSON.stringify(value),
    newer: null,
    round,
  }
  if (!draft) return blank
  const known = Object.entries(draft.values).filter(([key]) => Object.hasOwn(empty, key))
  const values = { ...given, ...Object.fromEntries(known) }
  return { ...blank, values, typed: true, kept: true, newer: draft.version === version ? null : version }
}

/**
 * The form after the server answered. Publishing, pinning, taking down and withdrawing raise the version and
 * leave the text alone: what was typed goes on from there. A text that somebody else saved replaces an
 * untouched form; beside typed values it is only named (`newer`), for the person to decide.
 */
export function followedForm(form: ContentForm, empty: Values, server: OnServer): ContentForm {
  if (server.version === form.version || server.version === form.newer) return form
  if (JSON.stringify(server.value) === form.over && form.newer === null)
    return { ...form, version: server.version }
  if (form.typed) return { ...form, newer: server.version }
  return openedForm(empty, server, null, form.round + 1)
}
