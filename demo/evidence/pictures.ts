import { createRequire } from 'node:module'
import sharp from 'sharp'
import { drawingOf } from './sheets.ts'
import { sheetKinds, sheetOf, type Content, type SheetKind } from './wording.ts'

/** What a piece of evidence claims to be. */
export type EvidenceKind = SheetKind | 'portrait1' | 'portrait2' | 'report'

/** A drawn file, before it is kept. */
export interface DrawnFile {
  readonly kind: EvidenceKind
  readonly mime: 'image/jpeg' | 'image/png' | 'application/pdf'
  readonly content: Buffer
}

/** ZCOOL XiaoWei (OFL), so that Chinese letters stand there on a machine without Chinese fonts. */
const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf',
)
let fontKnown: Promise<unknown> | undefined

/** A text drawn from a font file makes the font known to every later drawing of the process. */
function knowFont(): Promise<unknown> {
  fontKnown ??= sharp({ text: { text: '杏坛', fontfile: fontFile, font: 'ZCOOL XiaoWei' } })
    .png()
    .toBuffer()
  return fontKnown
}

/** A bust on a plain ground, as of an identity photo. */
function portrait(ground: string, coat: string, hair: string, long: boolean): string {
  const strands = long
    ? `<path d="M118 190 q-6 120 -2 170 h60 v-150 z M282 190 q6 120 2 170 h-60 v-150 z" fill="${hair}"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="560">
    <rect width="400" height="560" fill="${ground}"/>${strands}
    <path d="M60 560 q10 -160 140 -170 q130 10 140 170 z" fill="${coat}"/>
    <path d="M165 400 l35 60 35 -60 z" fill="#f4f4f2"/>
    <rect x="172" y="320" width="56" height="80" rx="22" fill="#e8c4a6"/>
    <ellipse cx="200" cy="240" rx="82" ry="104" fill="#f0d0b4"/>
    <path d="M112 230 q-4 -120 88 -124 q92 4 88 124 q-24 -66 -88 -70 q-64 4 -88 70 z" fill="${hair}"/>
    <circle cx="170" cy="244" r="7" fill="#333"/><circle cx="230" cy="244" r="7" fill="#333"/>
    <path d="M176 296 q24 16 48 0" stroke="#a5665a" stroke-width="5" fill="none"/>
  </svg>`
}

const portraits: readonly (readonly [EvidenceKind, string])[] = [
  ['portrait1', portrait('#e9eef5', '#2b3a55', '#20242c', false)],
  ['portrait1', portrait('#d6e6f7', '#3d4a3f', '#3a3f47', false)],
  ['portrait2', portrait('#e9eef5', '#5b2b45', '#22201f', true)],
  ['portrait2', portrait('#d6e6f7', '#27485c', '#332a26', true)],
]
/** Samples of each kind of sheet; some are PNG, as people upload. */
const SAMPLES = 3

async function drawn(kind: EvidenceKind, svg: string, png = false): Promise<DrawnFile> {
  await knowFont()
  const image = sharp(Buffer.from(svg))
  const content = await (
    png ? image.png({ palette: true, effort: 1 }) : image.jpeg({ quality: 72 })
  ).toBuffer()
  return { kind, mime: png ? 'image/png' : 'image/jpeg', content }
}

/** Draws a page as a scanner stores it. */
export async function drawPage(svg: string): Promise<Buffer> {
  await knowFont()
  return sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toBuffer()
}

/** Draws the sheet of one record, with the holder's name and its facts. */
export const drawSheet = (kind: SheetKind, content: Content, number: number): Promise<DrawnFile> =>
  drawn(kind, drawingOf(sheetOf(kind, content, number), number))

/** Draws the samples: portraits, and sheets that name nobody. */
export function drawSamples(): Promise<DrawnFile[]> {
  const sheets = sheetKinds.flatMap((kind, k) =>
    Array.from({ length: SAMPLES }, (_, i) =>
      drawn(kind, drawingOf(sheetOf(kind, undefined, k * SAMPLES + i), i), i === 2),
    ),
  )
  return Promise.all([...portraits.map(([kind, svg]) => drawn(kind, svg)), ...sheets])
}

/**
 * A one-page PDF written by hand: catalogue, page, font, content, cross-reference table with the right
 * offsets. The built-in fonts know no Chinese letters, so the sheet says in Latin ones what it stands for.
 */
export function drawReport(number: number): DrawnFile {
  const text = (size: number, x: number, y: number, line: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${line}) Tj ET`
  const page = [
    '0.2 0.3 0.5 RG 1.5 w 50 60 495 720 re S',
    text(18, 120, 720, 'Electronic registration of a certificate'),
    text(12, 80, 670, `Sample No. ${990000 + number}`),
    ...Array.from({ length: 9 }, (_, i) => `0.85 g 80 ${600 - i * 34} ${380 - ((i * 37) % 140)} 10 re f`),
    '0 g',
    text(11, 80, 110, 'Demonstration only. This is not a certificate of any institution.'),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const content = Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${tail}`,
    'latin1',
  )
  return { kind: 'report', mime: 'application/pdf', content }
}
