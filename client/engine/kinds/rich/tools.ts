import type { Editor } from '@tiptap/core'
import { alignCells, hasHeaderRow } from './nodes.ts'

/** One button of the toolbar. */
export interface Tool {
  readonly label: string
  /** The full name, for screen readers and on hover, when the label is short. */
  readonly name?: string
  /** The action; or the kind of file that it asks for. */
  readonly run: (() => unknown) | 'pictures' | 'attachment'
  readonly on?: boolean
  readonly off?: boolean
}

/** Actions of the toolbar that are not the editor’s own. */
export interface ToolbarActs {
  readonly askLink: () => void
  readonly askCaption: () => void
  readonly askFormula: () => void
  readonly full: boolean
  readonly toggleFull: () => void
}

/** The tools of the text, in groups. */
export const toolGroups = (editor: Editor, acts: ToolbarActs): readonly (readonly Tool[])[] => [
  historyTools(editor),
  markTools(editor),
  paragraphTools(editor),
  blockTools(editor),
  insertTools(editor, acts),
  wholeTools(editor, acts),
]

const act = (editor: Editor) => editor.chain().focus()

const historyTools = (editor: Editor): readonly Tool[] => [
  { label: '撤销', run: () => act(editor).undo().run(), off: !editor.can().undo() },
  { label: '重做', run: () => act(editor).redo().run(), off: !editor.can().redo() },
]

function markTools(editor: Editor): readonly Tool[] {
  const mark = (name: string) => ({
    run: () => act(editor).toggleMark(name).run(),
    on: editor.isActive(name),
  })
  return [
    { label: '粗', name: '加粗（Ctrl+B）', ...mark('bold') },
    { label: '斜', name: '斜体（Ctrl+I）', ...mark('italic') },
    { label: '下划线', ...mark('underline') },
    { label: '删除线', ...mark('strike') },
    { label: '上标', ...mark('sup') },
    { label: '下标', ...mark('sub') },
  ]
}

function paragraphTools(editor: Editor): readonly Tool[] {
  const block = editor.isActive('heading') ? 'heading' : 'paragraph'
  const held = editor.getAttributes(block)
  const align = (to: string | null) => ({
    run: () => act(editor).updateAttributes(block, { align: to }).run(),
    on: (held['align'] ?? null) === to,
  })
  const indented = held['indent'] === true
  const indent = () => act(editor).updateAttributes(block, { indent: !indented }).run()
  return [
    { label: '左', name: '左对齐', ...align(null) },
    { label: '中', name: '居中', ...align('center') },
    { label: '右', name: '右对齐', ...align('right') },
    { label: '两端', name: '两端对齐', ...align('justify') },
    { label: '首行缩进', run: indent, on: indented },
  ]
}

function blockTools(editor: Editor): readonly Tool[] {
  const on = (name: string) => editor.isActive(name)
  return [
    {
      label: '项目',
      name: '项目列表',
      run: () => act(editor).toggleBulletList().run(),
      on: on('bulletList'),
    },
    {
      label: '编号',
      name: '编号列表',
      run: () => act(editor).toggleOrderedList().run(),
      on: on('orderedList'),
    },
    { label: '引用', run: () => act(editor).toggleBlockquote().run(), on: on('blockquote') },
    { label: '分隔线', run: () => act(editor).setHorizontalRule().run() },
  ]
}

function insertTools(editor: Editor, acts: ToolbarActs): readonly Tool[] {
  const insertTable = () => act(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
  return [
    { label: '表格', name: '插入表格', run: insertTable },
    { label: '图片', name: '插入图片', run: 'pictures' },
    { label: '链接', run: acts.askLink, on: editor.isActive('link') },
    { label: '附件', name: '插入附件链接', run: 'attachment' },
    { label: '图片说明', run: acts.askCaption, off: !editor.isActive('figure') },
    { label: '公式', run: acts.askFormula, on: editor.isActive('formula') },
  ]
}

const wholeTools = (editor: Editor, { full, toggleFull }: ToolbarActs): readonly Tool[] => [
  { label: '清除格式', run: () => act(editor).unsetAllMarks().clearNodes().run() },
  { label: full ? '退出全屏' : '全屏', run: toggleFull, on: full },
]

/** The tools of the table in which the cursor stands; none outside of tables. */
export function tableTools(editor: Editor): readonly Tool[] {
  if (!editor.isActive('table')) return []
  const cell = editor.isActive('tableHeader') ? 'tableHeader' : 'tableCell'
  const align = (to: string | null) => ({
    run: () => alignCells(editor, to),
    on: (editor.getAttributes(cell)['align'] ?? null) === to,
  })
  return [
    { label: '格左', name: '单元格靠左（Ctrl+Shift+L）', ...align(null) },
    { label: '格中', name: '单元格居中（Ctrl+Shift+E）', ...align('center') },
    { label: '格右', name: '单元格靠右（Ctrl+Shift+R）', ...align('right') },
    { label: '上方加行', run: () => act(editor).addRowBefore().run() },
    { label: '下方加行', run: () => act(editor).addRowAfter().run() },
    { label: '左侧加列', run: () => act(editor).addColumnBefore().run() },
    { label: '右侧加列', run: () => act(editor).addColumnAfter().run() },
    { label: '删行', run: () => act(editor).deleteRow().run() },
    { label: '删列', run: () => act(editor).deleteColumn().run() },
    { label: '合并单元格', run: () => act(editor).mergeCells().run(), off: !editor.can().mergeCells() },
    { label: '拆分单元格', run: () => act(editor).splitCell().run(), off: !editor.can().splitCell() },
    { label: '表头行', run: () => act(editor).toggleHeaderRow().run(), on: hasHeaderRow(editor) },
    { label: '删除表格', run: () => act(editor).deleteTable().run() },
  ]
}
