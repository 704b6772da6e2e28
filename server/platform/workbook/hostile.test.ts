import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zipOf, zipOfParts, type Entry } from '../package/test-zip.ts'
import { WorkbookRefusal } from './refusal.ts'
import { rowsOfWorkbook } from './rows.ts'
import { fileOf, inline, partsOfBook } from './test-workbook.ts'

/** What a file must come to: refused for one of these reasons, or read. */
type Outcome = readonly string[]
interface Hostile {
  readonly name: string
  readonly content: Buffer
  readonly ending?: string
  readonly outcome: Outcome
}

const row = `<row r="1">${inline('A1', '姓名')}</row>`
const sound = partsOfBook({ sheets: [{ name: '教师信息', rows: row }], strings: '<si><t>一</t></si>' })
const sheetName = 'xl/worksheets/sheet1.xml'
const types = String(sound['[Content_Types].xml'])
const main = String(sound['xl/workbook.xml'])
const relations = String(sound['xl/_rels/workbook.xml.rels'])
const book = (parts: Readonly<Record<string, string | Buffer>>) => zipOfParts({ ...sound, ...parts })
const sheet = (rows: string, before = '') =>
  book({ [sheetName]: `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>` })
const entries = (more: readonly Entry[]) =>
  zipOf([...Object.entries(sound).map(([name, content]) => ({ name, content })), ...more])
const without = (name: string) =>
  zipOfParts(Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name)))
const zeros = Buffer.alloc(1024 * 1024)

/** A workbook with a part that is these letters again and again, so many megabytes unpacked. */
function bomb(part: string, before: string, letters: string, megabytes: number): Buffer {
  const block = Buffer.from(letters.repeat(Math.ceil((1024 * 1024) / letters.length)))
  // A block that ends on a byte's border may follow itself.
  const once = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([
    deflateRawSync(Buffer.from(before), { finishFlush: constants.Z_FULL_FLUSH }),
    ...Array.from({ length: megabytes }, () => once),
    deflateRawSync(Buffer.alloc(0)),
  ])
  return zipOf(
    Object.entries({ ...sound, [part]: '' }).map(([name, content]) =>
      name === part
        ? { name, content, packed, claims: before.length + megabytes * block.length }
        : { name, content },
    ),
  )
}

const broken: Outcome = ['broken']
const bombs: Hostile[] = [
  {
    name: 'a sheet of 300 MB of blanks',
    content: bomb(sheetName, '<worksheet>', ' ', 300),
    outcome: ['tooMuch', 'broken'],
  },
  {
    name: '200 MB of strings that are zero',
    content: bomb('xl/sharedStrings.xml', '', '\0', 200),
    outcome: ['tooMuch', 'broken'],
  },
  {
    name: 'a list of types of 100 MB',
    content: bomb('[Content_Types].xml', '', '<', 100),
    outcome: ['tooMuch', 'broken'],
  },
  {
    name: 'one string of 100 MB',
    content: bomb('xl/sharedStrings.xml', '<sst><si><t>', 'a', 100),
    outcome: ['tooMuch', 'broken'],
  },
  {
    name: 'rows of nothing, 900 MB of them',
    content: bomb(sheetName, '<worksheet><sheetData>', '<row/>', 900),
    outcome: ['tooMuch', 'broken'],
  },
  {
    name: 'strings of nothing, 500 MB of them',
    content: bomb('xl/sharedStrings.xml', '<sst>', '<si/>', 500),
    outcome: ['tooMuch'],
  },
  {
    name: 'sizes told too large',
    content: entries([{ name: 'xl/media/a.png', content: 'x', claims: 3 * 1024 ** 3 }]),
    outcome: ['tooMuch'],
  },
  {
    name: 'a size told too small',
    content: zipOf(
      Object.entries(sound).map(([name, content]) => ({
        name,
        content,
        ...(name === sheetName && { claims: 10 }),
      })),
    ),
    outcome: broken,
  },
  {
    name: '10 000 parts',
    content: entries(
      Array.from({ length: 10_000 }, (_, at) => ({ name: `xl/media/${at}.png`, content: '' })),
    ),
    outcome: ['tooMuch'],
  },
  {
    name: 'a zip file within',
    content: entries([
      { name: 'xl/embeddings/oleObject1.bin', content: zipOf([{ name: 'a', content: zeros }]) },
    ]),
    outcome: ['runs'],
  },
]

const cells: readonly [string, string, Outcome][] = [
  ['a row and column beyond the end', '<row r="1048577"><c r="XFD1048577"><v>1</v></c></row>', broken],
  ['column beyond the end', '<row r="1"><c r="XFE1"><v>1</v></c></row>', broken],
  ['column of six letters', '<row r="1"><c r="AAAAAA1"><v>1</v></c></row>', broken],
  ['10^6 columns', `<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`, ['tooManyColumns', 'tooMuch']],
  ['10^6 blank columns', `<row>${'<c/>'.repeat(1_000_000)}</row>`, ['broken', 'tooMuch']],
  ['501 columns', `<row>${'<c><v>1</v></c>'.repeat(501)}</row>`, ['tooManyColumns']],
  ['row zero', '<row r="0"><c><v>1</v></c></row>', broken],
  ['row minus one', '<row r="-1"><c><v>1</v></c></row>', broken],
  ['row 1.5', '<row r="1.5"><c><v>1</v></c></row>', broken],
  ['row of letters', '<row r="x"><c><v>1</v></c></row>', broken],
  ['rows that go back', '<row r="9"><c><v>1</v></c></row><row r="3"><c><v>1</v></c></row>', broken],
  ['a row twice', '<row r="3"><c><v>1</v></c></row><row r="3"><c><v>1</v></c></row>', broken],
  ['a cell without letters', '<row r="1"><c r="1"><v>1</v></c></row>', broken],
  ['a cell without digits', '<row r="1"><c r="A"><v>1</v></c></row>', broken],
  ['a huge string number', '<row><c t="s"><v>4294967295</v></c></row>', broken],
  ['a negative string number', '<row><c t="s"><v>-1</v></c></row>', broken],
  ['half a string number', '<row><c t="s"><v>0.5</v></c></row>', broken],
  ['no string number', '<row><c t="s"><v/></c></row>', ['read']],
  ['a string number of letters', '<row><c t="s"><v>x</v></c></row>', broken],
  ['a string number without end', '<row><c t="s"><v>1e999</v></c></row>', broken],
  ['an unknown kind of cell', '<row><c t="zz"><v>1</v></c></row>', broken],
  ['a style there is not', '<row><c s="99999999"><v>1</v></c></row>', ['read']],
  ['a number without end', '<row><c><v>1e999</v></c></row>', ['read']],
  ['no number', '<row><c><v>NaN</v></c></row>', ['read']],
  ['a number of 100 000 digits', `<row><c><v>${'9'.repeat(100_000)}</v></c></row>`, ['read']],
  ['a text of 2 MB', `<row>${inline('A1', 'x'.repeat(4_000_000))}</row>`, broken],
  ['a formula that calls a program', "<row><c><f>cmd|'/C calc'!A0</f><v>0</v></c></row>", ['read']],
  ['a reference to nothing', '<row><c t="str"><v>&nothing;</v></c></row>', broken],
  ['a bare ampersand', '<row><c t="str"><v>a & b</v></c></row>', broken],
  ['a letter beyond all', '<row><c t="str"><v>&#x110000;</v></c></row>', broken],
  ['tags crossed', '<row><c><v>1</c></v></row>', broken],
  ['a tag never closed', '<row><c><v>1</v></c>', broken],
  ['a tag never opened', '</row>', broken],
  ['300 elements within each other', '<a>'.repeat(300) + '</a>'.repeat(300), broken],
  ['an attribute of 2 MB', `<row x="${'y'.repeat(4_000_000)}"/>`, broken],
  ['a comment of 2 MB', `<!--${'y'.repeat(4_000_000)}-->`, broken],
  ['a nameless tag', '<row><></row>', broken],
]

const definitions: readonly [string, string][] = [
  ['a file of this computer', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
  ['an address', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd">'],
  [
    'entities that multiply',
    `<!DOCTYPE a [<!ENTITY e0 "ha">${Array.from({ length: 40 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('')}]>`,
  ],
  ['a parameter', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:1/">%p;]>'],
  ['nothing', '<!DOCTYPE a>'],
]

const relationTo = (type: string, target: string, mode = 'External') =>
  relations.replace(
    '</Relationships>',
    `<Relationship Id="rId9" TargetMode="${mode}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`,
  )
const packages: readonly [string, Buffer, Outcome][] = [
  ...['[Content_Types].xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', sheetName].map(
    (name): [string, Buffer, Outcome] => [`no ${name}`, without(name), ['broken', 'unknown', 'noSheet']],
  ),
  ['no strings though they are named', without('xl/sharedStrings.xml'), ['read']],
  ['no styles though they are named', without('xl/styles.xml'), ['read']],
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\x',
    'xl\\..\\..\\x',
    'xl/../../x',
    'xl/..\\x',
    'a\0b',
    '..',
  ].map((name): [string, Buffer, Outcome] => [
    `a part called ${name}`,
    entries([{ name, content: 'x' }]),
    ['places', 'broken'],
  ]),
  ...[sheetName, 'XL/WORKSHEETS/SHEET1.XML', '[Content_Types].xml', 'xl/WORKBOOK.xml'].map(
    (name): [string, Buffer, Outcome] => [`${name} twice`, entries([{ name, content: 'x' }]), broken],
  ),
  ['a link', entries([{ name: 'xl/media/a', content: '/etc/passwd', mode: 0o120777 }]), ['places']],
  ['a device', entries([{ name: 'xl/media/a', content: '', mode: 0o020666 }]), ['places']],
  ['a pipe', entries([{ name: 'xl/media/a', content: '', mode: 0o010666 }]), ['places']],
  ['an encrypted part', entries([{ name: 'xl/media/a', content: 'x', flag: 0x801 }]), ['locked']],
  [
    'another name before the bytes',
    entries([{ name: 'xl/media/a', localName: 'xl/media/b', content: 'x' }]),
    broken,
  ],
  ...[
    'xl/vbaProject.bin',
    'xl/VBAPROJECT.BIN',
    'xl/activeX/activeX1.xml',
    'xl/macrosheets/sheet1.xml',
    'xl/ctrlProps/ctrlProp1.xml',
    'customUI/customUI.xml',
    'xl/a.exe',
    'xl/embeddings/oleObject1.bin',
    'xl/a.js',
    'xl/dialogsheets/sheet1.xml',
  ].map((name): [string, Buffer, Outcome] => [`with ${name}`, entries([{ name, content: 'x' }]), ['runs']]),
  [
    'of macros by its type',
    book({
      '[Content_Types].xml': types.replace(
        'openxmlformats-officedocument.spreadsheetml.sheet.main',
        'ms-excel.sheet.macroEnabled.main',
      ),
    }),
    ['runs'],
  ],
  [
    'of binary sheets by its type',
    book({
      '[Content_Types].xml': types.replace(
        'openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        'ms-excel.sheet.binary.main',
      ),
    }),
    broken,
  ],
  [
    'a document of Word by its type',
    book({
      '[Content_Types].xml': types.replace('spreadsheetml.sheet.main', 'wordprocessingml.document.main'),
    }),
    ['broken', 'unknown'],
  ],
  [
    'without a type',
    book({ '[Content_Types].xml': types.replace(/<Override PartName="\/xl\/workbook.xml"[^>]*>/, '') }),
    broken,
  ],
  [
    'with a type of nothing',
    book({ '[Content_Types].xml': types.replace('/xl/workbook.xml', '/xl/nothing.xml') }),
    broken,
  ],
  ...['externalLink', 'image', 'attachedTemplate', 'externalLinkPath', 'worksheet'].map(
    (type): [string, Buffer, Outcome] => [
      `an outer ${type}`,
      book({ 'xl/_rels/workbook.xml.rels': relationTo(type, 'http://127.0.0.1:1/') }),
      ['fetches'],
    ],
  ),
  [
    'an outer hyperlink',
    book({ 'xl/_rels/workbook.xml.rels': relationTo('hyperlink', 'mailto:a@example.com') }),
    ['read'],
  ],
  [
    'a sheet that is its own workbook',
    book({ 'xl/_rels/workbook.xml.rels': relations.replace('worksheets/sheet1.xml', 'workbook.xml') }),
    broken,
  ],
  [
    'a sheet above the package',
    book({
      'xl/_rels/workbook.xml.rels': relations.replace('worksheets/sheet1.xml', '../../../../etc/passwd'),
    }),
    broken,
  ],
  [
    'a sheet by the address of a file',
    book({ 'xl/_rels/workbook.xml.rels': relations.replace('worksheets/sheet1.xml', 'file:///etc/passwd') }),
    broken,
  ],
  [
    'sheets without a relation',
    book({ 'xl/workbook.xml': main.replace('r:id="rId1"', 'r:id="rId77"') }),
    ['noSheet'],
  ],
  ['no sheets', book({ 'xl/workbook.xml': main.replace(/<sheets>.*<\/sheets>/, '<sheets/>') }), ['noSheet']],
  [
    'only hidden sheets',
    book({ 'xl/workbook.xml': main.replace('<sheet ', '<sheet state="veryHidden" ') }),
    ['noSheet'],
  ],
  ['a workbook in UTF-16', book({ 'xl/workbook.xml': Buffer.from(`\ufeff${main}`, 'utf16le') }), broken],
  [
    'a sheet in Latin letters of another page',
    book({ [sheetName]: Buffer.from('<worksheet><sheetData>\xff\xfe</sheetData></worksheet>', 'latin1') }),
    broken,
  ],
  ['a sheet that is empty', book({ [sheetName]: '' }), broken],
  ['a sheet that is another part', book({ [sheetName]: '<chartsheet/>' }), broken],
  [
    'a sheet with two roots',
    book({ [sheetName]: '<worksheet><sheetData/></worksheet><worksheet/>' }),
    broken,
  ],
  ['a sheet with letters behind it', book({ [sheetName]: '<worksheet><sheetData/></worksheet>x' }), broken],
  ['relations that are no XML', book({ 'xl/_rels/workbook.xml.rels': 'x' }), broken],
  ['types that are no XML', book({ '[Content_Types].xml': '{}' }), broken],
  ['strings never closed', book({ 'xl/sharedStrings.xml': '<sst><si><t>x' }), broken],
  ['styles never closed', book({ 'xl/styles.xml': '<styleSheet><cellXfs>' }), broken],
  ['bytes in front', Buffer.concat([Buffer.from('PK\u0003\u0004'), zipOfParts(sound)]), ['broken', 'read']],
  ['bytes behind', zipOf([{ name: 'a', content: 'x' }], Buffer.from('tail')), ['broken']],
  ['no parts', zipOf([]), ['unknown', 'broken']],
  ['a zip file of pictures', zipOfParts({ 'a.png': 'x' }), broken],
  ['the mark of a zip file alone', Buffer.from('PK\u0003\u0004'), broken],
  [
    'bytes of a machine',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(Buffer.from('a'.repeat(5000)))]),
    broken,
  ],
]

const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(600),
  ])
const others: readonly [string, Buffer, string, Outcome][] = [
  ['encrypted', compound('EncryptedPackage'), 'xlsx', ['locked']],
  ['encrypted, called xls', compound('EncryptedPackage'), 'xls', ['locked']],
  ['old', compound('Workbook'), 'xls', ['oldFormat']],
  ['old, called xlsx', compound('Workbook'), 'xlsx', ['oldFormat']],
  ['older', compound('Book'), 'xls', ['oldFormat']],
  ['an old document', compound('WordDocument'), 'xls', ['oldFormat']],
  ['a compound file of nothing', compound('x'), 'xlsx', ['locked']],
  ['a page called xls', Buffer.from('<html><table><tr><td>姓名</td></tr></table>'), 'xls', ['oldFormat']],
  ['XML of 2003 called xls', Buffer.from('<?xml version="1.0"?><Workbook/>'), 'xls', ['oldFormat']],
  ['a page called csv', Buffer.from('<!DOCTYPE html><p>'), 'csv', ['unknown']],
  ['a picture called xlsx', Buffer.from('89504e470d0a1a0a', 'hex'), 'xlsx', broken],
  ['a document called csv', Buffer.from('%PDF-1.7\n'), 'csv', ['unknown']],
  ['a program called csv', Buffer.concat([Buffer.from('MZ'), zeros.subarray(0, 500)]), 'csv', ['unknown']],
  ['macros by the name', zipOfParts(sound), 'xlsm', ['runs']],
  ['binary by the name', zipOfParts(sound), 'xlsb', ['binary']],
  ['a workbook called csv', zipOfParts(sound), 'csv', ['read']],
  ['a workbook without an ending', zipOfParts(sound), 'part', ['read']],
  ['text called xlsx', Buffer.from('姓名,性别\n'), 'xlsx', broken],
  ['zeros called csv', zeros, 'csv', ['unknown']],
  ['one quote of 3 MB', Buffer.from(`"${'x'.repeat(3_000_000)}`), 'csv', broken],
  ['a line of 3 MB', Buffer.from('x'.repeat(3_000_000)), 'csv', broken],
  ['a million separators', Buffer.from(`${','.repeat(1_000_000)}1`), 'csv', ['tooManyColumns']],
  ['half a letter', Buffer.from('e5a7', 'hex'), 'csv', ['encoding', 'read']],
]

const whole = zipOfParts(sound)
const corpus: readonly Hostile[] = [
  ...bombs,
  ...cells.map(([name, rows, outcome]) => ({ name, content: sheet(rows), outcome })),
  ...definitions.flatMap(([name, text]) =>
    [sheetName, 'xl/workbook.xml', 'xl/sharedStrings.xml', '[Content_Types].xml', 'xl/styles.xml'].map(
      (part) => ({
        name: `${part} that defines ${name}`,
        content: book({
          [part]: `<?xml version="1.0"?>${text}${String(sound[part]).replace(/^<\?[^>]*>/, '')}`,
        }),
        outcome: broken,
      }),
    ),
  ),
  ...packages.map(([name, content, outcome]) => ({ name, content, outcome })),
  ...others.map(([name, content, ending, outcome]) => ({ name, content, ending, outcome })),
  ...Array.from({ length: 50 }, (_, at) => ({
    name: `cut off at ${at * 2} %`,
    content: whole.subarray(0, Math.floor((whole.length * at) / 50)),
    outcome: ['broken', 'empty'],
  })),
]

async function outcomeOf(path: string): Promise<string> {
  try {
    let rows = 0
    for await (const batch of rowsOfWorkbook(path, { maxRows: 200_000 })) rows += batch.length
    return rows >= 0 ? 'read' : ''
  } catch (error) {
    if (!(error instanceof WorkbookRefusal)) throw error
    expect(error.message).toMatch(/[一-龥]/)
    return error.reason
  }
}

describe('a hostile or malformed file', () => {
  const before = process.memoryUsage().rss
  let most = before

  it('comes in two hundred forms', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(200)
  })

  it.each(corpus)('$name', async ({ content, ending, outcome }) => {
    const path = fileOf(content, ending)
    const begun = performance.now()
    expect(outcome).toContain(await outcomeOf(path))
    expect(performance.now() - begun).toBeLessThan(5000)
    most = Math.max(most, process.memoryUsage().rss)
  })

  it('takes less than 200 MB, all of them together', () => {
    expect((most - before) / 1024 / 1024).toBeLessThan(200)
  })
})
