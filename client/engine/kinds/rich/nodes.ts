import { Extension, InputRule, type Editor, Mark, mergeAttributes, Node } from '@tiptap/core'
import { TableCell, TableHeader } from '@tiptap/extension-table'
import { CellSelection, isInTable } from '@tiptap/pm/tables'
import katex from 'katex'
import { splitTex } from '../../../../catalogue/contents/tex.ts'

/** A formula as it will read, drawn into an element; its source, marked, where it is none. */
export function drawFormula(place: HTMLElement, tex: string, display: boolean): boolean {
  try {
    katex.render(tex, place, {
      displayMode: display,
      output: 'htmlAndMathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
    })
    place.classList.remove('rich-edit-fault')
    return true
  } catch {
    place.textContent = tex
    place.classList.add('rich-edit-fault')
    return false
  }
}

/** Opens the dialog of the node at a place of the text. */
export type OpenNode = (kind: 'formula' | 'figure', at: number) => void

/** A double click opens the dialog; by keyboard the tool of the same name does, on what is selected. */
const opensDialog = (element: HTMLElement, name: string, open: () => void) => {
  element.title = name
  element.addEventListener('dblclick', open)
}

/** A formula within a line; `display` sets it on a line of its own. */
export const Formula = Node.create<{ open: OpenNode }>({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ open: () => undefined }),
  addAttributes: () => ({
    tex: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-tex') ?? '',
      renderHTML: ({ tex }) => ({ 'data-tex': String(tex) }),
    },
    display: {
      default: false,
      parseHTML: (element) => element.hasAttribute('data-display'),
      renderHTML: ({ display }) => (display === true ? { 'data-display': '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-tex]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes],
  renderText: ({ node }) => `\\(${String(node.attrs['tex'])}\\)`,
  addNodeView() {
    return ({ node, getPos }) => {
      const dom = document.createElement('span')
      dom.className = 'rich-edit-formula'
      drawFormula(dom, String(node.attrs['tex']), node.attrs['display'] === true)
      opensDialog(dom, '双击修改公式', () => this.options.open('formula', getPos() ?? 0))
      return { dom }
    }
  },
  addInputRules() {
    const { type } = this
    return [
      new InputRule({
        find: /(?:\$[^$\n]+\$|\\\([^\n]+\\\))$/,
        handler: ({ state, range, match }) => {
          const parts = splitTex(match[0])
          const [only] = parts
          if (parts.length === 1 && only && 'tex' in only)
            state.tr.replaceWith(range.from, range.to, type.create({ tex: only.tex, display: only.display }))
        },
      }),
    ]
  },
})

/** A picture with a line below it. `file` is its id, or the place of one still being uploaded. */
export const Figure = Node.create<{ open: OpenNode; addressOf: (file: string) => string }>({
  name: 'figure',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ open: () => undefined, addressOf: () => '' }),
  addAttributes: () => ({
    file: { default: '', parseHTML: (element) => pictureOf(element)?.getAttribute('data-file') ?? '' },
    alt: { default: '', parseHTML: (element) => pictureOf(element)?.getAttribute('alt') ?? '' },
    caption: {
      default: '',
      parseHTML: (element) => element.querySelector('figcaption')?.textContent.trim() ?? '',
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (element) => (element.querySelector('img[data-file]') ? null : false) },
    { tag: 'img[data-file]' },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    ['img', { 'data-file': String(attrs['file']), alt: String(attrs['alt']) }],
    ...(attrs['caption'] === '' ? [] : [['figcaption', String(attrs['caption'])] as const]),
  ],
  addNodeView() {
    return ({ node, getPos }) => {
      const dom = document.createElement('figure')
      const image = document.createElement('img')
      const { file, alt, caption } = node.attrs
      const address = this.options.addressOf(String(file))
      image.alt = String(alt)
      // A draft taken back on this computer names its pictures; the server says where they are once it is
      // saved.
      if (address === '')
        dom.append(
          Object.assign(document.createElement('p'), {
            className: 'x-soft',
            textContent: '（图片保存后显示）',
          }),
        )
      else dom.append(Object.assign(image, { src: address }))
      if (String(caption) !== '')
        dom.append(Object.assign(document.createElement('figcaption'), { textContent: String(caption) }))
      opensDialog(dom, '双击写替代文字和说明', () => this.options.open('figure', getPos() ?? 0))
      return { dom }
    }
  },
})

const pictureOf = (element: HTMLElement) =>
  element.tagName === 'IMG' ? element : element.querySelector('img')

/** A link to an address, or to an attachment by the id of its file. */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: { default: null, parseHTML: (element) => element.getAttribute('href') },
    file: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-file'),
      renderHTML: ({ file }) => (typeof file === 'string' ? { 'data-file': file } : {}),
    },
  }),
  parseHTML: () => [
    { tag: 'a[data-file]' },
    {
      tag: 'a[href]',
      getAttrs: (element) =>
        /^(?:https?:\/\/|\/(?![/\\]))/i.test(element.getAttribute('href') ?? '') ? null : false,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes), 0],
})

const simple = (name: 'sub' | 'sup', excludes: string) =>
  Mark.create({ name, excludes, parseHTML: () => [{ tag: name }], renderHTML: () => [name, 0] })
export const Sub = simple('sub', 'sup')
export const Sup = simple('sup', 'sub')

const standing = /^align-(center|right|justify)$/

/**
 * Text alignment of an element: from our class, its style, or the attribute that older programs write.
 */
function alignOf(element: HTMLElement): string | null {
  const told =
    [...element.classList].map((one) => standing.exec(one)?.[1]).find((one) => one !== undefined) ??
    (element.style.textAlign || (element.getAttribute('align') ?? ''))
  return /^(?:center|right|justify)$/i.test(told) ? told.toLowerCase() : null
}
const align = {
  default: null,
  parseHTML: alignOf,
  renderHTML: ({ align: to }: Record<string, unknown>) =>
    typeof to === 'string' ? { class: `align-${to}` } : {},
}

/** Table cells with an alignment, stored as a class. */
export const Cell = TableCell.extend({
  addAttributes() {
    return { ...this.parent?.(), align }
  },
})
export const HeaderCell = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), align }
  },
})

/** Sets the alignment of the selected cells and of their paragraphs. */
export function alignCells(editor: Editor, to: string | null): boolean {
  return editor
    .chain()
    .focus()
    .setCellAttribute('align', to)
    .updateAttributes('paragraph', { align: null })
    .run()
}

const alignBlocks = (editor: Editor, to: string | null) =>
  editor
    .chain()
    .focus()
    .updateAttributes(editor.isActive('heading') ? 'heading' : 'paragraph', { align: to })
    .run()
const alignBy =
  (to: string | null) =>
  ({ editor }: { editor: Editor }) =>
    isInTable(editor.state) ? alignCells(editor, to) : alignBlocks(editor, to)

/** Whether the table at the selection has heads in its first row. */
export function hasHeaderRow({ state: { selection } }: Editor): boolean {
  const { $head } = selection instanceof CellSelection ? { $head: selection.$headCell } : selection
  for (let depth = $head.depth; depth > 0; depth -= 1) {
    const node = $head.node(depth)
    if (node.type.spec['tableRole'] === 'table')
      return node.firstChild?.children.every(({ type }) => type.spec['tableRole'] === 'header_cell') === true
  }
  return false
}

/**
 * Alignment and first-line indent of a paragraph or heading, stored as classes. Its shortcuts align cells,
 * too.
 */
export const Standing = Extension.create({
  name: 'standing',
  addKeyboardShortcuts: () => ({
    'Mod-Shift-l': alignBy(null),
    'Mod-Shift-e': alignBy('center'),
    'Mod-Shift-r': alignBy('right'),
  }),
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align,
        indent: {
          default: false,
          parseHTML: (element) =>
            element.classList.contains('indent') || Number.parseFloat(element.style.textIndent) > 0,
          renderHTML: ({ indent }) => (indent === true ? { class: 'indent' } : {}),
        },
      },
    },
  ],
})
