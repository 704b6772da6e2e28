import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AFRelationship, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { zipOf, zipOfParts } from '../package/test-zip.ts'
import { blindCopy, inspect } from './index.ts'
import { who } from './test-sources.ts'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const identities = [{ kind: 'name' as const, value: who.name }]

const relations = (...lines: (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
const types = (...names: string[]) =>
  `<Types>${names.map((name) => `<Override PartName="/${name}" ContentType="a/b"/>`).join('')}</Types>`
const word = (body: string) => `<w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`

const wordParts = {
  '[Content_Types].xml': types(
    'word/document.xml',
    'word/people.xml',
    'docProps/core.xml',
    'customXml/item1.xml',
  ),
  '_rels/.rels': relations(
    ['r1', 'officeDocument', 'word/document.xml'],
    ['r2', 'core', 'docProps/core.xml'],
  ),
  'docProps/core.xml': `<c><creator>${who.name}</creator></c>`,
  'customXml/item1.xml': `<a>${who.name}</a>`,
  'word/_rels/document.xml.rels': relations(
    ['r1', 'people', 'people.xml'],
    ['r2', 'customXml', '../customXml/item1.xml'],
    ['r3', 'settings', 'settings.xml'],
  ),
  'word/people.xml': `<p author="${who.name}"/>`,
  'word/settings.xml': `<w:settings xmlns:w="w"><w:rsids><w:rsid w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:val="${who.name}"/></w:docVars></w:settings>`,
  'word/document.xml': word(
    `<!-- ${who.name} --><w:p w:rsidR="00AB12CD"><w:r w:rsidRPr="00AB12CD"><w:t>甲</w:t></w:r></w:p>` +
      `<w:tbl><w:tr><w:trPr><w:del w:id="1" w:author="${who.name}"/></w:trPr><w:tc><w:p><w:r><w:t>删去的行</w:t></w:r></w:p></w:tc></w:tr>` +
      `<w:tr><w:tc><w:p><w:r><w:t>留下的行</w:t></w:r></w:p></w:tc></w:tr></w:tbl>` +
      `<w:p><w:moveFrom w:author="${who.name}"><w:r><w:t>移走</w:t></w:r></w:moveFrom>` +
      `<w:moveTo w:author="${who.name}"><w:r><w:t>移来</w:t></w:r></w:moveTo>` +
      `<w:r><w:rPr><w:b/><w:rPrChange w:author="${who.name}"><w:rPr/></w:rPrChange></w:rPr><w:t>粗体</w:t></w:r></w:p>`,
  ),
}

const partsOf = async (content: Buffer) => {
  const zip = await JSZip.loadAsync(content)
  return Object.fromEntries(
    await Promise.all(
      Object.values(zip.files).map(async (one) => [one.name, await one.async('string')] as const),
    ),
  )
}

describe('what Word and Excel write beside the text', () => {
  it('goes with its relations and types; changes are accepted, deleted rows are gone', async () => {
    const copy = await blindCopy({ name: 'a.docx', mime: docx, content: zipOfParts(wordParts) })
    const parts = await partsOf(copy)
    expect(Object.keys(parts).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/settings.xml',
    ])
    expect(parts['[Content_Types].xml']).toBe(types('word/document.xml'))
    expect(parts['_rels/.rels']).toBe(relations(['r1', 'officeDocument', 'word/document.xml']))
    expect(parts['word/_rels/document.xml.rels']).toBe(relations(['r3', 'settings', 'settings.xml']))
    expect(parts['word/settings.xml']).toBe('<w:settings xmlns:w="w"></w:settings>')
    expect(parts['word/document.xml']).toBe(
      word(
        '<w:p><w:r><w:t>甲</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>留下的行</w:t></w:r></w:p></w:tc></w:tr></w:tbl>' +
          '<w:p><w:r><w:t>移来</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>粗体</w:t></w:r></w:p>',
      ),
    )
  })

  it('is the same file whoever packed it, and when', async () => {
    const entries = Object.entries(wordParts).map(([name, content]) => ({ name, content }))
    const signed = entries.map((one) => ({
      ...one,
      mode: 0o100755,
      extra: Buffer.from('fecaff00', 'hex').fill(0, 2),
    }))
    const [one, other] = [zipOf(entries), zipOf(signed)]
    const copyOf = (content: Buffer) => blindCopy({ name: 'a.docx', mime: docx, content })
    expect((await copyOf(one)).equals(await copyOf(other))).toBe(true)
  })

  it('of a workbook: path, printer, balloons of comments and what refers to them', async () => {
    const content = zipOfParts({
      '[Content_Types].xml': types('xl/workbook.xml', 'xl/comments1.xml'),
      'xl/workbook.xml': `<workbook xmlns:r="r"><fileSharing userName="${who.name}"/><absPath url="C:\\${who.name}\\"/><sheets><sheet name="甲" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', 'worksheets/sheet1.xml']),
      'xl/worksheets/sheet1.xml': `<worksheet xmlns:r="r"><sheetData/><pageSetup paperSize="9" r:id="r1"/><legacyDrawing r:id="r2"/></worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['r1', 'printerSettings', '../printerSettings/printerSettings1.bin'],
        ['r2', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ['r3', 'comments', '../comments1.xml'],
      ),
      'xl/printerSettings/printerSettings1.bin': Buffer.from(who.name, 'utf16le'),
      'xl/drawings/vmlDrawing1.vml': `<xml>${who.name}</xml>`,
      'xl/comments1.xml': `<comments><authors><author>${who.name}</author></authors></comments>`,
    })
    const parts = await partsOf(await blindCopy({ name: 'a.xlsx', mime: xlsx, content }))
    expect(parts).toEqual({
      '[Content_Types].xml': types('xl/workbook.xml'),
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="甲" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', 'worksheets/sheet1.xml']),
      'xl/worksheets/sheet1.xml': '<worksheet xmlns:r="r"><sheetData/><pageSetup paperSize="9"/></worksheet>',
      'xl/worksheets/_rels/sheet1.xml.rels': relations(),
    })
  })

  it('has no part that is not looked at: the name of a theme is found, a packed object is said to be unread', async () => {
    const content = zipOfParts({
      ...wordParts,
      'word/theme/theme1.xml': `<theme name="${who.name}"/>`,
      'word/embeddings/object1.bin': 'packed',
    })
    const { inspection } = await inspect({ name: 'a.docx', mime: docx, content }, identities)
    expect(inspection.hits.filter(({ kept }) => kept)).toMatchObject([{ kind: 'name', place: 'other' }])
    expect(inspection).toMatchObject({ clean: false, unread: [expect.stringContaining('object1.bin')] })
  })

  it('of the name of the file is said, and never kept', async () => {
    const { inspection } = await inspect(
      { name: `${who.name}的申报书.txt`, mime: 'text/plain', content: Buffer.from('正文') },
      identities,
    )
    expect(inspection).toMatchObject({
      clean: true,
      hits: [{ place: 'fileName', kept: false, after: '的申报书.txt' }],
    })
  })
})

async function pdfWithEverything(): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.setAuthor(who.name)
  const page = document.addPage([300, 300])
  page.drawText('A research report on writing, without names.', { x: 20, y: 200, size: 10 })
  const field = document.getForm().createTextField(who.name)
  field.setText('name of the field only')
  field.addToPage(page, { x: 20, y: 20, width: 100, height: 20 })
  await document.attach(Buffer.from(who.name), 'a.txt', {
    afRelationship: AFRelationship.Data,
    description: who.name,
  })
  document.addJavaScript('a', `app.alert('${who.name}')`)
  const remark = document.context.register(
    document.context.obj({
      Type: 'Annot',
      Subtype: 'Text',
      Rect: [0, 0, 10, 10],
      T: PDFHexString.fromText(who.name),
      Contents: PDFHexString.fromText(who.name),
    }),
  )
  page.node.addAnnot(remark)
  document.context.register(document.context.obj({ Gone: PDFHexString.fromText(who.name) }))
  page.node.set(PDFName.of('PieceInfo'), document.context.obj({ A: PDFString.of(who.email) }))
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

describe('a PDF', () => {
  it('is written anew: no author, form, attached file, script, comment, nor object that no page needs', async () => {
    const content = await pdfWithEverything()
    const { inspection, copy } = await inspect(
      { name: 'a.pdf', mime: 'application/pdf', content },
      identities,
    )
    expect(inspection).toMatchObject({ clean: true, unread: [] })
    const found = new Set(inspection.hits.map(({ place }) => place))
    expect([...found].toSorted()).toEqual(['comment', 'earlier', 'embedded', 'form', 'properties'].toSorted())
    const document = await PDFDocument.load(copy)
    expect(document.getAuthor()).toBeUndefined()
    const text = copy.toString('latin1')
    expect(text).not.toMatch(/\/(AcroForm|JavaScript|EmbeddedFile|PieceInfo|Info)\b/)
  })

  it('has no earlier version left: what was written over is found and gone', async () => {
    const first = await PDFDocument.create()
    first.addPage([300, 300]).drawText('Written by Ouyang Xiaolan, teacher', { x: 20, y: 200, size: 10 })
    const before = Buffer.from(await first.save({ useObjectStreams: false }))
    const changed = await PDFDocument.load(before, { forIncrementalUpdate: true })
    const page = changed.getPage(0)
    changed.takeSnapshot()
    page.node.delete(PDFName.of('Contents'))
    page.drawText('Written by nobody in particular', { x: 20, y: 200, size: 10 })
    const content = Buffer.from(await changed.commit())
    expect(content.subarray(0, before.length).equals(before)).toBe(true)
    const { inspection, copy } = await inspect(
      { name: 'a.pdf', mime: 'application/pdf', content },
      identities,
    )
    expect(inspection.hits).toMatchObject([{ place: 'earlier', kind: 'spelling', kept: false }])
    expect(inspection.clean).toBe(true)
    expect(copy.toString('latin1').match(/%%EOF/g)).toHaveLength(1)
  })
})

describe('what other programs write', () => {
  const drawn = 'http://schemas.openxmlformats.org/drawingml/2006/main'

  it('is made blind though a drawing of the older kind has marks of conditions', async () => {
    const content = await readFile(join(import.meta.dirname, 'test-files/drawing.docx'))
    const copy = await partsOf(await blindCopy({ name: 'a.docx', mime: docx, content }))
    expect(copy['word/drawings/vmlDrawing1.vml']).toMatch(/<!\[if gte mso 9\]><v:imagedata[^]*<!\[endif\]>/)
  })

  it('keeps the strokes of a drawing, whose pen moves by an element that has the name of a change', async () => {
    const path = `<a:path xmlns:a="${drawn}"><a:moveTo><a:pt x="1" y="2"/></a:moveTo></a:path>`
    const content = zipOfParts({ ...wordParts, 'word/document.xml': word(`<w:p>${path}</w:p>`) })
    const copy = await partsOf(await blindCopy({ name: 'a.docx', mime: docx, content }))
    expect(copy['word/document.xml']).toContain(path)
  })

  it('loses the properties where .NET keeps them', async () => {
    const name = 'package/services/metadata/core-properties/1.psmdcp'
    const content = zipOfParts({ ...wordParts, [name]: `<c><creator>${who.name}</creator></c>` })
    const { inspection, copy } = await inspect({ name: 'a.docx', mime: docx, content }, identities)
    expect(Object.keys(await partsOf(copy))).not.toContain(name)
    expect(inspection).toMatchObject({ clean: true, unread: [] })
    expect(inspection.hits).toContainEqual(expect.objectContaining({ place: 'properties', kept: false }))
  })

  it('is sent back where its parts are not found by their names', async () => {
    const elsewhere = Object.entries(wordParts).map(([part, text]) => [part.replace('word/', ''), text])
    const content = zipOfParts(Object.fromEntries(elsewhere))
    await expect(blindCopy({ name: 'a.docx', mime: docx, content })).rejects.toThrow(/打开后另存再交/)
  })
})

describe('a hostile file ends with a sentence', () => {
  const zeros = Buffer.alloc(220 * 1024 * 1024)
  const cases: readonly (readonly [string, string, () => Buffer, RegExp])[] = [
    ['a bomb', docx, () => zipOf([{ name: 'word/document.xml', content: zeros }]), /太大/],
    [
      'entities that multiply',
      docx,
      () =>
        zipOfParts({
          ...wordParts,
          'word/document.xml': '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
        }),
      /损坏/,
    ],
    ['a part cut off', docx, () => zipOfParts({ ...wordParts, 'word/document.xml': '<a><b>' }), /损坏/],
    ['no zip file', docx, () => Buffer.from('PK\u0003\u0004 nothing'), /损坏/],
    ['a name that leads elsewhere', docx, () => zipOfParts({ ...wordParts, '../a.xml': '<a/>' }), /损坏/],
    ['an encrypted entry', docx, () => zipOf([{ name: 'a.xml', content: '<a/>', flag: 0x801 }]), /密码/],
    ['no PDF', 'application/pdf', () => Buffer.from('%PDF-1.7\nnothing'), /损坏/],
    ['half a JPEG', 'image/jpeg', () => Buffer.from('ffd8ffe1ffff4578', 'hex'), /损坏/],
    ['another kind', 'image/png', () => Buffer.from('BM nothing'), /不能做盲审稿/],
  ]
  for (const [name, mime, make, sentence] of cases)
    it(name, async () => {
      await expect(
        inspect({ name: 'a', mime: mime as typeof docx, content: make() }, identities),
      ).rejects.toThrow(sentence)
    })
})
