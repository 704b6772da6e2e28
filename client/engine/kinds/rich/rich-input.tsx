import type { Editor } from '@tiptap/core'
import 'katex/dist/katex.min.css'
import { useEffect, useRef, useState } from 'react'
import { codePoints } from '../../../../catalogue/kinds/kind.ts'
import type { ContentFile } from '../../../../catalogue/contract/portal/portal.ts'
import { InsertDialog, type DialogSubject } from './insert-dialog.tsx'
import { insertions } from './insertions.ts'
import { Toolbar } from './toolbar.tsx'
import { useRichEditor } from './use-rich-editor.ts'
import { useTextFiles } from './use-text-files.ts'
import '../../../ui/look/rich-text.css'
import './editor.css'

export interface RichInputProps {
  readonly id: string
  /** Id of the element that holds the label. */
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly value: string
  /** The most characters the text may have. */
  readonly most: number
  /** The files that the server named, from which the pictures of the text are shown. */
  readonly files: readonly ContentFile[]
  readonly onChange: (value: string | null) => void
}

/**
 * The editor of a rich text. `value` is read once; afterwards the editor holds the text. Alt+F10 goes to the
 * toolbar, Esc back to the text. Tab leaves the text, but moves between cells in tables and indents in lists.
 */
export function RichInput(props: RichInputProps) {
  const { id, most } = props
  const bar = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<DialogSubject | null>(null)
  const [full, setFull] = useState(false)
  const files = useTextFiles(props.files)
  const { place, editor } = useRichEditor({
    value: props.value,
    onChange: props.onChange,
    files,
    onAsk: setAsked,
    toToolbar: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  })
  useLabels(editor, props)
  const words = editor ? codePoints(editor.state.doc.textBetween(0, editor.state.doc.content.size, '')) : 0
  return (
    <div className={full ? 'rich-edit rich-edit-full' : 'rich-edit'}>
      {editor && (
        <Toolbar
          ref={bar}
          editor={editor}
          full={full}
          onFull={() => setFull(!full)}
          onAsk={setAsked}
          onPictures={(given) => void insertions(files).insertPictures(editor, given)}
          onAttach={(file) => void insertions(files).attach(editor, file)}
        />
      )}
      <div ref={place} className="rich-edit-place" />
      <div className="rich-edit-foot x-dense">
        <span id={`${id}-keys`} className="x-faint">
          Alt+F10 到工具栏，Esc 回到正文
        </span>
        <output>{files.busy > 0 ? '正在上传…' : files.said}</output>
        <span
          className={words > most ? 'contents-fault' : 'x-soft'}
          aria-live={words > most * 0.9 ? 'polite' : 'off'}
        >
          {words} / {most} 字
        </span>
      </div>
      {editor && asked && (
        <InsertDialog
          key={`${asked.kind} ${asked.at ?? ''}`}
          editor={editor}
          asked={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** Sets role, label and state on the editor’s element, which the library makes without them. */
function useLabels(editor: Editor | null, props: RichInputProps): void {
  const { id, labelledBy, describedBy, invalid } = props
  useEffect(() => {
    const attributes = {
      id,
      class: 'rich rich-compact',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelledBy,
      'aria-describedby': `${describedBy ?? ''} ${id}-keys`.trim(),
      ...(invalid && { 'aria-invalid': 'true' }),
    }
    editor?.setOptions({ editorProps: { ...editor.options.editorProps, attributes } })
  }, [editor, id, labelledBy, describedBy, invalid])
}
