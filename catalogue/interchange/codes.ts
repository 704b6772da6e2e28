import { dictionary, labelOf, type DictName } from '../dictionaries/dictionaries.ts'
import type { Layout, LayoutCodes } from './layout.ts'

const tableOf = ({ codes }: Pick<Layout, 'codes'>, dict: DictName): LayoutCodes =>
  codes[dict] ?? { basis: 'own' }

/** Whether the other system has this code. */
export function hasCode(layout: Pick<Layout, 'codes'>, dict: DictName, code: string): boolean {
  const { basis, without = [] } = tableOf(layout, dict)
  return basis !== 'own' && !without.includes(code)
}

/** A code as a cell of the layout has it: by its code or name there. */
export function wordOfCode(layout: Pick<Layout, 'codes' | 'cells'>, dict: DictName, code: string): string {
  const other = tableOf(layout, dict).other?.[code]
  return layout.cells === 'code' ? (other?.code ?? code) : (other?.name ?? labelOf(dict, code))
}

/**
 * What words of the layout mean, where they are other words than ours: our label by code or name there. A
 * name there may be the name of another code here, so that these words are asked first.
 */
export function wordsOf(layout: Pick<Layout, 'codes'>, dict: DictName): Readonly<Record<string, string>> {
  const other = tableOf(layout, dict).other ?? {}
  const own = new Set(dictionary(dict).items.map(({ code }) => code))
  return Object.fromEntries(
    Object.entries(other).flatMap(([code, { code: theirs, name }]) =>
      own.has(code)
        ? [theirs, name].flatMap((word) => (word === undefined ? [] : [[word, labelOf(dict, code)] as const]))
        : [],
    ),
  )
}
