/** Everything written on a sheet of evidence. Text only; the layouts decide where it stands. */
export interface Sheet {
  readonly layout: 'certificate' | 'document' | 'article' | 'picture'
  readonly title: string
  /** Above the title: a red letterhead, the name of a journal. */
  readonly head?: string
  readonly lines: readonly string[]
  /** Who stands at the foot, beside the seal. */
  readonly by: string
  readonly no: string
  readonly photo?: boolean
}

const WIDTH = 720
const HEIGHT = 512
const font = 'font-family="ZCOOL XiaoWei"'
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** The font lacks the interpunct. */
const clean = (text: string): string =>
  text.replaceAll('·', '.').replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

const text = (
  x: number,
  y: number,
  size: number,
  ink: string,
  content: string,
  anchor = 'start',
  spacing = 0,
): string =>
  `<text x="${x}" y="${y}" ${font} font-size="${size}" fill="${ink}" text-anchor="${anchor}" letter-spacing="${spacing}" xml:space="preserve">${clean(content)}</text>`

/** Breaks a line into pieces of at most `most` letters. */
function wrapped(line: string, most: number): string[] {
  const letters = [...line]
  return Array.from({ length: Math.max(1, Math.ceil(letters.length / most)) }, (_, i) =>
    letters.slice(i * most, (i + 1) * most).join(''),
  )
}

const paragraph = (lines: readonly string[], most: number): string[] =>
  lines.flatMap((line) => wrapped(line, most))

const SAMPLE = '演示样张，非真实证件'

function seal(x: number, y: number, by: string): string {
  return `<g opacity="0.8"><circle cx="${x}" cy="${y}" r="46" fill="none" stroke="#c0392b" stroke-width="4"/>
    <path d="M${x} ${y - 24} l7 20 21 0 -17 12 6 20 -17 -12 -17 12 6 -20 -17 -12 21 0 z" fill="#c0392b"/>
    ${text(x, y + 38, 10, '#c0392b', [...by].slice(-8).join(''), 'middle')}</g>`
}

const photoBox = `<rect x="560" y="150" width="92" height="124" fill="#d9dde3" stroke="#8a94a3"/><circle cx="606" cy="194" r="22" fill="#aeb7c2"/>
  <path d="M568 274 q38 -62 76 0 z" fill="#aeb7c2"/>`

/** Papers and inks, so that two certificates of a kind need not look the same. */
const papers = [
  ['#fbf3e4', '#7b1f1f'],
  ['#eef2fb', '#1d3a7a'],
  ['#eef3ea', '#1f4d2b'],
  ['#fdf1f1', '#8c1d2c'],
  ['#f2f7f7', '#12525a'],
] as const

function certificate(sheet: Sheet, nth: number): string {
  const [paper, ink] = papers[nth % papers.length] ?? papers[0]
  const lines = paragraph(sheet.lines, sheet.photo ? 20 : 26).slice(0, 9)
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>
    <rect x="18" y="18" width="684" height="476" fill="none" stroke="${ink}" stroke-width="6"/>
    <rect x="29" y="29" width="662" height="454" fill="none" stroke="${ink}" stroke-width="1.5"/>
    ${text(360, 104, 40, ink, sheet.title, 'middle', 10)}${sheet.photo ? photoBox : ''}
    ${lines.map((line, i) => text(76, 164 + i * 29, 20, '#2b2b2b', line)).join('')}
    ${text(76, 446, 15, '#444', `编号 ${sheet.no}`)}${text(586, 446, 17, '#2b2b2b', sheet.by, 'end')}${seal(596, 408, sheet.by)}
    ${text(360, 474, 13, ink, SAMPLE, 'middle')}`
}

function official(sheet: Sheet): string {
  const lines = paragraph(sheet.lines, 27).slice(0, 8)
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffefb"/>
    ${text(360, 70, 34, '#c0392b', sheet.head ?? sheet.by, 'middle', 6)}
    ${text(360, 102, 15, '#333', sheet.no, 'middle')}<rect x="60" y="114" width="600" height="3" fill="#c0392b"/>
    ${text(360, 160, 26, '#111', sheet.title, 'middle', 2)}
    ${lines.map((line, i) => text(76, 208 + i * 29, 20, '#222', line)).join('')}
    ${text(600, 446, 18, '#222', sheet.by, 'end')}${seal(560, 420, sheet.by)}${text(360, 492, 13, '#888', SAMPLE, 'middle')}`
}

function article(sheet: Sheet): string {
  const grey = (x: number) =>
    Array.from(
      { length: 9 },
      (_, i) =>
        `<rect x="${x}" y="${284 + i * 20}" width="${i === 8 ? 150 : 268 - ((i * 29) % 40)}" height="8" rx="4" fill="#444" opacity="0.25"/>`,
    ).join('')
  const title = wrapped(sheet.title, 22)
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fdfdfb"/>
    ${text(64, 46, 15, '#333', sheet.head ?? '')}${text(656, 46, 15, '#333', sheet.no, 'end')}<rect x="64" y="56" width="592" height="1.5" fill="#333"/>
    ${title
      .slice(0, 2)
      .map((line, i) => text(360, 104 + i * 34, 26, '#111', line, 'middle'))
      .join('')}
    ${paragraph(sheet.lines, 32)
      .slice(0, 5)
      .map((line, i) => text(76, 178 + i * 24, 16, '#333', line))
      .join('')}
    ${grey(76)}${grey(376)}${text(360, 492, 13, '#888', SAMPLE, 'middle')}`
}

function picture(sheet: Sheet, nth: number): string {
  const [sky, sea, sun] =
    [
      ['#f6d7b0', '#3d6f8e', '#e2725b'],
      ['#dfe9f3', '#2f5d50', '#f0c05a'],
      ['#f3e3ea', '#5b4a7a', '#d9534f'],
    ][nth % 3] ?? []
  return `<rect width="${WIDTH}" height="${HEIGHT}" fill="${sky}"/><circle cx="${420 + (nth % 4) * 40}" cy="170" r="58" fill="${sun}"/>
    <path d="M0 330 q90 -70 180 0 t180 0 t180 0 t180 0 V512 H0 z" fill="${sea}"/>
    <path d="M0 392 q60 -40 120 0 t120 0 t120 0 t120 0 t120 0 t120 0 V512 H0 z" fill="${sea}" opacity="0.6"/>
    <path d="M190 318 l90 0 -20 34 -52 0 z" fill="#4a3728"/><path d="M236 230 v88 h-52 z" fill="#fffaf0"/>
    ${text(40, 480, 20, '#fff', sheet.title)}${text(680, 480, 15, '#fff', `${sheet.by}　${SAMPLE}`, 'end')}`
}

/** A sheet as SVG of 720 × 512. `nth` varies its colours. */
export function drawingOf(sheet: Sheet, nth: number): string {
  const layouts = { certificate, document: official, article, picture }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${layouts[sheet.layout](sheet, nth)}</svg>`
}
