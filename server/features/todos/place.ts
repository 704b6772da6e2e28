import { invalid } from '../../../catalogue/errors.ts'

/** The place of an item in a list, in the words of the address. */
export interface Mark {
  readonly urgency: number
  /** As the database writes it, to the microsecond. */
  readonly at: string
  readonly source: string
  readonly type: string
  readonly item: string
}

const form =
  /^([0-2])~(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::?\d\d)?)~([a-z]{1,20})\.([A-Za-z]{1,40})\.([0-9a-f-]{1,40})$/

export const idOf = ({ source, type, item }: Omit<Mark, 'urgency' | 'at'>): string =>
  `${source}.${type}.${item}`

export const markOf = (mark: Mark): string => `${mark.urgency}~${mark.at}~${idOf(mark)}`

/** Reads the place after which a list goes on. Throws invalid. */
export function readMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined
  const [, urgency, at, source, type, item] = form.exec(text) ?? []
  if (at === undefined || source === undefined || type === undefined || item === undefined)
    throw invalid('after', '翻页位置不对')
  return { urgency: Number(urgency), at, source, type, item }
}

/** The parts of the number of a to-do, whose form the contract has checked. */
export function partsOf(id: string): Omit<Mark, 'urgency' | 'at'> {
  const [source = '', type = '', item = ''] = id.split('.')
  return { source, type, item }
}
