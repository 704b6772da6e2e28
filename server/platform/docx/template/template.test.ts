import { describe, expect, it } from 'vitest'
import { readDocx } from '../read.ts'
import { packageRefusals } from '../../documents/refusal.ts'
import {
  cleanTemplate,
  drawnDocument,
  filledDocument,
  marked,
  openTemplate,
  packTemplate,
  placesIn,
  scan,
  type PlaceWords,
} from './index.ts'
import { p, run, tbl, templateOf, tr } from './test-template.ts'

const taken = async (...body: readonly string[]) => openTemplate(await cleanTemplate(templateOf(body)))
const filling: PlaceWords = {
  wordsOf: (name, record) => ({ 姓名: '陈<春>芳\n副校长', 空: '' })[name] ?? `${name}${record + 1}`,
  timesOf: (names) => (names.some((name) => name.startsWith('学习')) ? 3 : null),
}
/** The letters of a filled document, block by block. */
async function letters(template: Awaited<ReturnType<typeof taken>>, document: string): Promise<string[]> {
  const { blocks } = await readDocx(await packTemplate(template, document), packageRefusals)
  const text = (block: (typeof blocks)[number]): string[] =>
    block.kind === 'table'
      ? block.rows.map((row) => row.map((cell) => cell.flatMap(text).join('/')).join('|'))
      : [
          block.pieces
            .map((piece) => (piece.kind === 'words' ? piece.text : piece.kind === 'break' ? '⏎' : ''))
            .join(''),
        ]
  return blocks.flatMap(text)
}

describe('a form made in Word', () => {
  it('is filled where its places stand, also where Word cut one into runs of other looks', async () => {
    const template = await taken(
      p('姓名：{', run('姓', '<w:b/>'), run('名'), '}，{空}完'),
      p('｛ 单位 ｝在', '<w:r><w:tab/></w:r>', '{'),
      p('}没有合上的'),
    )
    const found = scan(template.document)
    expect(placesIn(found).map(({ name, near }) => [name, near])).toEqual([
      ['姓名', '姓名：{姓名}，{空}完'],
      ['空', '姓名：{姓名}，{空}完'],
      ['单位', '｛ 单位 ｝在 {'],
      // Nothing closes it in its line.
      ['', '｛ 单位 ｝在 {'],
    ])
    const filled = filledDocument(template.document, found, filling)
    expect(await letters(template, filled)).toEqual([
      '姓名：陈<春>芳⏎副校长，完',
      '单位1在\t{',
      '}没有合上的',
    ])
  })

  it('repeats the row that holds a list, once where there is nothing, and leaves other rows as they are', async () => {
    const template = await taken(
      tbl(tr('起止', '学校'), tr('{学习.起}', p('第', '{学习', '.校}')), tr('合计', '{姓}')),
    )
    const found = scan(template.document)
    expect(await letters(template, filledDocument(template.document, found, filling))).toEqual([
      '起止|学校',
      '学习.起1|第学习.校1',
      '学习.起2|第学习.校2',
      '学习.起3|第学习.校3',
      '合计|姓1',
    ])
    const none = filledDocument(template.document, found, { wordsOf: () => '', timesOf: () => 0 })
    expect((await letters(template, none))[1]).toBe('|第')
  })

  it('says on which page a place stands: as Word noted it, else by the breaks', async () => {
    const pages = async (...body: readonly string[]) =>
      placesIn(scan((await taken(...body)).document)).map(({ page }) => page)
    const rendered = '<w:r><w:lastRenderedPageBreak/><w:t>乙{b}</w:t></w:r>'
    const broken = '<w:r><w:br w:type="page"/></w:r>'
    expect(await pages(p('{a}'), p(broken), p(rendered))).toEqual([1, 2])
    expect(
      await pages(
        p('{a}'),
        p(broken),
        p('{b}'),
        '<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>{c}</w:t></w:r></w:p>',
      ),
    ).toEqual([1, 2, 3])
  })

  it('is refused with macros, embedded files, pictures from elsewhere, fields that read files, and as another kind', async () => {
    const reason = (bytes: Buffer) =>
      cleanTemplate(bytes).then(
        () => 'taken',
        (error: unknown) => String((error as { reason?: string }).reason ?? error),
      )
    const plain = [p('{姓名}')]
    const outside = (type: string) =>
      `<Relationship Id="rId5" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="http://evil.example/a" TargetMode="External"/>`
    const fieldOf = (...pieces: readonly string[]) =>
      p(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
        ...pieces.map((one) => `<w:r><w:instrText xml:space="preserve">${one}</w:instrText></w:r>`),
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
      )
    expect(await reason(templateOf(plain))).toBe('taken')
    expect(await reason(templateOf(plain, { relations: outside('hyperlink') }))).toBe('taken')
    expect(await reason(templateOf([fieldOf(' PAGE ')]))).toBe('taken')
    expect(await reason(templateOf(plain, { parts: { 'word/vbaProject.bin': 'x' } }))).toBe('runs')
    expect(await reason(templateOf(plain, { parts: { 'word/embeddings/a.xlsx': 'x' } }))).toBe('runs')
    expect(
      await reason(templateOf(plain, { type: 'application/vnd.ms-word.document.macroEnabled.main+xml' })),
    ).toBe('runs')
    expect(await reason(templateOf(plain, { relations: outside('image') }))).toBe('fetches')
    expect(await reason(templateOf(plain, { relations: outside('attachedTemplate') }))).toBe('fetches')
    expect(await reason(templateOf([fieldOf(' DDE', 'AUTO c:\\\\cmd.exe ')]))).toBe('fetches')
    expect(await reason(templateOf(['<w:p><w:fldSimple w:instr=" INCLUDETEXT a.txt "/></w:p>']))).toBe(
      'fetches',
    )
    expect(await reason(templateOf(['<w:altChunk r:id="rId7"/>']))).toBe('runs')
    expect(
      await reason(
        templateOf([p('<w:r><w:pict><v:imagedata src="http://evil.example/a.png"/></w:pict></w:r>')]),
      ),
    ).toBe('fetches')
    expect(await reason(Buffer.from('no zip'))).not.toBe('taken')
    expect(await reason(Buffer.alloc(1024 * 1024 + 1))).toBe('tooMuch')
  })

  it('is drawn with its sizes, places, tables of joined cells and breaks, and says what is left out', async () => {
    const template = await openTemplate(
      await cleanTemplate(
        templateOf(
          [
            '<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/><w:sz w:val="44"/></w:rPr><w:t>登记表</w:t></w:r></w:p>',
            '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="3000"/></w:tblGrid>' +
              '<w:tr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>照片</w:t></w:r></w:p></w:tc>' +
              '<w:tc><w:p><w:r><w:t>甲</w:t></w:r></w:p><w:p><w:r><w:t>乙</w:t></w:r></w:p></w:tc></w:tr>' +
              '<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>',
            '<w:p><w:r><w:br w:type="page"/><w:t>下一页</w:t></w:r></w:p>',
          ],
          {
            parts: {
              'word/header1.xml':
                '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>',
            },
          },
        ),
      ),
    )
    expect(drawnDocument(template, template.document)).toEqual({
      paper: 'portrait',
      units: 1200,
      left: ['页眉、页脚'],
      parts: [
        { part: 'text', text: '登记表', size: 22, align: 'center', bold: true, above: 0 },
        {
          part: 'grid',
          rows: [
            [
              { text: '照片', look: 'value', align: 'left', span: 300, down: 2 },
              { text: '甲\n乙', look: 'value', align: 'left', span: 900 },
            ],
            [{ text: '', look: 'value', align: 'left', span: 900 }],
          ],
        },
        { part: 'page' },
        { part: 'text', text: '下一页', size: 10.5, align: 'left', above: 0 },
      ],
    })
  })

  it('carries the code under which it is verified as the last thing on it', async () => {
    const template = await taken(p('正文'))
    const { end } = scan(template.document)
    const mark = { lines: ['验证码 abcd'], address: 'https://portal.example/v/abcd' }
    const whole = await marked(template, { document: template.document, end }, mark)
    const { blocks, pictures } = await readDocx(
      await packTemplate(template, whole.document, whole.parts),
      packageRefusals,
    )
    expect(blocks.map((block) => (block.kind === 'paragraph' ? block.pieces[0] : null))).toMatchObject([
      { kind: 'words', text: '正文' },
      { kind: 'picture', part: 'word/media/verify.png' },
      { kind: 'words', text: '验证码 abcd' },
    ])
    expect(pictures.get('word/media/verify.png')?.subarray(1, 4).toString()).toBe('PNG')
  })
})
