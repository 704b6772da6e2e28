import { useCallback, useMemo, useReducer } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { endedChoices, judge, isVisible, withoutHidden } from '../../../catalogue/rules/judge.ts'
import { fullDate } from '../../platform/format.ts'
import { differing, isEmpty } from '../values.ts'
import { formReducer, openForm } from './form-state.ts'
import { outgoing } from './outgoing.ts'
import { takesEffectAtOnce, writes, type Side } from '../../../catalogue/rules/sides.ts'
import { useAutosave } from './use-autosave.ts'
import { useSafetyCopy } from './use-safety-copy.ts'
import { useSaver } from './use-saver.ts'

export interface FormSource {
  readonly definition: AnyRecord
  readonly view: RecordView | null
  readonly side: Side
  readonly ownerId?: number | undefined
}

/** The context of the checks: today in Asia/Shanghai, whatever zone this computer is set to. */
function checkContext() {
  const today = fullDate(new Date().toISOString())
  return { today, thisYear: Number(today.slice(0, 4)) }
}

/** The state of a record’s form: values, differences, faults, and how saving stands. */
export function useRecordForm({ definition, view, side, ownerId }: FormSource) {
  const atOnce = takesEffectAtOnce(definition, side)
  const isNew = view === null
  const [state, dispatch] = useReducer(formReducer, { definition, view, pending: !atOnce }, openForm)
  const keys = useMemo(
    () =>
      Object.entries(definition.fields)
        .filter(([, field]) => writes(definition, field, side, isNew))
        .map(([key]) => key),
    [definition, side, isNew],
  )
  const copyKey = `${definition.name}/${state.id ?? `new${ownerId === undefined ? '' : `-${ownerId}`}`}`
  const copy = useSafetyCopy(copyKey, state, dispatch)
  const save = useSaver({ definition, state, dispatch, keys, ownerId })
  const out = useMemo(() => outgoing(definition, state, keys), [definition, state, keys])
  const unsaved = !out.nothing || out.unreadable.length > 0
  const savesItself = !atOnce && !out.nothing && state.newer === null
  const { values, files, saved, progress } = state
  const typing = useMemo(() => ({ values, files, saved }), [values, files, saved])
  useAutosave(savesItself, typing, progress.step === 'failed' && progress.unanswered, save)
  const clean = useMemo(() => withoutHidden(definition, state.values), [definition, state.values])
  const judged = useMemo(() => {
    const mine = new Set([...keys, 'attachments'])
    const found = judge(definition, clean, state.files.length, checkContext(), mine)
    return {
      ...found,
      errors: [...found.errors, ...endedChoices(definition, clean, view?.effective ?? null, mine)],
    }
  }, [definition, clean, state.files.length, keys, view])
  const faults = shownFaults(
    judged.errors,
    state.refused,
    (key) => state.tried || (state.left.has(key) && !isEmpty(clean[key])),
  )
  const set = useCallback((key: string, value: unknown) => dispatch({ type: 'set', key, value }), [])
  const leave = useCallback((key: string) => dispatch({ type: 'leave', key }), [])
  return {
    definition,
    side,
    atOnce,
    isNew,
    /** Whether the record has an effective value that the typed one would replace. */
    replaces: view !== null && view.effective !== null,
    state,
    dispatch,
    keys,
    clean,
    set,
    leave,
    save,
    copy,
    unsaved,
    faults,
    judged,
    /** Keys whose typed value differs from the effective one; none for a new record. */
    changed: view?.effective ? differing(keys, view.effective, clean) : [],
    visible: (key: string) => {
      const field = definition.fields[key]
      return field !== undefined && isVisible(field, clean)
    },
  }
}

export type RecordFormModel = ReturnType<typeof useRecordForm>

/** One fault per field; a fault that the server answered with goes before one that the page found. */
function shownFaults(
  own: readonly FieldFault[],
  refused: readonly FieldFault[],
  shows: (key: string) => boolean,
): FieldFault[] {
  const found = new Map<string, FieldFault>()
  for (const fault of [...refused, ...own.filter((fault) => shows(fault.field))]) {
    if (!found.has(fault.field)) found.set(fault.field, fault)
  }
  return [...found.values()]
}
