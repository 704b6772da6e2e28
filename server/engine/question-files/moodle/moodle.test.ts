import { describe, expect, it } from 'vitest'
import { questionValue } from '../../../../catalogue/questions/value.ts'
import { wholeXml } from '../../../platform/package/whole-xml.ts'
import { isSameQuestion } from '../settled.ts'
import { bank, dot, pictures } from '../test-bank.ts'
import { questionsOfMoodle } from './read.ts'
import { moodleOfQuestions } from './write.ts'

const read = (text: string) => questionsOfMoodle(wholeXml(text))
const quiz = (...inner: readonly string[]) => read(`<?xml version="1.0"?><quiz>${inner.join('')}</quiz>`)
const html = (name: string, text: string, more = '') =>
  `<${name} format="html"><text><![CDATA[${text}]]></text>${more}</${name}>`

describe('questions in the XML of Moodle', () => {
  it('come back as they were', async () => {
    const { bytes, losses } = await moodleOfQuestions(bank, pictures, { title: '试题' })
    expect(losses).toEqual([{ place: 6, what: '材料题在 Moodle 里成为一段说明和后面的几道小题' }])
    const back = read(bytes.toString('utf8'))
    expect(back.tray).toEqual([])
    expect(back.questions.map(({ source }) => source)).toEqual(bank.map(({ id, no }) => ({ id, no })))
    const all = new Set(back.pictures.map(({ id }) => id))
    const pictureOf = (id: string) => (all.has(id) || pictures.has(id) ? 'dot' : id)
    for (const [i, { value }] of bank.entries()) {
      const other = questionValue.parse(back.questions[i]?.value)
      if (!isSameQuestion(other, value, pictureOf)) expect(other).toEqual(value)
      expect(back.questions[i]?.low).toEqual([])
    }
    expect(back.pictures.every(({ bytes: one }) => dot.equals(one))).toBe(true)
  })

  it('of other people are read by their types; what has no structure is listed', () => {
    const back = quiz(
      '<question type="category"><category><text>$course$/x</text></category></question>',
      `<question type="multichoice"><name><text>一</text></name>${html('questiontext', '<p>解 \\(x^2=4\\)，票价 $5</p><img src="@@PLUGINFILE@@/a%20b.png" alt="图">', `<file name="a b.png" path="/" encoding="base64">${dot.toString('base64')}</file>`)}<defaultgrade>2.0</defaultgrade><single>false</single>${html('answer', '2').replace('<answer', '<answer fraction="50"')}${html('answer', '3').replace('<answer', '<answer fraction="0"')}${html('answer', '-2').replace('<answer', '<answer fraction="50"')}</question>`,
      `<question type="truefalse">${html('questiontext', '对吗')}<answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer></question>`,
      `<question type="numerical">${html('questiontext', 'π')}<answer fraction="100"><text>3.14</text><tolerance>0.01</tolerance></answer></question>`,
      `<question type="multianswer">${html('questiontext', '首都 {1:SHORTANSWER:=北京~=Beijing~上海}，{2:MC:=a~b} 和 {1:NUMERICAL:=5:0.1}')}</question>`,
      `<question type="stack"><name><text>求导</text></name></question>`,
      `<question type="coderunner"><name><text>写程序</text></name></question>`,
      `<question type="essay">${html('questiontext', '<p>论述 <math><mfrac><mn>1</mn><mi>x</mi></mfrac></math></p>')}${html('graderinfo', '<p>要点</p>')}</question>`,
    )
    expect(back.tray).toEqual([
      { text: '第 5 题 求导', reason: 'stack：没有这种题型，没有读' },
      { text: '第 6 题 写程序', reason: 'coderunner：没有这种题型，没有读' },
    ])
    const [choice, truth, number, cloze, essay] = back.questions
    expect(choice?.value).toMatchObject({ questionKind: 'multiple', answer: ['A', 'C'], score: 2 })
    expect(choice?.value.stem).toContain('解 $x^2=4$，票价 \\$5')
    expect(choice?.value.stem).toMatch(/<img data-file="[0-9a-f-]{36}" alt="图">/)
    expect(truth?.value).toMatchObject({ questionKind: 'judge', answer: false })
    expect([number?.value.answer, number?.low]).toEqual([[['3.14']], ['允许的误差没有保留']])
    expect(cloze?.value.answer).toEqual([['北京', 'Beijing'], ['a'], ['5']])
    expect(cloze?.value.stem).toContain('首都 ____，____（a／b） 和 ____')
    expect(essay?.value).toMatchObject({ stem: '<p>论述 $\\frac{1}{x}$</p>', answer: '<p>要点</p>' })
  })

  it('are refused where the file breaks off, or declares what it would fetch', () => {
    expect(() => read('<quiz><question>')).toThrow('不是完整的 XML')
    expect(() => read('<!DOCTYPE quiz [<!ENTITY a SYSTEM "file:///etc/passwd">]><quiz/>')).toThrow('DOCTYPE')
  })

  it('are named by their place, whatever follows them and whatever their type is called', async () => {
    const { bytes } = await moodleOfQuestions(bank, pictures, { title: '试题' })
    const back = read(
      bytes
        .toString('utf8')
        .replace('</quiz>', '<question type="toString"><name><text>怪</text></name></question></quiz>'),
    )
    expect(back.questions.map(({ place }) => place)).toEqual(bank.map((_, i) => `第 ${i + 1} 题`))
    expect(back.tray).toEqual([
      { text: `第 ${bank.length + 1} 题 怪`, reason: 'toString：没有这种题型，没有读' },
    ])
  })

  it('keep pictures apart that have one name, and take an address that is none as it is', () => {
    const other = Buffer.from(dot)
    other[other.length - 1] = 0
    const one = (bytes: Buffer) =>
      `<question type="essay">${html('questiontext', '<p><img src="@@PLUGINFILE@@/50%.png"></p>', `<file name="50%.png" encoding="base64">${bytes.toString('base64')}</file>`)}</question>`
    const inline = (bytes: Buffer) =>
      `<question type="essay">${html('questiontext', `<p><img src="data:image/png;base64,${bytes.toString('base64')}"></p>`)}</question>`
    for (const made of [one, inline]) {
      const back = quiz(made(dot), made(other), made(dot))
      expect(back.questions.map(({ low }) => low)).toEqual([[], [], []])
      const [first, second, third] = back.questions.map(({ value }) => value.stem)
      expect([first === second, first === third]).toEqual([false, true])
      expect(back.pictures.map(({ bytes }) => Buffer.from(bytes))).toEqual([dot, other])
    }
  })

  it('say that an error was allowed, also where only a later answer has one', () => {
    const back = quiz(
      `<question type="numerical">${html('questiontext', 'π')}<answer fraction="100"><text>3</text></answer><answer fraction="100"><text>3.14</text><tolerance>0.01</tolerance></answer></question>`,
    )
    expect(back.questions[0]?.low).toEqual(['允许的误差没有保留'])
  })

  it('lose a picture that is not in the file, and say so', () => {
    const [one] = quiz(
      `<question type="essay">${html('questiontext', '<p><img src="http://other/x.png">题</p>')}</question>`,
    ).questions
    expect([one?.value.stem, one?.low]).toEqual(['<p>〔缺图〕题</p>', ['图片 http://other/x.png 不在文件里']])
  })
})
