import { diffArrays } from 'diff'

/** Elements whose children are compared one by one. */
const made = new Set([
  'UL',
  'OL',
  'LI',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TD',
  'TH',
  'BLOCKQUOTE',
  'DIV',
  'FIGURE',
])
/** Elements that HTML does not allow within <ins> or <del>: their contents are marked instead. */
const structural = new Set(['LI', 'THEAD', 'TBODY', 'TR', 'TD', 'TH', 'FIGCAPTION'])
const blocks = 'p, h2, h3, h4, ul, ol, li, table, thead, tbody, tr, td, th, blockquote, div, figure, pre, hr'

type Mark = 'ins' | 'del'

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html').body
const formOf = (node: Node) =>
  node.nodeType === Node.ELEMENT_NODE ? (node as Element).outerHTML : (node.textContent ?? '')
const partsOf = (element: Element) =>
  [...element.childNodes].filter(
    (node) => node.nodeType === Node.ELEMENT_NODE || (node.textContent ?? '').trim() !== '',
  )

function marked(node: Node, mark: Mark): Node {
  const copy = node.cloneNode(true)
  const element = copy.nodeType === Node.ELEMENT_NODE ? (copy as Element) : null
  if (element && structural.has(element.tagName)) {
    element.replaceChildren(...[...element.childNodes].map((child) => marked(child, mark)))
    return element
  }
  const around = document.createElement(mark)
  around.append(copy)
  return around
}

/**
 * The words of a line, each with its inline elements. A formula, a picture or a line break counts as one
 * word.
 */
function wordsOf(element: Element): Node[] {
  const words: Node[] = []
  const walk = (node: Node, around: readonly Element[]) => {
    const dressed = (inner: Node) =>
      around.reduceRight<Node>((held, one) => {
        const copy = one.cloneNode(false)
        copy.appendChild(held)
        return copy
      }, inner)
    if (node.nodeType === Node.TEXT_NODE) {
      for (const word of (node.textContent ?? '').match(/[A-Za-z0-9]+|\s+|[\s\S]/gu) ?? [])
        words.push(dressed(document.createTextNode(word)))
      return
    }
    const one = node as Element
    if (['IMG', 'BR'].includes(one.tagName) || one.matches('.katex, .katex-display'))
      words.push(dressed(one.cloneNode(true)))
    else for (const child of one.childNodes) walk(child, [...around, one])
  }
  for (const child of element.childNodes) walk(child, [])
  return words
}

/** @param both compares two blocks of the same name; words, which are replaced whole, have none */
function compare(
  before: readonly Node[],
  after: readonly Node[],
  both?: (a: Element, b: Element) => Node,
): Node[] {
  const out: Element[] = []
  let gone: Node[] = []
  let [from, to] = [0, 0]
  /** Joins neighbours of the same mark, so that a screen reader does not read a word letter by letter. */
  const put = (node: Node) => {
    const last = out.at(-1)
    if (last && last.nodeName === node.nodeName && /^(?:INS|DEL)$/.test(node.nodeName))
      last.append(...node.childNodes)
    else out.push(node as Element)
  }
  const settle = (come: readonly Node[]) => {
    const left = [...gone]
    gone = []
    const alike = (node: Node) =>
      both && node.nodeType === Node.ELEMENT_NODE
        ? left.findIndex((one) => one.nodeName === node.nodeName)
        : -1
    if (come.every((node) => alike(node) < 0)) for (const one of left.splice(0)) put(marked(one, 'del'))
    for (const node of come) {
      const pair = alike(node)
      if (!both || pair < 0) put(marked(node, 'ins'))
      else {
        for (const one of left.slice(0, pair)) put(marked(one, 'del'))
        put(both(left[pair] as Element, node as Element))
        left.splice(0, pair + 1)
      }
    }
    for (const one of left) put(marked(one, 'del'))
  }
  for (const { added, removed, value } of diffArrays(before.map(formOf), after.map(formOf), {
    timeout: 2000,
  }) ?? [
    { added: false, removed: true, value: before.map(formOf) },
    { added: true, removed: false, value: after.map(formOf) },
  ]) {
    if (removed) {
      gone = before.slice(from, (from += value.length))
      continue
    }
    const part = after.slice(to, (to += value.length))
    if (added) settle(part)
    else {
      settle([])
      from += value.length
      for (const node of part) put(node.cloneNode(true))
    }
  }
  settle([])
  return out
}

/** Compares two elements of the same name. */
function changed(before: Element, after: Element): Node {
  const shell = after.cloneNode(false) as Element
  const nested =
    made.has(after.tagName) && (before.querySelector(blocks) ?? after.querySelector(blocks)) !== null
  if (nested) shell.append(...compare(partsOf(before), partsOf(after), changed))
  else shell.append(...compare(wordsOf(before), wordsOf(after)))
  return shell
}

/**
 * Merges two shown texts into one, with deleted parts in <del> and added parts in <ins>: by blocks, and
 * within them by words.
 */
export function richDiff(before: string, after: string): string {
  const place = document.createElement('div')
  place.append(...compare(partsOf(parsed(before)), partsOf(parsed(after)), changed))
  return place.innerHTML
}
