import { byName, children, numberOf } from './slide-xml.ts'

/** What the colours of a theme are called on slides. */
const names: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2', phClr: 'dk1' }

/** Reads colours as a theme names them. */
export function colours(theme: Document | null) {
  const scheme = new Map(
    children(byName(theme, 'clrScheme')[0]).map((one) => {
      const told = children(one)[0]
      return [one.localName, told?.getAttribute('lastClr') ?? told?.getAttribute('val') ?? '']
    }),
  )
  return {
    /** The colour within a fill or a reference, as `#rrggbb`; null where it says none. */
    of(fill: Element | undefined): string | null {
      const told = children(fill)[0]
      const value = told?.getAttribute('val') ?? ''
      const plain = told?.localName === 'schemeClr' ? (scheme.get(names[value] ?? value) ?? '') : told?.localName === 'srgbClr' ? value : (told?.getAttribute('lastClr') ?? '')
      // Nothing but six digits comes into a style.
      if (!/^[0-9a-f]{6}$/i.test(plain)) return null
      const change = (name: string) => numberOf(children(told).find(({ localName }) => localName === name), 'val') / 100_000
      const [keep, add] = [change('lumMod') || 1, change('lumOff')]
      const part = (at: number) => Math.round(Math.min(255, parseInt(plain.slice(at, at + 2), 16) * keep + 255 * add)).toString(16).padStart(2, '0')
      return `#${part(0)}${part(2)}${part(4)}`
    },
  }
}
export type Colours = ReturnType<typeof colours>
