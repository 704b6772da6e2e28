import { describe, expect, it } from 'vitest'
import { questionValue } from '../../../../catalogue/questions/value.ts'
import { zipOfParts } from '../../../platform/package/test-zip.ts'
import { questionsOfPackage } from '../package.ts'
import { isSameQuestion } from '../settled.ts'
import { bank, dot, pictures } from '../test-bank.ts'
import { qtiOfQuestions } from './write.ts'

const two = 'xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1"'
const math = 'xmlns="http://www.w3.org/1998/Math/MathML"'
/** An item of QTI 2.1 as other programs write one. */
const item = (declarations: string, body: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem ${two} identifier="i" title="一题" adaptive="false" timeDependent="false">${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`
const right = (id: string, cardinality: string, ...values: readonly string[]) =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="identifier"><correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse></responseDeclaration>`

describe('questions as a package of QTI', () => {
  it('come back as they were', async () => {
    const { bytes, losses } = await qtiOfQuestions(bank, pictures)
    expect(losses).toEqual([])
    const back = await questionsOfPackage(bytes)
    expect(back.tray).toEqual([])
    expect(back.questions.map(({ source }) => source)).toEqual(bank.map(({ id, no }) => ({ id, no })))
    const all = new Set(back.pictures.map(({ id }) => id))
    const pictureOf = (id: string) => (all.has(id) || pictures.has(id) ? 'dot' : id)
    for (const [i, { value }] of bank.entries()) {
      const other = questionValue.parse(back.questions[i]?.value)
      if (!isSameQuestion(other, value, pictureOf)) expect(other).toEqual(value)
      expect(back.questions[i]?.low).toEqual([])
    }
    expect(back.pictures.map(({ bytes: one }) => dot.equals(one))).toEqual([true])
  })

  it('of version 2.1 have their formulas as TeX; what is made of programs is listed (test 31)', async () => {
    const choice = item(
      right('RESPONSE', 'single', 'c2'),
      `<p>求 <math ${math}><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac></math> <img src="img/a.png" alt="图"/></p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>选一个，$5</prompt><simpleChoice identifier="c1"><math ${math}><msup><mi>a</mi><mn>2</mn></msup></math></simpleChoice><simpleChoice identifier="c2" fixed="true">乙</simpleChoice></choiceInteraction>`,
      '<modalFeedback outcomeIdentifier="F" identifier="x" showHide="show"><p>因为</p></modalFeedback>',
    )
    const pci = item(
      '',
      '<customInteraction responseIdentifier="R"><portableCustomInteraction xmlns="http://www.imsglobal.org/xsd/portableCustomInteraction"/></customInteraction>',
    )
    const script = item('', '<p>题</p><script>alert(1)</script>')
    const hotspot = item('', '<hotspotInteraction responseIdentifier="R"/>')
    const back = await questionsOfPackage(
      zipOfParts({
        'a/choice.xml': choice,
        'a/img/a.png': dot,
        'b.xml': pci,
        'c.xml': script,
        'd.xml': hotspot,
        'e.xml': '<a>',
        'f.xml': '<html/>',
      }),
    )
    expect(back.questions).toHaveLength(1)
    const [one] = back.questions
    expect(one?.value).toMatchObject({ questionKind: 'single', answer: 'B', analysis: '<p>因为</p>' })
    expect(one?.value.stem).toMatch(
      /^<p>求 \$\\frac\{1\}\{\\sqrt\{x\}\}\$ <img data-file="[0-9a-f-]{36}" alt="图"><\/p><p>选一个，\\\$5<\/p>$/,
    )
    expect(one?.value.options).toEqual([
      { key: 'A', content: '$a^{2}$' },
      { key: 'B', content: '乙', fixed: true },
    ])
    expect(back.tray).toEqual([
      { text: 'e.xml', reason: '第 1 行不是完整的 XML' },
      { text: 'b.xml 一题', reason: '含 custom-interaction：没有这种作答方式，没有读' },
      { text: 'c.xml 一题', reason: '含脚本，没有读' },
      { text: 'd.xml 一题', reason: '含 hotspot-interaction：没有这种作答方式，没有读' },
      { text: 'f.xml', reason: '不是题目，没有读' },
    ])
  })

  it('have blanks, several interactions and materials', async () => {
    const blank = item(
      `<responseDeclaration identifier="A" cardinality="single" baseType="string"><correctResponse><value>海</value></correctResponse><mapping><mapEntry mapKey="海" mappedValue="1"/><mapEntry mapKey="大海" mappedValue="1"/><mapEntry mapKey="山" mappedValue="0"/></mapping></responseDeclaration>`,
      '<p>面朝<textEntryInteraction responseIdentifier="A"/></p>',
    )
    const choices =
      '<simpleChoice identifier="x">一</simpleChoice><simpleChoice identifier="y">二</simpleChoice>'
    const several = item(
      right('P', 'single', 'x') + right('Q', 'multiple', 'x', 'y'),
      `<p>材料</p><choiceInteraction responseIdentifier="P"><prompt>甲</prompt>${choices}</choiceInteraction><choiceInteraction responseIdentifier="Q" maxChoices="0"><prompt>乙</prompt>${choices}</choiceInteraction><extendedTextInteraction responseIdentifier="R"><prompt>丙</prompt></extendedTextInteraction>`,
    )
    const back = await questionsOfPackage(zipOfParts({ 'a.xml': blank, 'b.xml': several }))
    expect(back.questions.map(({ value }) => [value.questionKind, value.stem, value.answer])).toEqual([
      ['blank', '<p>面朝____</p>', [['海', '大海']]],
      ['composite', '<p>材料</p>', null],
    ])
    expect(
      back.questions[1]?.value.parts.map(({ questionKind, stem, answer }) => [questionKind, stem, answer]),
    ).toEqual([
      ['single', '<p>甲</p>', 'A'],
      ['multiple', '<p>乙</p>', ['A', 'B']],
      ['essay', '<p>丙</p>', null],
    ])
  })
})
