import { withFields } from '../../../../catalogue/questions/fields.ts'
import { optionKey } from '../../../../catalogue/questions/structure.ts'
import type { QuestionPart } from '../../../../catalogue/questions/value.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { lettersIn, nodeOf, nodesOf, type XmlNode } from '../../../platform/package/xml-tree.ts'
import type { ReadOne } from '../filed.ts'
import { htmlOfXml, richOfForeign, type ForeignWants } from '../foreign-read.ts'
import { isPlainField } from '../own-fields.ts'
import { onlyWords, restOfWord, valueOr, type FiledRest } from '../rest.ts'
import { responseOf } from './item.ts'
import { named, underOneName, within } from './names.ts'

/** Interactions that the portal has a structure for. */
const taken = new Set([
  'choice-interaction',
  'text-entry-interaction',
  'extended-text-interaction',
  'inline-choice-interaction',
])

/** What an item needs of its package. */
export interface QtiNeeds extends Pick<ForeignWants, 'bytesOf' | 'shelf' | 'onFormula'> {
  /** The material that an item refers to, by its address. */
  readonly stimulusOf: (address: string) => XmlNode | undefined
}

/** A question of an item, or why it is not taken. */
export type ItemReading = Omit<ReadOne, 'place'> | { readonly refused: string }

/** Reads an item of QTI 3.0, 2.2 or 2.1. */
export function questionOfItem(root: XmlNode, needs: QtiNeeds): ItemReading {
  const item = underOneName(root)
  const body = nodeOf(item, 'item-body')
  if (!body) return { refused: '没有题目的正文' }
  const all = within(item)
  if (all.some(({ name }) => name === 'script')) return { refused: '含脚本，没有读' }
  const strange = all.find(({ name }) => name.endsWith('-interaction') && !taken.has(name))
  if (strange) return { refused: `含 ${strange.name}：没有这种作答方式，没有读` }
  const low: string[] = []
  const reader = new ItemReader(item, { ...needs, onLost: (what) => low.push(what) })
  const rest = restOfWord(body.attributes['data-xingtan'] ?? '')
  return rest ? reader.own(body, rest, low) : reader.foreign(body, needs, low)
}

interface ResponseKey {
  readonly correct: readonly string[]
  readonly keys: readonly string[]
  readonly cardinality: string
}

class ItemReader {
  readonly #item: XmlNode
  readonly #wants: ForeignWants
  readonly #declared: ReadonlyMap<string, ResponseKey>

  constructor(item: XmlNode, wants: ForeignWants) {
    this.#item = item
    this.#wants = wants
    this.#declared = new Map(
      nodesOf(item, 'response-declaration').map((one) => [
        one.attributes['identifier'] ?? '',
        {
          cardinality: one.attributes['cardinality'] ?? 'single',
          correct: nodesOf(nodeOf(one, 'correct-response'), 'value').map((value) => lettersIn(value).trim()),
          keys: named(one, 'map-entry').flatMap(({ attributes }) =>
            Number(attributes['mapped-value'] ?? 0) > 0 ? [attributes['map-key'] ?? ''] : [],
          ),
        },
      ]),
    )
  }

  /** An item that this portal wrote, by the places of its stretches. */
  own(body: XmlNode, { id, no, rest }: FiledRest, low: string[]): Omit<ReadOne, 'place'> {
    const fields = new Map<string, string>()
    for (const node of within(body)) {
      const field = node.attributes['data-field']
      if (field === undefined) continue
      const html = richOfForeign(
        htmlOfXml(node, (child) => (child.name === 'text-entry-interaction' ? '____' : null)),
        this.#wants,
      )
      fields.set(field, isPlainField(field) ? wordsOfRich(`<p>${html}</p>`) : html)
    }
    for (const [at, one] of [
      ['', rest],
      ...rest.parts.map((part, i) => [`parts.${i}.`, part] as const),
    ] as const)
      for (const [field, text] of this.#answers(one, at)) if (!fields.has(field)) fields.set(field, text)
    const value = withFields(rest, (field) => fields.get(field))
    return { value: valueOr(rest, value, low), source: { id, no }, low, middle: [] }
  }

  #answers(
    { questionKind: kind }: Pick<QuestionPart, 'questionKind'> | { questionKind: string },
    at: string,
  ): [string, string][] {
    const response = responseOf(at)
    const correct = this.#declared.get(response)?.correct ?? []
    if (kind === 'blank')
      return [...Array(20).keys()].flatMap((i) =>
        (this.#declared.get(`${response}_${i + 1}`)?.keys ?? []).map((way, j): [string, string] => [
          `${at}answer.${i}.${j}`,
          way,
        ]),
      )
    if (correct.length === 0 || kind === 'essay' || kind === 'composite') return []
    if (kind === 'judge') return [[`${at}answer`, correct[0] === 'true' ? '对' : '错']]
    return [[`${at}answer`, correct.join('')]]
  }

  /** An item of another program: by its interactions. */
  foreign(body: XmlNode, { stimulusOf }: QtiNeeds, low: string[]): ItemReading {
    const isInteraction = ({ name }: XmlNode) => taken.has(name)
    const interactions = within(body, (node) => !isInteraction(node)).filter(isInteraction)
    const inline = interactions.filter(({ name }) => /^(?:text-entry|inline-choice)/.test(name))
    if (inline.length > 0 && inline.length < interactions.length)
      return { refused: '混合了几种作答方式，没有读' }
    const stem = [...this.#stimuli(stimulusOf), this.#html(body)].filter(Boolean).join('')
    const shared = { licence: '2', difficulty: '3', analysis: this.#feedback(), score: this.#score() }
    const value = { ...shared, ...this.#whole(interactions, inline, stem, low) }
    const id = /^xt-(\d{1,9})-(\d{1,5})$/.exec(this.#item.attributes['identifier'] ?? '')
    const read = valueOr(onlyWords(this.#item.attributes['title'] ?? ''), value, low)
    return {
      value: read,
      source: id ? { id: Number(id[1]), no: Number(id[2]) } : null,
      low,
      middle: read.answer === null && read.parts.length === 0 ? ['没有答案'] : [],
    }
  }

  /** The structure that interactions make: blanks in a text, one question, or a material with parts. */
  #whole(interactions: readonly XmlNode[], inline: readonly XmlNode[], stem: string, low: string[]) {
    const [first, ...others] = interactions
    if (!first) return { questionKind: 'essay', stem }
    if (inline.length > 0) return { stem, ...this.#blanks(inline, low) }
    if (others.length === 0) return { ...this.#asked(first, low), stem: `${stem}${this.#prompt(first)}` }
    const parts = interactions.map((one) => ({ ...this.#asked(one, low), score: null }))
    return { questionKind: 'composite', layout: 'material', stem, parts }
  }

  /** The text of a body: blanks as `____`, other interactions and what only graders see left out. */
  #html(node: XmlNode): string {
    return richOfForeign(
      htmlOfXml(node, (child) => {
        if (child.name === 'text-entry-interaction') return '____'
        if (child.name === 'inline-choice-interaction') return `____（${choicesOf(child).join('／')}）`
        const isAside = /-interaction$|^rubric-block$|^feedback-/.test(child.name)
        return isAside ? '' : null
      }),
      this.#wants,
    )
  }

  #stimuli(stimulusOf: QtiNeeds['stimulusOf']): string[] {
    return nodesOf(this.#item, 'assessment-stimulus-ref').map((reference) => {
      const found = stimulusOf(reference.attributes['href'] ?? '')
      const body = found && nodeOf(underOneName(found), 'stimulus-body')
      if (!body) this.#wants.onLost(`材料 ${reference.attributes['href'] ?? ''} 不在文件里`)
      return body ? this.#html(body) : ''
    })
  }

  #prompt = (interaction: XmlNode): string => {
    const prompt = nodeOf(interaction, 'prompt')
    const html = prompt ? this.#html(prompt) : ''
    return html === '' || html.startsWith('<p') ? html : `<p>${html}</p>`
  }

  #asked(interaction: XmlNode, low: string[]) {
    const declared = this.#declared.get(interaction.attributes['response-identifier'] ?? '')
    const stem = this.#prompt(interaction)
    if (interaction.name === 'extended-text-interaction') {
      const answer = declared?.correct[0]
      return { questionKind: 'essay', stem, answer: answer === undefined ? null : `<p>${answer}</p>` }
    }
    const choices = nodesOf(interaction, 'simple-choice')
    const keys = new Map(choices.map(({ attributes }, i) => [attributes['identifier'] ?? '', optionKey(i)]))
    const options = choices.map((choice, i) => ({
      key: optionKey(i),
      content: this.#html(choice),
      ...(choice.attributes['fixed'] === 'true' && { fixed: true as const }),
    }))
    const right = (declared?.correct ?? []).flatMap((one) => keys.get(one) ?? [])
    if (right.length < (declared?.correct.length ?? 0)) low.push('答案不是已有的选项')
    const isSingle = declared?.cardinality !== 'multiple'
    return {
      questionKind: isSingle ? 'single' : 'multiple',
      stem,
      options,
      answer: right.length === 0 ? null : isSingle ? (right[0] ?? null) : right.toSorted(),
    }
  }

  #blanks(interactions: readonly XmlNode[], low: string[]) {
    const answer = interactions.map((interaction) => {
      const declared = this.#declared.get(interaction.attributes['response-identifier'] ?? '')
      const ways = [...new Set([...(declared?.correct ?? []), ...(declared?.keys ?? [])])]
      if (interaction.name !== 'inline-choice-interaction') return ways.slice(0, 10)
      low.push('选择式的空改成了填空，供选的词写在空后')
      return nodesOf(interaction, 'inline-choice').flatMap((choice) =>
        ways.includes(choice.attributes['identifier'] ?? '') ? [lettersIn(choice).trim()] : [],
      )
    })
    return { questionKind: 'blank', answer: answer.every((ways) => ways.length > 0) ? answer : null }
  }

  #feedback(): string {
    const told = [...named(this.#item, 'modal-feedback'), ...named(this.#item, 'rubric-block')]
    return told
      .map((one) => this.#html(nodeOf(one, 'content-body') ?? one))
      .filter(Boolean)
      .map((html) => (html.startsWith('<') ? html : `<p>${html}</p>`))
      .join('')
  }

  #score(): number | null {
    const declared = nodesOf(this.#item, 'outcome-declaration').find(
      ({ attributes }) => attributes['identifier'] === 'MAXSCORE',
    )
    const most = Number(declared ? lettersIn(declared).trim() : NaN)
    return most > 0 && most <= 200 ? Math.round(most * 10) / 10 : null
  }
}

const choicesOf = (interaction: XmlNode): string[] =>
  nodesOf(interaction, 'inline-choice').map((choice) => lettersIn(choice).trim())
