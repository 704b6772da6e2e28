import type { Editor } from '@tiptap/core'
import { useRef, type ChangeEvent, type KeyboardEvent, type Ref } from 'react'
import { attachable, mimeOfName, sizeKindOf } from '../../../../catalogue/kinds/file-types.ts'
import type { Asked } from './insert-dialog.tsx'
import { alignCells, hasHeaderRow } from './nodes.ts'

interface Tool {
  readonly label: string
  /** Said to screen readers and shown on hover, where the label is short. */
  readonly name?: string
  readonly run: () => unknown
  readonly on?: boolean
  readonly off?: boolean
}

const levels = [2, 3, 4] as const

/** What a link within a text may lead to; recordings stand below the text, where they are played. */
const papers = attachable
  .map((ending) => `.${ending}`)
  .filter((ending) => sizeKindOf(mimeOfName(ending) ?? '') === 'file')
  .join(',')

/** The editor's tools: one stop for Tab, arrows within, Esc back to the text. */
export function Toolbar({
  editor,
  full,
  onFull,
  onAsk,
  onPictures,
  onAttach,
  ref,
}: {
  editor: Editor
  full: boolean
  onFull: () => void
  onAsk: (asked: Asked) => void
  onPictures: (files: readonly File[]) => void
  onAttach: (file: File) => void
  ref: Ref<HTMLDivElement>
}) {
  const pictures = useRef<HTMLInputElement>(null)
  const attachments = useRef<HTMLInputElement>(null)
  const act = () => editor.chain().focus()
  const block = editor.isActive('heading') ? 'heading' : 'paragraph'
  const align = (to: string | null) => ({
    run: () => act().updateAttributes(block, { align: to }).run(),
    on: (editor.getAttributes(block)['align'] ?? null) === to,
  })
  const cell = editor.isActive('tableHeader') ? 'tableHeader' : 'tableCell'
  const cells = (to: string | null) => ({
    run: () => alignCells(editor, to),
    on: (editor.getAttributes(cell)['align'] ?? null) === to,
  })
  const mark = (name: string) => ({ run: () => act().toggleMark(name).run(), on: editor.isActive(name) })
  const indented = editor.getAttributes(block)['indent'] === true
  const groups: readonly (readonly Tool[])[] = [
    [
      { label: '撤销', run: () => act().undo().run(), off: !editor.can().undo() },
      { label: '重做', run: () => act().redo().run(), off: !editor.can().redo() },
    ],
    [
      { label: '粗', name: '加粗（Ctrl+B）', ...mark('bold') },
      { label: '斜', name: '斜体（Ctrl+I）', ...mark('italic') },
      { label: '下划线', ...mark('underline') },
      { label: '删除线', ...mark('strike') },
      { label: '上标', ...mark('sup') },
      { label: '下标', ...mark('sub') },
    ],
    [
      { label: '左', name: '左对齐', ...align(null) },
      { label: '中', name: '居中', ...align('center') },
      { label: '右', name: '右对齐', ...align('right') },
      { label: '两端', name: '两端对齐', ...align('justify') },
      {
        label: '首行缩进',
        run: () => act().updateAttributes(block, { indent: !indented }).run(),
        on: indented,
      },
    ],
    [
      {
        label: '项目',
        name: '项目列表',
        run: () => act().toggleBulletList().run(),
        on: editor.isActive('bulletList'),
      },
      {
        label: '编号',
        name: '编号列表',
        run: () => act().toggleOrderedList().run(),
        on: editor.isActive('orderedList'),
      },
      { label: '引用', run: () => act().toggleBlockquote().run(), on: editor.isActive('blockquote') },
      { label: '分隔线', run: () => act().setHorizontalRule().run() },
    ],
    [
      {
        label: '表格',
        name: '插入表格',
        run: () => act().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
      { label: '图片', name: '插入图片', run: () => pictures.current?.click() },
      { label: '链接', run: () => onAsk({ kind: 'link' }), on: editor.isActive('link') },
      { label: '附件', name: '插入附件链接', run: () => attachments.current?.click() },
      {
        label: '图片说明',
        run: () => onAsk({ kind: 'figure', at: editor.state.selection.from }),
        off: !editor.isActive('figure'),
      },
      {
        label: '公式',
        run: () =>
          onAsk({ kind: 'formula', ...(editor.isActive('formula') && { at: editor.state.selection.from }) }),
        on: editor.isActive('formula'),
      },
    ],
    [
      { label: '清除格式', run: () => act().unsetAllMarks().clearNodes().run() },
      { label: full ? '退出全屏' : '全屏', run: onFull, on: full },
    ],
  ]
  const inTable: readonly Tool[] = !editor.isActive('table')
    ? []
    : [
        { label: '格左', name: '单元格靠左（Ctrl+Shift+L）', ...cells(null) },
        { label: '格中', name: '单元格居中（Ctrl+Shift+E）', ...cells('center') },
        { label: '格右', name: '单元格靠右（Ctrl+Shift+R）', ...cells('right') },
        { label: '上方加行', run: () => act().addRowBefore().run() },
        { label: '下方加行', run: () => act().addRowAfter().run() },
        { label: '左侧加列', run: () => act().addColumnBefore().run() },
        { label: '右侧加列', run: () => act().addColumnAfter().run() },
        { label: '删行', run: () => act().deleteRow().run() },
        { label: '删列', run: () => act().deleteColumn().run() },
        { label: '合并单元格', run: () => act().mergeCells().run(), off: !editor.can().mergeCells() },
        { label: '拆分单元格', run: () => act().splitCell().run(), off: !editor.can().splitCell() },
        { label: '表头行', run: () => act().toggleHeaderRow().run(), on: hasHeaderRow(editor) },
        { label: '删除表格', run: () => act().deleteTable().run() },
      ]
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') return void editor.commands.focus()
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || event.target instanceof HTMLSelectElement) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button:not(:disabled)')]
    const at = stops.findIndex((one) => one === event.target)
    stops.at((at + step) % stops.length)?.focus()
    event.preventDefault()
  }
  const taken = (event: ChangeEvent<HTMLInputElement>, use: (files: File[]) => void) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    use(files)
  }
  const heading = levels.find((level) => editor.isActive('heading', { level }))
  return (
    <div ref={ref} role="toolbar" aria-label="排版" tabIndex={-1} className="rich-edit-bar" onKeyDown={keys}>
      <select
        aria-label="段落样式"
        tabIndex={0}
        value={heading ?? 'p'}
        onChange={(event) => {
          const level = levels.find((one) => String(one) === event.target.value)
          if (level) act().setHeading({ level }).run()
          else act().setParagraph().run()
        }}
      >
        <option value="p">正文</option>
        <option value="2">一级标题</option>
        <option value="3">二级标题</option>
        <option value="4">三级标题</option>
      </select>
      {[...groups, inTable].map(
        (group, place) =>
          group.length > 0 && <Group key={group[0]?.label} tools={group} whole={place === groups.length} />,
      )}
      <input
        ref={pictures}
        hidden
        type="file"
        multiple
        accept=".jpg,.jpeg,.png"
        data-testid="rich-pictures"
        aria-label="选择图片"
        onChange={(event) => taken(event, onPictures)}
      />
      <input
        ref={attachments}
        hidden
        type="file"
        accept={papers}
        aria-label="选择附件"
        onChange={(event) => taken(event, ([file]) => file && onAttach(file))}
      />
    </div>
  )
}

function Group({ tools, whole }: { tools: readonly Tool[]; whole: boolean }) {
  return (
    <span className={whole ? 'rich-edit-table' : undefined}>
      {tools.map(({ label, name, run, on, off }) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          title={name}
          aria-label={name?.replace(/（.*/, '')}
          aria-pressed={on}
          disabled={off}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </span>
  )
}
