import { describe, expect, it } from 'vitest'
import { lettersOf } from '../../../catalogue/questions/word/lines.ts'
import { readPaper } from '../../../catalogue/questions/word/read.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { packageRefusals } from '../../platform/documents/refusal.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { docxOf, drawing, item, math, p, run, tab, tbl } from './test-docx.ts'
import { paperOf } from './word.ts'

async function read(...body: readonly string[]) {
  const document = await readDocx(docxOf(...body), packageRefusals)
  const paper = paperOf(document, (part) => (part.endsWith('.png') ? `file ${part}` : null))
  return { paper, ...readPaper(paper) }
}
type PaperResult = Awaited<ReturnType<typeof read>>
const stems = ({ questions }: PaperResult) => questions.map(({ value }) => wordsOfRich(value.stem))
const options = ({ questions }: PaperResult, at = 0) =>
  questions[at]?.value.options.map(({ key, content }) => `${key} ${wordsOfRich(content)}`)

/** Each block has one place, and the letters of its text are all in the question or among its labels. */
function expectConserved({ paper, found }: PaperResult): void {
  expect(found.places.length).toBe(paper.blocks.length)
  expect([...found.places.keys()].filter((at) => found.places[at] === undefined)).toEqual([])
  for (const question of found.questions) {
    const kept = [question.stem, ...question.options.map(({ text }) => text), question.dropped]
    const inPaper = question.blocks
      .map((at) => {
        const block = paper.blocks[at]
        return block?.kind === 'text' ? block.text : (block?.rows.flat(2).join('') ?? '')
      })
      .join('')
    const marked = [question.analysis, question.points, question.difficulty, question.source].join('')
    const answer = found.places.includes('answers') ? '' : (question.answer ?? '')
    expect(lettersOf([...kept, marked, answer].join('')), question.stem).toBe(lettersOf(inPaper))
  }
}

describe('a paper of Word', () => {
  it('is read in the order of its numbers, however they are written (test 21)', async () => {
    const reading = await read(
      p('1. 第一题'),
      p('2．第二题'),
      p('3、第三题'),
      p('(4) 第四题'),
      p('5）第五题'),
      p('第6题 第六题'),
    )
    expect(reading.questions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(stems(reading)).toEqual(['第一题', '第二题', '第三题', '第四题', '第五题', '第六题'])
    expectConserved(reading)
  })

  it('has the numbers of its lists worked out (test 21)', async () => {
    const reading = await read(p('1. 手写'), item(3, '自动第二'), item(3, '自动第三'), p('4. 又手写'))
    expect(reading.questions.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    const lettered = await read(item(1, '选哪个'), item(2, '甲'), item(2, '乙'), item(2, '丙'))
    expect(options(lettered)).toEqual(['A 甲', 'B 乙', 'C 丙'])
    expectConserved(lettered)
  })

  it('begins no question at a number that is none (test 22)', async () => {
    const reading = await read(
      p('1. 第一题'),
      p('2. 圆的周长'),
      p('3.14×2 约等于多少'),
      p('2024．年的产量'),
      p('15. 个苹果分给五人'),
      p('3．第三题'),
    )
    expect(stems(reading)).toEqual([
      '第一题',
      '圆的周长\n3.14×2 约等于多少\n2024．年的产量\n15. 个苹果分给五人',
      '第三题',
    ])
    const money = await read(p('1．5元的笔买了几支'))
    expect(money.questions).toEqual([])
    expect(money.tray.map(({ text }) => text)).toEqual(['1．5元的笔买了几支'])
  })

  it('has options in a table with pictures inside (test 23)', async () => {
    const reading = await read(
      p('1. 哪一个是轴对称图形'),
      tbl([p('A. ', drawing('rId1', '风车')), p('B．', drawing('rId2'))], ['C. 平行四边形', 'D. 圆']),
    )
    expect(reading.questions[0]?.value.options.map(({ content }) => content)).toEqual([
      '<p><img data-file="file word/media/image1.png" alt="风车"></p>',
      '<p><img data-file="file word/media/image2.png" alt=""></p>',
      '<p>平行四边形</p>',
      '<p>圆</p>',
    ])
    expectConserved(reading)
  })

  it.each([
    [[p('A. 甲', tab, 'B. 乙', tab, 'C. 丙', tab, 'D. 丁')], ['A 甲', 'B 乙', 'C 丙', 'D 丁']],
    [
      [p('A．甲  B．乙'), p('C．丙  D．丁')],
      ['A 甲', 'B 乙', 'C 丙', 'D 丁'],
    ],
    [
      [p('(A) 甲'), p('(B) 乙')],
      ['A 甲', 'B 乙'],
    ],
    [
      [p('Ａ、甲'), p('Ｂ、乙'), p('接着乙')],
      ['A 甲', 'B 乙\n接着乙'],
    ],
    [[p('A. ', math('x=1'), tab, 'B. ', math('x=2'))], ['A $x=1$', 'B $x=2$']],
  ])('has options on any number of lines: %#', async (lines, expected) => {
    const reading = await read(p('1. 选一个'), ...lines)
    expect(options(reading)).toEqual(expected)
    expectConserved(reading)
  })

  it('takes points of geometry for no options (test 24)', async () => {
    const reading = await read(p('1. 如图，'), p('A、B两点相距3千米，C、D两点相距2千米。'))
    expect(reading.questions[0]?.value.options).toEqual([])
    expect(stems(reading)[0]).toContain('A、B两点相距3千米')
    expectConserved(reading)
  })

  it('joins the answers of its end by number; what is missing is told (test 25)', async () => {
    const numbers = Array.from({ length: 11 }, (_, i) => i + 1)
    const reading = await read(
      p('一、选择题（共11小题，每小题3分，共33分）'),
      ...numbers.flatMap((number) => [p(`${number}. 题目`), p('A. 甲  B. 乙  C. 丙  D. 丁')]),
      p('参考答案'),
      p('1–5 BCADB'),
      tbl(['题号', '6', '7', '8', '9', '10'], ['答案', 'A', 'B', 'C', 'D', 'A']),
    )
    const answers = reading.questions.map(({ value }) => value.answer)
    expect(answers).toEqual([...'BCADBABCDA', null])
    expect(reading.questions.map(({ confidence }) => confidence)).toEqual([
      ...Array(10).fill('high'),
      'middle',
    ])
    expect(reading.questions[10]?.reasons).toEqual(['没有答案'])
    expect(reading.questions[0]?.value.score).toBe(3)
    expect(reading.warnings).toEqual([])
    expectConserved(reading)
  })

  it('keeps sections apart that both count from one (test 26)', async () => {
    const reading = await read(
      p('一、选择题'),
      p('1. 甲题'),
      p('A. 一  B. 二'),
      p('二、填空题（共2小题）'),
      p('1. 乙题等于____'),
      p('参考答案'),
      p('一、选择题'),
      p('1. B'),
      p('二、填空题'),
      p('1. 42'),
    )
    expect(reading.questions.map(({ value }) => [value.questionKind, value.answer])).toEqual([
      ['single', 'B'],
      ['blank', [['42']]],
    ])
    expect(reading.warnings).toEqual(['“二、填空题（共2小题）”：题头说 2 题，认出 1 题'])
  })

  it('leaves out what was deleted and remarked, takes what was inserted (test 27)', async () => {
    const reading = await read(
      p('1. 题目', '<w:commentRangeStart w:id="0"/>', '<w:r><w:commentReference w:id="0"/></w:r>'),
      p(
        'A. 甲<w:del/>'.replace('<w:del/>', ''),
        '<w:del><w:r><w:delText>删去</w:delText></w:r></w:del>',
        `<w:ins>${run('补上')}</w:ins>`,
      ),
      p('B. 乙'),
    )
    expect(options(reading)).toEqual(['A 甲补上', 'B 乙'])
  })

  it('has a text box once, though it is written twice (test 28)', async () => {
    const box = (inner: string) => `<wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx>`
    const reading = await read(
      p(
        '1. 看框里的话',
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box(p('框中文字'))}</w:drawing></mc:Choice>
          <mc:Fallback><w:pict>${box(p('框中文字'))}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ),
    )
    expect(stems(reading)).toEqual(['看框里的话\n框中文字'])
  })

  it('lists a formula that nobody reads and lets nothing vanish (test 29)', async () => {
    const ole = (relation: string) =>
      `<w:r><w:object><v:shape><v:imagedata r:id="${relation}"/></v:shape><o:OLEObject ProgID="Equation.DSMT4"/></w:object></w:r>`
    const reading = await read(p('1. 计算', ole('rId9'), '的值'), p('2. 化简', ole('rId1')))
    expect(stems(reading)[0]).toBe('计算〔读不出的公式〕的值')
    expect(reading.questions[1]?.value.stem).toContain('<img data-file=')
    expect(reading.questions.map(({ confidence, reasons }) => [confidence, reasons[0]])).toEqual([
      ['low', '有读不出的公式或图'],
      ['low', '有读不出的公式或图'],
    ])
  })

  it('keeps signs of markup within formulas', async () => {
    const reading = await read(
      p('1. 若', math('a&lt;b'), '且', math('b&gt;c')),
      p('2. 填____'),
      p('【答案】', math('x&lt;1')),
    )
    expect(reading.questions.map(({ value }) => [value.stem, value.answer])).toEqual([
      ['<p>若$a&lt;b$且$b&gt;c$</p>', null],
      ['<p>填____</p>', [['$x<1$']]],
    ])
  })

  it('is taken apart as somebody mended it: two merged, one split, and answers still find their numbers', async () => {
    const body = [
      p('1. 甲'),
      p('2. 并入甲的'),
      p('3. 乙'),
      p('另起的丙'),
      p('4. 丁'),
      p('参考答案'),
      ...['一', '二', '三', '四'].map((text, i) => p(`${i + 1}. ${text}`)),
    ]
    const document = await readDocx(docxOf(...body), packageRefusals)
    const paper = paperOf(document, () => null)
    const mended = (cuts: readonly (readonly [number, 'start' | 'join'])[]) => {
      const reading = readPaper(paper, new Map(cuts))
      expectConserved({ paper, ...reading })
      return reading.questions.map(({ number, value, reasons }) => [
        number,
        wordsOfRich(value.stem),
        ...reasons,
      ])
    }
    expect(mended([])).toHaveLength(4)
    expect(
      mended([
        [1, 'join'],
        [3, 'start'],
      ]),
    ).toEqual([
      [1, '甲\n2. 并入甲的'],
      [3, '乙'],
      [3, '另起的丙', '没有答案'],
      [4, '丁'],
    ])
  })

  it('has answers, explanations and the rest behind their marks, and in brackets', async () => {
    const reading = await read(
      p('1．（5分）方程', math('x=2'), '的根是（ B ）'),
      p('A. 1  B. 2'),
      p('【解析】代入即可。'),
      p('故选：B'),
      p('【考点】方程的根'),
      p('【难度】0.65'),
      p('2. 地球绕太阳转____圈', run('      ', '<w:u w:val="single"/>')),
      p('答案：一；两'),
    )
    const [first, second] = reading.questions.map(({ value }) => value)
    expect(first).toMatchObject({ answer: 'B', score: 5, difficulty: '3', knowledgePoints: '方程的根' })
    expect(first?.stem).toBe('<p>方程$x=2$的根是（　　）</p>')
    expect(first?.analysis).toBe('<p>代入即可。</p><p>故选：B</p>')
    expect(second).toMatchObject({ questionKind: 'blank', answer: [['一'], ['两']] })
    expectConserved(reading)
  })

  it('has parts within their question, and a material with its questions', async () => {
    const reading = await read(
      p('1. 已知三角形，'),
      p('(1) 求边长；'),
      p('(2) 求面积。'),
      p('阅读下文，完成2～3题。'),
      p('渔村的早晨从潮声开始。'),
      p('2. 写了什么'),
      p('A. 海  B. 山'),
      p('3. 有什么作用'),
    )
    expect(reading.questions.map(({ number, value }) => [number, value.questionKind])).toEqual([
      [1, 'essay'],
      [2, 'composite'],
    ])
    expect(stems(reading)[0]).toBe('已知三角形，\n(1) 求边长；\n(2) 求面积。')
    expect(reading.questions[1]?.value.parts.map(({ questionKind }) => questionKind)).toEqual([
      'single',
      'essay',
    ])
    expectConserved(reading)
  })

  it('tells gaps: of a number, of an option, of an answer that is no option', async () => {
    const reading = await read(
      p('1. 甲题'),
      p('A. 一'),
      p('B. 二'),
      p('D. 四'),
      p('【答案】C'),
      p('3. 跳过一题'),
    )
    expect(reading.questions.map(({ reasons }) => reasons)).toEqual([
      ['选项缺 C'],
      ['题号从 1 跳到 3', '没有答案'],
    ])
  })

  it('keeps the letters of options around a gap, for the answer names them', async () => {
    const reading = await read(p('1. 题'), p('A. 一'), p('B. 二'), p('D. 四'), p('【答案】D'))
    expect(options(reading)).toEqual(['A 一', 'B 二', 'C ', 'D 四'])
    expectConserved(reading)
  })

  it('refuses what is no package', async () => {
    await expect(readDocx(Buffer.from('no zip'), packageRefusals)).rejects.toThrow()
  })
})
