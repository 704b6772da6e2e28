import { PDFDocument } from '@cantoo/pdf-lib'
import JSZip from 'jszip'
import { contents } from '../../catalogue/contents/contents.ts'
import { drawPage } from '../evidence/pictures.ts'
import type { ContentStory } from './write.ts'

/** What is attached: the sealed paper as a scan, or a form to be filled in. */
export type Attachment = 'scan' | { readonly form: string; readonly rows: readonly string[] }

/** The bytes of an attachment, with its name and type. */
export interface AttachedFile {
  readonly name: string
  readonly mime: string
  readonly content: Buffer
}

const textOf = ({ type, value }: ContentStory, key: string): string => {
  const held = Object.hasOwn(contents[type].fields, key) ? value[key] : undefined
  return typeof held === 'string' ? held : ''
}

/** Draws or writes one attachment of a content. */
export async function fileOf(told: ContentStory, attached: Attachment): Promise<AttachedFile> {
  if (attached === 'scan') return scanOf(told)
  const { form, rows } = attached
  return {
    name: `${form}.docx`,
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: await formOf(form, rows),
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Breaks a paragraph into lines of so many letters; the first one is indented by two. */
function linesOf(paragraph: string, most: number): string[] {
  const letters = [...`　　${paragraph}`]
  return Array.from({ length: Math.ceil(letters.length / most) }, (_, i) =>
    letters.slice(i * most, (i + 1) * most).join(''),
  )
}

const [width, height, margin] = [992, 1403, 130] as const

/** An official paper as it comes from the scanner: red head, number, text, office and seal. */
async function scanOf(told: ContentStory): Promise<AttachedFile> {
  const [title, issuer] = [textOf(told, 'title'), textOf(told, 'issuer')]
  const line = (x: number, y: number, size: number, text: string, more = '') =>
    `<text x="${x}" y="${y}" font-family="ZCOOL XiaoWei" font-size="${size}" xml:space="preserve" ${more}>${escaped(text)}</text>`
  const body = textOf(told, 'content')
    .split('\n\n')
    .flatMap((paragraph) => linesOf(paragraph, 28))
  const end = 560 + body.length * 44 + 90
  const centre = 'text-anchor="middle"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#fdfcf8"/>
    ${line(width / 2, 190, 56, `${issuer.slice(0, 8)}文件`, `${centre} fill="#b8281f" letter-spacing="6"`)}
    ${line(width / 2, 280, 26, textOf(told, 'docNo'), centre)}
    <path d="M${margin} 310 H${width - margin}" stroke="#b8281f" stroke-width="4"/>
    ${linesOf(title, 18)
      .map((part, i) => line(width / 2, 410 + i * 54, 38, part.replaceAll('　', ''), centre))
      .join('')}
    ${body.map((part, i) => line(margin, 560 + i * 44, 26, part)).join('')}
    ${line(width - margin - 160, end, 26, issuer, centre)}
    ${line(width - margin - 160, end + 44, 26, textOf(told, 'issueDate'), centre)}
    <circle cx="${width - margin - 160}" cy="${end}" r="86" fill="none" stroke="#c0392b" stroke-width="5" opacity="0.7"/>
    ${line(width - margin - 160, end - 30, 20, '演示样张', `${centre} fill="#c0392b" opacity="0.8"`)}
    ${line(width / 2, height - 60, 18, '演示区域的样张，不是任何机关的文件', `${centre} fill="#777"`)}
  </svg>`
  const paper = await PDFDocument.create()
  paper.setTitle(title)
  const page = paper.addPage([595, 842])
  page.drawImage(await paper.embedJpg(await drawPage(svg)), { x: 0, y: 0, width: 595, height: 842 })
  return {
    name: `${title}（盖章扫描件）.pdf`,
    mime: 'application/pdf',
    content: Buffer.from(await paper.save()),
  }
}

const package_ = 'http://schemas.openxmlformats.org/package/2006'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const run = (text: string, size: number) =>
  `<w:r><w:rPr><w:sz w:val="${size}"/></w:rPr><w:t>${escaped(text)}</w:t></w:r>`
const heading = (title: string) => `<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run(title, 36)}</w:p>`

/** A form of two columns: what is asked, and room for the answer. */
function formOf(title: string, rows: readonly string[]): Promise<Buffer> {
  const cell = (width: number, text: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p>${run(text, 24)}</w:p></w:tc>`
  const edges = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((edge) => `<w:${edge} w:val="single" w:sz="4" w:color="000000"/>`)
    .join('')
  return documentOf(`${heading(title)}
      <w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders>${edges}</w:tblBorders></w:tblPr>
      <w:tblGrid><w:gridCol w:w="2800"/><w:gridCol w:w="6200"/></w:tblGrid>
      ${rows.map((row) => `<w:tr>${cell(2800, row)}${cell(6200, '')}</w:tr>`).join('')}</w:tbl>
      <w:p>${run('填表人：　　　　　　　　　　日期：', 24)}</w:p>`)
}

/** A document of Word: a title and paragraphs. */
export const paragraphsOf = (title: string, paragraphs: readonly string[]): Promise<Buffer> =>
  documentOf(`${heading(title)}${paragraphs.map((text) => `<w:p>${run(text, 24)}</w:p>`).join('')}`)

function documentOf(body: string): Promise<Buffer> {
  const zip = new JSZip()
  zip.file(
    '[Content_Types].xml',
    `${declared}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  )
  zip.file(
    '_rels/.rels',
    `${declared}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  zip.file(
    'word/document.xml',
    `${declared}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  )
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
