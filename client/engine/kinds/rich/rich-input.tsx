import { Editor } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import 'katex/dist/katex.min.css'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { codePoints } from '../../../../catalogue/kinds/kind.ts'
import type { ContentFile } from '../../../../catalogue/contract/portal.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { upload } from '../../../platform/api/upload.ts'
import { InsertDialog, type Asked } from './insert-dialog.tsx'
import { Cell, Figure, Formula, HeaderCell, Link, Standing, Sub, Sup } from './nodes.ts'
import { cleanPaste, fileOfData } from './paste.ts'
import { fromStored, toStored } from './stored.ts'
import { Toolbar } from './toolbar.tsx'
import '../../../ui/look/rich-text.css'
import './editor.css'

export interface RichInputProps {
  readonly id: string
  /** Id of the label's element. */
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly value: string
  /** Most words. */
  readonly most: number
  /** Files the server has named, for the pictures that are there. */
  readonly files: readonly ContentFile[]
  readonly onChange: (value: string | null) => void
}

const picture = /^image\/(?:png|jpeg)$/

/**
 * The editor of a rich text. `value` is read once: what is typed is the editor's own until the form opens
 * anew. Alt+F10 goes to the toolbar, Esc back to the text; Tab leaves the text except within tables and
 * lists.
 */
export function RichInput({
  id,
  labelledBy,
  describedBy,
  invalid,
  value,
  most,
  files,
  onChange,
}: RichInputProps) {
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const addresses = useRef(new Map(files.map((file) => [file.id, file.url])))
  const [first] = useState(() => fromStored(value))
  const [editor, setEditor] = useState<Editor | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState(0)
  const [told, setTold] = useState('')
  const [full, setFull] = useState(false)
  const [, again] = useReducer((n: number) => n + 1, 0)

  const send = async (file: File): Promise<string | null> => {
    setBusy((n) => n + 1)
    try {
      const done = await upload(file)
      if (picture.test(file.type)) addresses.current.set(done.id, URL.createObjectURL(file))
      return done.id
    } catch (error) {
      setTold(`“${file.name}”没能上传：${sentenceOf(error)}`)
      return null
    } finally {
      setBusy((n) => n - 1)
    }
  }
  const insertPictures = async (given: readonly File[]) => {
    for (const file of given) {
      const done = await send(file)
      if (done !== null)
        editor
          ?.chain()
          .focus()
          .insertContent({ type: 'figure', attrs: { file: done, alt: '' } })
          .run()
    }
    if (given.length > 0) setTold('图片已放入；双击图片可以写说明和替代文字。')
  }
  const attach = async (file: File) => {
    const done = await send(file)
    if (done !== null)
      editor
        ?.chain()
        .focus()
        .insertContent([
          { type: 'text', text: file.name, marks: [{ type: 'link', attrs: { file: done } }] },
          { type: 'text', text: ' ' },
        ])
        .run()
  }
  /** Pictures that came with a paste stand at their place until they are uploaded; one that fails goes. */
  const settle = async (pictures: ReadonlyMap<string, string>) => {
    for (const [pending, data] of pictures) {
      const done = await send(fileOfData(data))
      const { current } = addresses
      if (done !== null) current.set(done, current.get(pending) ?? '')
      editor?.commands.command(({ tr, state }) => {
        state.doc.descendants((node, at) => {
          if (node.attrs['file'] !== pending) return
          if (done === null) tr.delete(tr.mapping.map(at), tr.mapping.map(at + node.nodeSize))
          else tr.setNodeAttribute(tr.mapping.map(at), 'file', done)
        })
        return true
      })
    }
  }
  const pasted = useEffectEvent((html: string) => {
    const { html: clean, pictures, lost } = cleanPaste(html)
    for (const [pending, data] of pictures)
      addresses.current.set(pending, URL.createObjectURL(fileOfData(data)))
    setTold(lost > 0 ? `有 ${lost} 张图片还在原来的电脑或网站上，没能带过来，请另存后用“图片”放入。` : '')
    if (pictures.size > 0) setTimeout(() => void settle(pictures))
    return fromStored(clean)
  })
  const dropped = useEffectEvent((data: DataTransfer | null): boolean => {
    const given = [...(data?.files ?? [])].filter((file) => picture.test(file.type))
    if (given.length === 0 || data?.types.includes('text/html')) return false
    void insertPictures(given)
    return true
  })
  const changed = useEffectEvent((next: Editor) => {
    const stored = toStored(next.getHTML())
    onChange(stored === '' ? null : stored)
  })
  const opened = useEffectEvent((kind: 'formula' | 'figure', at: number) => setAsked({ kind, at }))

  useEffect(() => {
    if (!place.current) return
    const made = new Editor({
      element: place.current,
      injectCSS: false,
      content: first,
      extensions: [
        StarterKit.configure({ heading: { levels: [2, 3, 4] }, link: false }),
        TableKit.configure({ table: { resizable: false }, tableCell: false, tableHeader: false }),
        Cell,
        HeaderCell,
        Standing,
        Sub,
        Sup,
        Link,
        Formula.configure({ open: (kind, at) => opened(kind, at) }),
        Figure.configure({
          open: (kind, at) => opened(kind, at),
          addressOf: (file) => addresses.current.get(file) ?? '',
        }),
      ],
      editorProps: {
        transformPastedHTML: (html) => pasted(html),
        handlePaste: (_view, event) => dropped(event.clipboardData),
        handleDrop: (_view, event) => dropped(event.dataTransfer),
        handleKeyDown: (_view, event) => {
          if (!event.altKey || event.key !== 'F10') return false
          bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        },
      },
      onUpdate: ({ editor: next }) => changed(next),
      onTransaction: () => again(),
    })
    setEditor(made)
    const { current } = addresses
    return () => {
      made.destroy()
      for (const address of current.values()) if (address.startsWith('blob:')) URL.revokeObjectURL(address)
    }
  }, [first])
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
          onPictures={(given) => void insertPictures(given)}
          onAttach={(file) => void attach(file)}
        />
      )}
      <div ref={place} className="rich-edit-place" />
      <div className="rich-edit-foot x-dense">
        <span id={`${id}-keys`} className="x-faint">
          Alt+F10 到工具栏，Esc 回到正文
        </span>
        <output>{busy > 0 ? '正在上传…' : told}</output>
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
