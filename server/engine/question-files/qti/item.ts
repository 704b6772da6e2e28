import { escapedText, xmlElement, xmlText } from '../../../../catalogue/markup/letters.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import {
  blanksOf,
  fieldsOf,
  optionsOfPart,
  rightKeysOf,
  type OneQuestion,
} from '../../../../catalogue/questions/fields.ts'
import { titleOf } from '../../../../catalogue/questions/normal.ts'
import type { Answer, QuestionOption } from '../../../../catalogue/questions/value.ts'
import { mathmlTextOfTex } from '../../../platform/markup/mathml.ts'
import { written } from '../../kinds/index.ts'
import type { FiledQuestion } from '../filed.ts'
import { fieldMarkup, foreignRich, pointsNamed, standInStem, type ForeignWriting } from '../foreign-write.ts'
import { wordOfRest } from '../rest.ts'

const space = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'
const matching = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml'

/** What an item needs of its package, and whom it tells what it cannot hold. */
export type ItemWants = Pick<ForeignWriting, 'addressOf' | 'lose'>

/** A question as an item of QTI 3.0; a composite is one item with an interaction for each part. */
export function itemXml(question: FiledQuestion, wants: ItemWants): string {
  const { id, no, value } = question
  const writer = new ItemWriter(wants)
  const first = writer.one(value, '', value.questionKind === 'composite' ? null : value.options)
  const parts = value.parts.map((part, i) =>
    xmlElement('div', {}, writer.one(part, `parts.${i}.`, optionsOfPart(part, value))),
  )
  const most = xmlElement('qti-default-value', {}, xmlElement('qti-value', {}, String(value.score ?? 1)))
  const item = xmlElement(
    'qti-assessment-item',
    {
      xmlns: space,
      identifier: itemName(id, no),
      title: titleOf(value),
      'time-dependent': false,
      adaptive: false,
      'xml:lang': 'zh-CN',
    },
    writer.declarations,
    outcome('SCORE'),
    outcome('MAXSCORE', most),
    xmlElement('qti-item-body', { 'data-xingtan': wordOfRest(question) }, first, ...parts),
    xmlElement('qti-response-processing', { template: matching }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${item}\n`
}

const outcome = (identifier: string, value = ''): string =>
  xmlElement('qti-outcome-declaration', { identifier, cardinality: 'single', 'base-type': 'float' }, value)

export const itemName = (id: number, no: number): string => `xt-${id}-${no}`

/** The identifier of the response to a question or a part. */
export const responseOf = (at: string): string => {
  const part = /^parts\.(\d+)\./.exec(at)?.[1]
  return part === undefined ? 'R' : `R${Number(part) + 1}`
}

class ItemWriter {
  readonly #writing: ForeignWriting
  declarations = ''

  constructor(wants: ItemWants) {
    this.#writing = {
      ...wants,
      formula: (tex) => {
        const math = mathmlTextOfTex(tex)
        if (math !== null) return math
        wants.lose(`公式 ${tex} 没有转成 MathML，保留 TeX 原文`)
        return written('span', { 'data-tex': tex }, escapedText(`$${tex}$`))
      },
    }
  }

  /** `options`: those of its interaction; null for a material, which has none of its own. */
  one(one: OneQuestion, at: string, options: readonly QuestionOption[] | null): string {
    const response = responseOf(at)
    const form = options === null ? 'none' : formOf(one, options)
    const blank = form === 'entry' ? this.#entries(response, one.answer) : undefined
    const isToldElsewhere = (key: string): boolean => {
      if (key.startsWith('options.')) return form === 'choice' && options === one.options
      return key === 'stem' || (key.startsWith('answer') && form !== 'text' && form !== 'none')
    }
    const told = fieldsOf({ ...one, parts: [] }, at)
      .filter(({ field }) => !isToldElsewhere(field.slice(at.length)))
      .map((field) => fieldMarkup(field, this.#writing))
    return [
      fieldMarkup(
        { field: `${at}stem`, isRich: true, text: one.stem },
        { ...this.#writing, ...(blank && { blank }) },
      ),
      form === 'choice' ? this.#choices(response, one, { options: options ?? [], at }) : '',
      form === 'truth' ? this.#truth(response, one.answer) : '',
      form === 'text' ? this.#text(response) : '',
      told.length === 0 ? '' : forScorers(told),
    ].join('')
  }

  #declare(response: string, type: ResponseType, right: readonly string[], mapping = ''): void {
    const values = right.map((one) => xmlElement('qti-value', {}, xmlText(one)))
    this.declarations += xmlElement(
      'qti-response-declaration',
      {
        identifier: response,
        cardinality: type === 'multiple' ? 'multiple' : 'single',
        'base-type': type === 'string' ? 'string' : 'identifier',
      },
      values.length === 0 ? '' : xmlElement('qti-correct-response', {}, ...values),
      mapping,
    )
  }

  #choices(
    response: string,
    { questionKind, answer, options: own }: OneQuestion,
    { options, at }: { readonly options: readonly QuestionOption[]; readonly at: string },
  ): string {
    const type = questionKind === 'single' ? 'single' : 'multiple'
    this.#declare(response, type, rightKeysOf(answer))
    const choices = options.map(({ key, content, fixed }, i) => {
      const field = options === own ? `${at}options.${i}` : undefined
      const shown = written('div', { 'data-field': field }, foreignRich(content, this.#writing))
      return xmlElement('qti-simple-choice', { identifier: key, fixed }, shown)
    })
    return interaction(response, type, choices)
  }

  #truth(response: string, answer: Answer): string {
    this.#declare(response, 'single', typeof answer === 'boolean' ? [String(answer)] : [])
    return interaction(response, 'single', [
      xmlElement('qti-simple-choice', { identifier: true }, '对'),
      xmlElement('qti-simple-choice', { identifier: false }, '错'),
    ])
  }

  #text(response: string): string {
    this.#declare(response, 'string', [])
    return xmlElement('qti-extended-text-interaction', { 'response-identifier': response })
  }

  /** A field for each blank, with every way of filling it. */
  #entries(response: string, answer: Answer): () => string {
    for (const [i, ways] of blanksOf(answer).entries()) {
      const entries = ways.map((way) => xmlElement('qti-map-entry', { 'map-key': way, 'mapped-value': 1 }))
      const mapping = xmlElement('qti-mapping', { 'default-value': 0 }, ...entries)
      this.#declare(`${response}_${i + 1}`, 'string', ways.slice(0, 1), mapping)
    }
    let at = 0
    return () =>
      xmlElement('qti-text-entry-interaction', { 'response-identifier': `${response}_${(at += 1)}` })
  }
}

type ResponseType = 'single' | 'multiple' | 'string'

const interaction = (response: string, type: ResponseType, choices: readonly string[]): string =>
  xmlElement(
    'qti-choice-interaction',
    { 'response-identifier': response, shuffle: false, 'max-choices': type === 'single' ? 1 : 0 },
    ...choices,
  )

const forScorers = (told: readonly string[]): string =>
  xmlElement(
    'qti-rubric-block',
    { use: 'scoring', view: 'scorer' },
    xmlElement('qti-content-body', {}, ...told),
  )

type Form = 'choice' | 'truth' | 'entry' | 'text' | 'none'

function formOf({ questionKind: kind, answer, stem }: OneQuestion, options: readonly QuestionOption[]): Form {
  if (kind === 'single' || kind === 'multiple') return options.length > 0 ? 'choice' : 'text'
  if (kind === 'judge') return 'truth'
  if (kind !== 'blank' || !Array.isArray(answer)) return 'text'
  return standInStem(blanksOf(answer), stem) ? 'entry' : 'text'
}

/** What libraries of items search by: title, language, points of knowledge, difficulty (IEEE 1484.12.1). */
export function lomOf({ value }: FiledQuestion): string {
  const words = (text: string) => xmlElement('string', { language: 'zh-CN' }, xmlText(text))
  const level = value.difficulty === null ? '' : `难度：${labelOf('difficulty', value.difficulty)}`
  return xmlElement(
    'lom',
    { xmlns: 'http://ltsc.ieee.org/xsd/LOM' },
    xmlElement(
      'general',
      {},
      xmlElement('title', {}, words(titleOf(value))),
      xmlElement('language', {}, 'zh-CN'),
      ...pointsNamed(value).map((point) => xmlElement('keyword', {}, words(point))),
    ),
    level === '' ? '' : xmlElement('educational', {}, xmlElement('description', {}, words(level))),
  )
}
