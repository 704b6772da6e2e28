import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { DialogSubject } from './insert-dialog.tsx'
import { insertions } from './insertions.ts'
import { makeEditor } from './make-editor.ts'
import { fromStored, toStored } from './stored.ts'
import type { TextFiles } from './use-text-files.ts'

interface Options {
  readonly value: string
  readonly onChange: (value: string | null) => void
  readonly files: TextFiles
  readonly onAsk: (asked: DialogSubject) => void
  readonly toToolbar: () => void
}

/**
 * An editor within the element of `place`, for as long as the component stands. `value` is read once;
 * `onChange` gets what is stored, null for an empty text.
 */
export function useRichEditor({ value, onChange, files, onAsk, toToolbar }: Options) {
  const place = useRef<HTMLDivElement>(null)
  const [first] = useState(() => fromStored(value))
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const clean = useEffectEvent((made: Editor, html: string) => insertions(files).clean(made, html))
  const take = useEffectEvent((made: Editor, data: DataTransfer | null) => insertions(files).take(made, data))
  const changed = useEffectEvent((made: Editor) => {
    const stored = toStored(made.getHTML())
    onChange(stored === '' ? null : stored)
  })
  const open = useEffectEvent((kind: 'formula' | 'figure', position: number) => onAsk({ kind, at: position }))
  const leave = useEffectEvent(() => toToolbar())
  const addressOf = useEffectEvent((file: string) => files.addressOf(file))
  const release = useEffectEvent(() => files.release())
  useEffect(() => {
    if (!place.current) return
    const made: Editor = makeEditor(place.current, first, {
      toToolbar: () => leave(),
      open: (kind, position) => open(kind, position),
      clean: (html) => clean(made, html),
      take: (data) => take(made, data),
      changed: () => changed(made),
      drawn: () => redraw(),
      addressOf: (file) => addressOf(file),
    })
    setEditor(made)
    return () => {
      made.destroy()
      release()
    }
  }, [first])
  return { place, editor }
}
