import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader finds in a printed PDF: the text of each page, title, language, and whether it is tagged. */
export async function readPdf(bytes: Uint8Array) {
  const document: PDFDocumentProxy = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  for (let no = 1; no <= document.numPages; no += 1) {
    const { items } = await (await document.getPage(no)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  const { info } = await document.getMetadata()
  const marks = await document.getMarkInfo()
  await document.loadingTask.destroy()
  return {
    pages,
    text: pages.join('\n'),
    info: info as Readonly<Record<string, unknown>>,
    isTagged: marks?.Marked === true,
  }
}
