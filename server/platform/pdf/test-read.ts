import jsQR from 'jsqr'
import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * What a reader finds in a printed PDF: the text of each page, its fonts, title, language, and whether it is
 * tagged.
 */
export async function readPdf(bytes: Uint8Array) {
  const document: PDFDocumentProxy = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  const fonts = new Set<string>()
  for (let no = 1; no <= document.numPages; no += 1) {
    const page = await document.getPage(no)
    await page.getOperatorList()
    const { items } = await page.getTextContent()
    for (const item of items)
      if ('fontName' in item && page.commonObjs.has(item.fontName)) {
        const font = page.commonObjs.get(item.fontName) as { readonly name: string }
        fonts.add(font.name)
      }
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  const { info } = await document.getMetadata()
  const marks = await document.getMarkInfo()
  await document.loadingTask.destroy()
  return {
    pages,
    fonts: [...fonts],
    text: pages.join('\n'),
    info: info as Readonly<Record<string, unknown>>,
    isTagged: marks?.Marked === true,
  }
}

/**
 * Letters of the code that is drawn on the last page, as a camera would read them; null where there is none.
 */
export async function readCodeOn(bytes: Uint8Array): Promise<string | null> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const page = await document.getPage(document.numPages)
  const { fnArray, argsArray } = await page.getOperatorList()
  const drawn = fnArray.flatMap((operation, i) => {
    if (operation !== OPS.constructPath) return []
    const [, [path]] = argsArray[i] as [unknown, [Float32Array | null]]
    return path && path.length > 1000 ? [path] : []
  })
  await document.loadingTask.destroy()
  const [path] = drawn
  return path ? decoded(path) : null
}

/**
 * Numbers of one square module in a path: five steps, of which the first is its corner and the third the one
 * across.
 */
const perModule = 13

/** The modules of a path as a picture of white and black, with the white edge that readers want. */
function decoded(path: Float32Array): string | null {
  const corners = Array.from({ length: Math.floor(path.length / perModule) }, (_, i) => ({
    x: path[i * perModule + 1] ?? 0,
    y: path[i * perModule + 2] ?? 0,
    side: (path[i * perModule + 4] ?? 0) - (path[i * perModule + 1] ?? 0),
  }))
  const side = (corners[0]?.side ?? 1) - 0.02
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))]
  const dots = 4
  const size = (Math.round((Math.max(...corners.map(({ x }) => x)) - left) / side) + 9) * dots
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const { x, y } of corners) {
    const [column, row] = [Math.round((x - left) / side) + 4, Math.round((y - top) / side) + 4]
    for (let dy = 0; dy < dots; dy += 1)
      for (let dx = 0; dx < dots; dx += 1)
        pixels.fill(
          0,
          ((row * dots + dy) * size + column * dots + dx) * 4,
          ((row * dots + dy) * size + column * dots + dx) * 4 + 3,
        )
  }
  return jsQR.default(pixels, size, size)?.data ?? null
}
