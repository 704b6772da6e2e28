import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { fieldsOf, type OneQuestion, type QuestionField } from '../../../../catalogue/questions/fields.ts'
import { titleOf } from '../../../../catalogue/questions/normal.ts'
import { blanksIn } from '../../../../catalogue/questions/texts.ts'
import type { QuestionOption } from '../../../../catalogue/questions/value.ts'
import { mathmlTextOfTex } from '../../../platform/markup/mathml.ts'
import type { FiledQuestion } from '../filed.ts'
import { attribute, foreignLine, foreignRich, type ForeignWriting } from '../foreign-write.ts'
import { wordOfRest } from '../rest.ts'

const space = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'

/** What an item needs of its package, and whom it tells what it cannot hold. */
export interface ItemWants {
  /** The address of a picture within the package; null where it has none. */
  readonly addressOf: (id: string) => string | null
  readonly lose: (what: string) => void
}

/** A question as an item of QTI 3.0; a composite is one item with an interaction for each part. */
export function itemXml(question: FiledQuestion, wants: ItemWants): string {
  const { id, no, value } = question
  const writer = new ItemWriter(wants)
  const isMaterial = value.questionKind === 'composite'
  const first = writer.one(value, '', isMaterial ? null : value.options)
  const parts = value.parts.map((part, i) => {
    const hasOptions = part.questionKind === 'single' || part.questionKind === 'multiple'
    // Parts that share a pool have its options each.
    const pool = part.options.length > 0 || !hasOptions ? part.options : value.options
    return `<div>${writer.one(part, `parts.${i}.`, pool)}</div>`
  })
  const most = value.score ?? 1
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<qti-assessment-item xmlns="${space}" identifier="${itemName(id, no)}" title="${attribute(titleOf(value))}" time-dependent="false" adaptive="false" xml:lang="zh-CN">`,
    writer.declarations,
    '<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>',
    `<qti-outcome-declaration identifier="MAXSCORE" cardinality="single" base-type="float"><qti-default-value><qti-value>${most}</qti-value></qti-default-value></qti-outcome-declaration>`,
    `<qti-item-body data-xingtan="${wordOfRest(question)}">${first}${parts.join('')}</qti-item-body>`,
    '<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>',
    '</qti-assessment-item>\n',
  ].join('')
}

export const itemName = (id: number, no: number): string => `xt-${id}-${no}`

/** The identifier of the response to a question or a part. */
export const responseOf = (at: string): string => {
  const part = /^parts\.(\d+)\./.exec(at)?.[1]
  return part === undefined ? 'R' : `R${Number(part) + 1}`
}

class ItemWriter {
  readonly #wants: ItemWants
  declarations = ''

  constructor(wants: ItemWants) {
    this.#wants = wants
  }

  readonly #writing: ForeignWriting = {
    formula: (tex) => {
      const math = mathmlTextOfTex(tex)
      if (math !== null) return math
      this.#wants.lose(`公式 ${tex} 没有转成 MathML，保留 TeX 原文`)
      return `<span data-tex="${attribute(tex)}">$${attribute(tex)}$</span>`
    },
    picture: (id, alt) => {
      const address = this.#wants.addressOf(id)
      if (address !== null) return `<img src="${attribute(address)}" alt="${attribute(alt)}"/>`
      this.#wants.lose(`图片${alt === '' ? '' : `“${alt}”`}太大或读不到，没有放进文件`)
      return null
    },
  }

  /** `options`: those of its interaction; null for a material, which has none of its own. */
  one(one: OneQuestion, at: string, options: readonly QuestionOption[] | null): string {
    const fields = fieldsOf({ ...one, parts: [] }, at)
    const response = responseOf(at)
    const form = options === null ? 'none' : formOf(one, options)
    const writing: ForeignWriting =
      form === 'entry' ? { ...this.#writing, blank: this.#entries(response, one.answer) } : this.#writing
    const told = fields.filter(({ field }) => {
      const key = field.slice(at.length)
      if (key === 'stem') return false
      if (key.startsWith('options.')) return form !== 'choice' || options !== one.options
      return !key.startsWith('answer') || form === 'text' || form === 'none'
    })
    const stem = `<div data-field="${at}stem">${foreignRich(one.stem, writing)}</div>`
    const rubric = told.map((field) => this.#field(field)).join('')
    return [
      stem,
      form === 'choice' ? this.#choices(response, one, { options: options ?? [], at }) : '',
      form === 'truth' ? this.#truth(response, one.answer) : '',
      form === 'text' ? this.#text(response) : '',
      rubric === ''
        ? ''
        : `<qti-rubric-block use="scoring" view="scorer"><qti-content-body>${rubric}</qti-content-body></qti-rubric-block>`,
    ].join('')
  }

  #field({ field, isRich, text }: QuestionField): string {
    const inner = isRich ? foreignRich(text, this.#writing) : foreignLine(text, this.#writing)
    return `<div data-field="${field}">${inner}</div>`
  }

  #declare(response: string, type: string, right: readonly string[], more = ''): void {
    const isMany = type === 'multiple'
    const values = right.map((one) => `<qti-value>${attribute(one)}</qti-value>`).join('')
    this.declarations += `<qti-response-declaration identifier="${response}" cardinality="${isMany ? 'multiple' : 'single'}" base-type="${type === 'string' ? 'string' : 'identifier'}">${values === '' ? '' : `<qti-correct-response>${values}</qti-correct-response>`}${more}</qti-response-declaration>`
  }

  #choices(
    response: string,
    { questionKind, answer, options: own }: OneQuestion,
    { options, at }: { readonly options: readonly QuestionOption[]; readonly at: string },
  ): string {
    const isSingle = questionKind === 'single'
    const right = typeof answer === 'string' ? [answer] : Array.isArray(answer) ? answer.flat() : []
    this.#declare(response, isSingle ? 'single' : 'multiple', right)
    const choices = options.map(({ key, content, fixed }, i) => {
      const field = options === own ? ` data-field="${at}options.${i}"` : ''
      return `<qti-simple-choice identifier="${key}"${fixed ? ' fixed="true"' : ''}><div${field}>${foreignRich(content, this.#writing)}</div></qti-simple-choice>`
    })
    return `<qti-choice-interaction response-identifier="${response}" shuffle="false" max-choices="${isSingle ? 1 : 0}">${choices.join('')}</qti-choice-interaction>`
  }

  #truth(response: string, answer: OneQuestion['answer']): string {
    this.#declare(response, 'single', typeof answer === 'boolean' ? [String(answer)] : [])
    return `<qti-choice-interaction response-identifier="${response}" shuffle="false" max-choices="1"><qti-simple-choice identifier="true">对</qti-simple-choice><qti-simple-choice identifier="false">错</qti-simple-choice></qti-choice-interaction>`
  }

  #text(response: string): string {
    this.#declare(response, 'string', [])
    return `<qti-extended-text-interaction response-identifier="${response}"/>`
  }

  /** A field for each blank, with every way of filling it. */
  #entries(response: string, answer: OneQuestion['answer']): () => string {
    const blanks = Array.isArray(answer) ? answer.map((ways) => [ways].flat()) : []
    for (const [i, ways] of blanks.entries()) {
      const entries = ways
        .map((way) => `<qti-map-entry map-key="${attribute(way)}" mapped-value="1"/>`)
        .join('')
      this.#declare(
        `${response}_${i + 1}`,
        'string',
        ways.slice(0, 1),
        `<qti-mapping default-value="0">${entries}</qti-mapping>`,
      )
    }
    let at = 0
    return () => `<qti-text-entry-interaction response-identifier="${response}_${(at += 1)}"/>`
  }
}

type Form = 'choice' | 'truth' | 'entry' | 'text' | 'none'

function formOf({ questionKind: kind, answer, stem }: OneQuestion, options: readonly QuestionOption[]): Form {
  if (kind === 'single' || kind === 'multiple') return options.length > 0 ? 'choice' : 'text'
  if (kind === 'judge') return 'truth'
  if (kind !== 'blank' || !Array.isArray(answer)) return 'text'
  const isFilled = answer.every((ways) => [ways].flat().length > 0)
  return isFilled && blanksIn(stem) === answer.length && !stem.includes('\\blank') ? 'entry' : 'text'
}

/** What libraries of items search by: title, language, points of knowledge, difficulty (IEEE 1484.12.1). */
export function lomOf({ value }: FiledQuestion): string {
  const words = value.knowledgePoints
    .split(/[；;、]/)
    .map((one) => one.trim())
    .filter(Boolean)
  const keywords = words.map(
    (word) => `<keyword><string language="zh-CN">${attribute(word)}</string></keyword>`,
  )
  const difficulty =
    value.difficulty === null
      ? ''
      : `<educational><description><string language="zh-CN">难度：${labelOf('difficulty', value.difficulty)}</string></description></educational>`
  return `<lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general><title><string language="zh-CN">${attribute(titleOf(value))}</string></title><language>zh-CN</language>${keywords.join('')}</general>${difficulty}</lom>`
}
