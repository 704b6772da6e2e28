import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import decompress from 'woff2-encoder/decompress'

const require = createRequire(import.meta.url)
const fileOf = (name: string) => require.resolve(`hanamin/${name}`)
/** The only letters of plane 3 in a font of npm: 𰻝, its simplified form and two more. */
const planeThree = require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

/** A file of HanaMin or Noto Sans SC, for letters that the printing font lacks. */
export interface Fallback {
  readonly name: string
  readonly bytes: Buffer
  readonly font: Font
}

interface Range {
  readonly from: number
  readonly to: number
  readonly name: string
}

let declared: readonly Range[] | undefined
const known = new Map<string, Fallback>()

/** Which file has which letters, as the package's style sheet declares it. */
function ranges(): readonly Range[] {
  const face = /url\(([^)]+\.woff2)\)[^;]*;\s*unicode-range:\s*([^;}]+)/g
  declared ??= [...readFileSync(fileOf('HanaMin.css'), 'utf8').matchAll(face)].flatMap(
    ([, name = '', list = '']) =>
      list.split(',').map((range): Range => {
        const [from = '', to = from] = range.trim().slice(2).split('-')
        return { from: parseInt(from, 16), to: parseInt(to, 16), name: fileOf(name) }
      }),
  )
  return declared
}

function nameFor(letter: string): string | undefined {
  const code = letter.codePointAt(0) ?? 0
  if (code >= 0x30000) return planeThree
  return ranges().find(({ from, to }) => code >= from && code <= to)?.name
}

/**
 * Reads the files that have these letters, each once per thread. fontkit makes no subsets of woff2, so they
 * are unpacked.
 */
export async function loadFallbacks(letters: Iterable<string>): Promise<void> {
  const names = new Set([...letters].flatMap((letter) => nameFor(letter) ?? []))
  for (const name of names) {
    if (known.has(name)) continue
    const file = await readFile(name)
    const bytes = name === planeThree ? file : Buffer.from(await decompress(file))
    known.set(name, { name, bytes, font: create(bytes) as Font })
  }
}

/** The loaded file that draws a letter; null where there is none. */
export function fallbackFor(letter: string): Fallback | null {
  const name = nameFor(letter)
  const found = name === undefined ? undefined : known.get(name)
  return found?.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? found : null
}
