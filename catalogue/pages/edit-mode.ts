/**
 * How an editing route was opened: its query says `mode` −1 to view, 1 to edit, anything else to add
 * (specification, section 5).
 */
export type EditMode = 'view' | 'edit' | 'add'

export const editModeLabels: Readonly<Record<EditMode, string>> = { view: '查看', edit: '编辑', add: '新增' }

/** The query of an address, as browsers read it. */
interface AddressQuery {
  get(key: string): string | null
}

/**
 * What the query of an editing route asks for; `id` is null where the address has no number, and for adding.
 */
export interface EditAsked {
  readonly mode: EditMode
  readonly id: number | null
}

/**
 * Reads the query of an editing route. An address with a number and without a mode edits, as it did before.
 */
export function editAskedIn(query: AddressQuery): EditAsked {
  const number = Number(query.get('id'))
  const id = Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null
  const mode = editModeIn(query, id !== null)
  return { mode, id: mode === 'add' ? null : id }
}

/** The mode alone, where something else than a number says what is opened. */
export function editModeIn(query: AddressQuery, isNamed: boolean): EditMode {
  const word = query.get('mode')
  if (word === null) return isNamed ? 'edit' : 'add'
  if (word === '-1') return 'view'
  return word === '1' ? 'edit' : 'add'
}
