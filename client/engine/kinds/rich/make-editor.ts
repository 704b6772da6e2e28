import { Editor } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { Cell, Figure, Formula, HeaderCell, Link, Standing, Sub, Sup } from './nodes.ts'

/** Callbacks of an editor to the component around it. */
export interface EditorCalls {
  /** Alt+F10 was pressed. */
  readonly toToolbar: () => void
  /** A formula or a picture was opened, by its position in the text. */
  readonly open: (kind: 'formula' | 'figure', position: number) => void
  /** Markup from the clipboard, as the editor takes it. */
  readonly clean: (html: string) => string
  /** Whether files that were pasted or dropped were taken; else the editor deals with what came. */
  readonly take: (data: DataTransfer | null) => boolean
  readonly changed: () => void
  /** The content or the selection changed, so that the toolbar redraws. */
  readonly drawn: () => void
  /** Where a picture is shown from, by the id of its file. */
  readonly addressOf: (file: string) => string
}

/** Makes the editor of a rich text within `element`. */
export const makeEditor = (element: HTMLElement, content: string, calls: EditorCalls): Editor =>
  new Editor({
    element,
    injectCSS: false,
    content,
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false }),
      TableKit.configure({ table: { resizable: false }, tableCell: false, tableHeader: false }),
      Cell,
      HeaderCell,
      Standing,
      Sub,
      Sup,
      Link,
      Formula.configure({ open: calls.open }),
      Figure.configure({ open: calls.open, addressOf: calls.addressOf }),
    ],
    editorProps: {
      transformPastedHTML: (html) => calls.clean(html),
      handlePaste: (_view, event) => calls.take(event.clipboardData),
      handleDrop: (_view, event) => calls.take(event.dataTransfer),
      handleKeyDown: (_view, event) => {
        if (!event.altKey || event.key !== 'F10') return false
        calls.toToolbar()
        return true
      },
    },
    onUpdate: () => calls.changed(),
    onTransaction: () => calls.drawn(),
  })
