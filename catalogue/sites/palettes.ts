/** The two colours of a site: its ground with links on a light page, and links on a dark one. */
export interface Palette {
  readonly label: string
  readonly light: string
  readonly dark: string
}

/**
 * Colours a site may have. Only these, because each was checked: white on `light`, `light` on the page and
 * `dark` on the dark page are all readable (WCAG 2.1, 1.4.3: 4.5 to 1).
 */
export const palettes = {
  ink: { label: '墨蓝', light: '#1b5690', dark: '#8fbcea' },
  pine: { label: '松绿', light: '#1d6044', dark: '#86cfae' },
  lake: { label: '湖青', light: '#0f5e6b', dark: '#7fcbd8' },
  plum: { label: '梅紫', light: '#6b3c86', dark: '#c9a5e0' },
  brick: { label: '砖红', light: '#94372a', dark: '#f0a493' },
  amber: { label: '赭黄', light: '#7a4d0c', dark: '#e6b872' },
  rose: { label: '绛红', light: '#8f2a52', dark: '#eda0bd' },
  slate: { label: '石灰', light: '#444f5c', dark: '#b3c0cd' },
} as const satisfies Readonly<Record<string, Palette>>

export type PaletteName = keyof typeof palettes
export const paletteNames = Object.keys(palettes) as [PaletteName, ...PaletteName[]]

/** Least contrast of text (WCAG 2.1, 1.4.3). */
export const leastContrast = 4.5

const channel = (part: number): number => {
  const share = part / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of `#rrggbb` (WCAG 2.1). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours `#rrggbb`, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Grounds that the colours of a site stand on (client/ui/look/tokens.css). */
const grounds = { text: '#ffffff', page: '#f4f4f2', dark: '#161e28' } as const

/** The worst contrast that a pair has anywhere on a page. */
export const worstContrast = ({ light, dark }: Palette): number =>
  Math.min(contrastOf(light, grounds.text), contrastOf(light, grounds.page), contrastOf(dark, grounds.dark))
