import { byName, child, children, numberOf } from './slide-xml.ts'

/** What the colours of a theme are called on slides, where the master says nothing else. */
const usual: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' }

/** Reads colours as a theme and the map of its master name them; `phClr` is the colour a style is given. */
export function colours(theme: Document | null, master: Document | null = null) {
  const scheme = new Map(
    children(byName(theme, 'clrScheme')[0]).map((one) => {
      const told = children(one)[0]
      return [one.localName, told?.getAttribute('lastClr') ?? told?.getAttribute('val') ?? '']
    }),
  )
  const map = byName(master, 'clrMap')[0]
  const named = (name: string) => scheme.get(map?.getAttribute(name) ?? usual[name] ?? name) ?? ''
  const read = (told: Element | undefined): string | null => {
    const value = told?.getAttribute('val') ?? ''
    const plain =
      told?.localName === 'schemeClr'
        ? named(value === 'phClr' ? 'tx1' : value)
        : told?.localName === 'srgbClr'
          ? value
          : (told?.getAttribute('lastClr') ?? '')
    // Nothing but six digits comes into a style.
    if (!/^[0-9a-f]{6}$/i.test(plain)) return null
    const change = (name: string) => numberOf(child(told, name), 'val') / 100_000
    const [keep, add, tint, shade] = [
      change('lumMod') || 1,
      change('lumOff'),
      change('tint') || 1,
      change('shade') || 1,
    ]
    const part = (at: number) => {
      const light = (parseInt(plain.slice(at, at + 2), 16) * keep + 255 * add) * shade
      return Math.round(Math.min(255, 255 - (255 - light) * tint))
        .toString(16)
        .padStart(2, '0')
    }
    return `#${part(0)}${part(2)}${part(4)}`
  }
  const of = (fill: Element | undefined): string | null => read(children(fill)[0])
  return {
    /** The colour within a fill or a reference, as `#rrggbb`; null where it says none. */
    of,
    /**
     * What fills a shape or a background, as CSS writes it: a colour, a gradient or `none`; null where
     * nothing is said.
     */
    fillOf(look: Element | undefined): string | null {
      if (child(look, 'noFill')) return 'none'
      const gradient = child(look, 'gradFill')
      if (!gradient) return of(child(look, 'solidFill'))
      const stops = byName(gradient, 'gs').flatMap((one) => {
        const colour = of(one)
        return colour === null ? [] : [`${colour} ${numberOf(one, 'pos') / 1000}%`]
      })
      // Angles begin at the right here and at the top there.
      return stops.length < 2
        ? null
        : `linear-gradient(${numberOf(child(gradient, 'lin'), 'ang') / 60_000 + 90}deg, ${stops.join(', ')})`
    },
    /** The theme's colour for the so many-th of a row of things. */
    accent(place: number): string {
      const value = scheme.get(`accent${(place % 6) + 1}`) ?? ''
      return /^[0-9a-f]{6}$/i.test(value)
        ? `#${value}`
        : (['#4472c4', '#ed7d31', '#a5a5a5', '#ffc000', '#5b9bd5', '#70ad47'][place % 6] ?? '')
    },
  }
}
export type Colours = ReturnType<typeof colours>
