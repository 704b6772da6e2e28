import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { documents, who, type Source } from './test-sources.ts'

/**
 * Writes the forty documents of `test-documents` by LibreOffice (7.4) and the table of what is planted in
 * them. `node server/platform/documents/test-make-documents.ts <command that runs soffice> <empty folder>`
 */
const [command = 'soffice', work = '/tmp/xingtan-documents'] = process.argv.slice(2)
const target = join(import.meta.dirname, 'test-documents')

const namespaces = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['presentation', 'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['meta', 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0'],
  ['of', 'urn:oasis:names:tc:opendocument:xmlns:of:1.2'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

const kinds = {
  docx: { body: 'text', ending: 'fodt', filter: 'docx:MS Word 2007 XML' },
  pptx: { body: 'presentation', ending: 'fodp', filter: 'pptx:Impress MS PowerPoint 2007 XML' },
  xlsx: { body: 'spreadsheet', ending: 'fods', filter: 'xlsx:Calc MS Excel 2007 XML' },
  pdf: {
    body: 'text',
    ending: 'fodt',
    filter:
      'pdf:writer_pdf_Export:{"ExportNotes":{"type":"boolean","value":"true"},"ExportBookmarks":{"type":"boolean","value":"true"}}',
  },
} as const

const styles = `
  <style:style style:name="Hidden" style:family="text"><style:text-properties text:display="none"/></style:style>
  <style:style style:name="Bold" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
  <style:style style:name="Red" style:family="text"><style:text-properties fo:color="#c00000"/></style:style>
  <style:style style:name="Next" style:family="paragraph">
    <style:paragraph-properties fo:break-before="page"/>
  </style:style>`

/** A document in the flat form of OpenDocument. */
const flat = ({
  kind,
  meta = '',
  header = '',
  footer = '',
  body,
}: Source): string => `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces} office:version="1.2"
  office:mimetype="application/vnd.oasis.opendocument.${kinds[kind].body}">
<office:meta>${meta}</office:meta>
<office:styles><style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph"
  style:default-outline-level="1"/></office:styles>
<office:automatic-styles><style:page-layout style:name="Page"><style:page-layout-properties fo:page-width="21cm"
  fo:page-height="29.7cm"/><style:header-style/><style:footer-style/></style:page-layout>${styles}
</office:automatic-styles>
<office:master-styles><style:master-page style:name="${kind === 'xlsx' ? 'Default' : 'Standard'}"
  style:page-layout-name="Page">
  <style:header>${header === '' ? '' : `<text:p>${header}</text:p>`}</style:header>
  <style:footer>${footer === '' ? '' : `<text:p>${footer}</text:p>`}</style:footer></style:master-page>
</office:master-styles>
<office:body><office:${kinds[kind].body}>${body}</office:${kinds[kind].body}></office:body></office:document>`

/** A picture of 40 by 20 points with its maker in EXIF and XMP; turned where it says so. */
export const photo = (format: 'jpeg' | 'png' | 'webp', orientation?: number): Promise<Buffer> => {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#7a9e87' } })
    .composite([
      { input: Buffer.from('<svg width="40" height="20"><circle cx="9" cy="9" r="6" fill="#333"/></svg>') },
    ])
    .withExif({ IFD0: { Artist: who.spelling, Copyright: who.mobile, ImageDescription: who.email } })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
        `<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${who.name}"/></rdf:RDF></x:xmpmeta>`,
    )
  if (orientation !== undefined) picture.withMetadata({ orientation })
  return picture.toFormat(format).toBuffer()
}

async function main(): Promise<void> {
  mkdirSync(work, { recursive: true })
  mkdirSync(target, { recursive: true })
  const picture = (await photo('jpeg')).toString('base64')
  for (const [name, source] of Object.entries(documents)) {
    const { ending, filter } = kinds[source.kind]
    const path = join(work, `${name}.${ending}`)
    writeFileSync(path, flat({ ...source, body: source.body.replaceAll('PICTURE', picture) }))
    execFileSync(command, ['--headless', '--norestore', '--convert-to', filter, '--outdir', work, path])
    writeFileSync(join(target, `${name}.${source.kind}`), readFileSync(join(work, `${name}.${source.kind}`)))
  }
  await pictures()
  const planted = Object.entries(documents).map(([name, { kind, planted: list, unread = false }]) => ({
    file: `${name}.${kind}`,
    planted: list,
    unread,
  }))
  const table = { identities: Object.values(identities), documents: [...planted, ...plantedPictures] }
  writeFileSync(join(target, 'planted.json'), `${JSON.stringify(table, null, 2)}\n`)
}

const identities = {
  name: { kind: 'name', value: who.name },
  formerName: { kind: 'formerName', value: who.formerName },
  school: { kind: 'school', value: who.school },
  shortSchool: { kind: 'school', value: who.shortSchool },
  mobile: { kind: 'mobile', value: who.mobile },
  email: { kind: 'email', value: who.email },
  idNo: { kind: 'idNo', value: who.idNo },
  staffNo: { kind: 'staffNo', value: who.staffNo },
  member: { kind: 'member', value: who.member },
}

const beside = (kind: string) => ({ kind, place: 'picture', kept: false })
const inPicture = ['spelling', 'mobile', 'email', 'name'].map(beside)
const plantedPictures = ['picture-1.jpg', 'picture-2-turned.jpg', 'picture-3.png', 'picture-4.webp'].map(
  (file) => ({
    file,
    planted: inPicture,
    unread: true,
  }),
)

async function pictures(): Promise<void> {
  const made = { '1.jpg': 'jpeg', '2-turned.jpg': 'jpeg', '3.png': 'png', '4.webp': 'webp' } as const
  for (const [name, format] of Object.entries(made))
    writeFileSync(
      join(target, `picture-${name}`),
      await photo(format, name.includes('turned') ? 6 : undefined),
    )
}

await main()
