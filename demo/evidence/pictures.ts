import sharp from 'sharp'

/** What a piece of evidence claims to be. */
export type EvidenceKind = 'diploma' | 'completion' | 'degree' | 'portrait1' | 'portrait2' | 'report'

/** A drawn file, before it is kept. */
export interface Drawn {
  readonly kind: EvidenceKind
  readonly mime: 'image/jpeg' | 'image/png' | 'application/pdf'
  readonly content: Buffer
}

const font = 'font-family="Noto Serif CJK SC, Source Han Serif SC, SimSun, serif"'

/**
 * A certificate: frame, title, lines where text stands, a seal. Says that it is a sample, so that nobody
 * takes it for real.
 */
function certificate(title: string, paper: string, ink: string, number: number): string {
  const lines = Array.from({ length: 6 }, (_, i) => {
    const width = [500, 520, 490, 515, 430, 300][i] ?? 500
    return `<rect x="150" y="${262 + i * 40}" width="${width}" height="11" rx="5" fill="${ink}" opacity="0.28"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="640">
    <rect width="900" height="640" fill="${paper}"/>
    <rect x="26" y="26" width="848" height="588" fill="none" stroke="${ink}" stroke-width="7"/>
    <rect x="40" y="40" width="820" height="560" fill="none" stroke="${ink}" stroke-width="2"/>
    <text x="450" y="150" ${font} font-size="58" fill="${ink}" text-anchor="middle"
    letter-spacing="14">${title}</text>
    <text x="450" y="204" font-family="sans-serif" font-size="20" fill="${ink}" text-anchor="middle">SAMPLE
     No. ${990000 + number}</text>
    ${lines.join('')}
    <rect x="690" y="250" width="110" height="150" fill="#d9dde3" stroke="#8a94a3"/>
    <circle cx="745" cy="300" r="26" fill="#aeb7c2"/><path d="M700 400 q45 -75 90 0 z" fill="#aeb7c2"/>
    <circle cx="690" cy="500" r="62" fill="none" stroke="#c0392b" stroke-width="6" opacity="0.8"/>
    <path d="M690 462 l10 28 30 0 -24 18 9 29 -25 -18 -25 18 9 -29 -24 -18 30 0 z" fill="#c0392b"
    opacity="0.8"/>
    <text x="450" y="578" ${font} font-size="18" fill="${ink}" text-anchor="middle"
    opacity="0.6">演示样张，非真实证书</text>
  </svg>`
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

const drawings: readonly (readonly [EvidenceKind, 'jpeg' | 'png', string])[] = [
  ['diploma', 'jpeg', certificate('毕 业 证 书', '#fbf3e4', '#7b1f1f', 1)],
  ['diploma', 'jpeg', certificate('毕 业 证 书', '#f6efdf', '#5a2d0c', 2)],
  ['diploma', 'jpeg', certificate('毕 业 证 书', '#fdf6ec', '#8a1538', 3)],
  ['diploma', 'jpeg', certificate('毕 业 证 书', '#eef3ea', '#1f4d2b', 4)],
  ['completion', 'png', certificate('结 业 证 书', '#f7f3ff', '#3b2a6b', 5)],
  ['degree', 'png', certificate('学 位 证 书', '#eef2fb', '#1d3a7a', 6)],
  ['degree', 'png', certificate('学 位 证 书', '#fdf1f1', '#8c1d2c', 7)],
  ['degree', 'jpeg', certificate('学 位 证 书', '#f2f7f7', '#12525a', 8)],
  ['portrait1', 'jpeg', portrait('#e9eef5', '#2b3a55', '#20242c', false)],
  ['portrait1', 'jpeg', portrait('#d6e6f7', '#3d4a3f', '#3a3f47', false)],
  ['portrait2', 'jpeg', portrait('#e9eef5', '#5b2b45', '#22201f', true)],
  ['portrait2', 'jpeg', portrait('#d6e6f7', '#27485c', '#332a26', true)],
]

/**
 * Draws the pictures. Letters fall back to whatever font the machine has; the shapes alone tell what each
 * is.
 */
export function drawPictures(): Promise<Drawn[]> {
  return Promise.all(
    drawings.map(async ([kind, format, svg]) => {
      const image = sharp(Buffer.from(svg))
      const content = await (
        format === 'png' ? image.png({ palette: true, effort: 1 }) : image.jpeg({ quality: 80 })
      ).toBuffer()
      return { kind, mime: `image/${format}` as const, content }
    }),
  )
}

/**
 * A one-page PDF written by hand: catalogue, page, font, content, cross-reference table with the right
 * offsets. The built-in fonts know no Chinese letters, so the sheet says in Latin ones what it stands for.
 */
export function drawReport(number: number): Drawn {
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
