import PDFDocument from 'pdfkit'
import { lettersOf } from './letters.ts'

export type Document = PDFKit.PDFDocument

interface NewDocument {
  readonly title: string
  /** Width and height of its pages in points. */
  readonly size: readonly [number, number]
  /** Whether it tells programs that read aloud what its parts are. */
  readonly tagged?: true
}

/** A document with the fonts of words; `end` ends it and answers its bytes. */
export function openDocument({ title, size: [width, height], tagged }: NewDocument): {
  readonly document: Document
  readonly end: () => Promise<Buffer>
} {
  const document = new PDFDocument({
    size: [width, height],
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...(tagged && { tagged }),
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Creator: '杏坛', Producer: '杏坛' },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((end, fail) => {
    document.on('end', end)
    document.on('error', fail)
  })
  document.registerFont('regular', lettersOf('regular').bytes)
  document.registerFont('bold', lettersOf('bold').bytes)
  return {
    document,
    end: async () => {
      document.end()
      await done
      return Buffer.concat(parts)
    },
  }
}
