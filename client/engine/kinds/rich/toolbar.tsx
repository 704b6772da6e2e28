import type { Editor } from '@tiptap/core'
import { useRef, type KeyboardEvent, type Ref } from 'react'
import { attachable, mimeOfName, sizeKindOf } from '../../../../catalogue/kinds/file-types.ts'
import type { DialogSubject } from './insert-dialog.tsx'
import { tableTools, toolGroups, type Tool } from './tools.ts'

const levels = [2, 3, 4] as const

/**
 * Files that a link in the text may lead to. Recordings are attached below the text, where they can be
 * played.
 */
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
  onAsk: (asked: DialogSubject) => void
  onPictures: (files: readonly File[]) => void
  onAttach: (file: File) => void
  ref: Ref<HTMLDivElement>
}) {
  const pictures = useRef<HTMLInputElement>(null)
  const attachments = useRef<HTMLInputElement>(null)
  const groups = toolGroups(editor, {
    askLink: () => onAsk({ kind: 'link' }),
    askCaption: () => onAsk({ kind: 'figure', at: editor.state.selection.from }),
    askFormula: () =>
      onAsk({ kind: 'formula', ...(editor.isActive('formula') && { at: editor.state.selection.from }) }),
    full,
    toggleFull: onFull,
  })
  const inTable = tableTools(editor)
  const use = ({ run }: Tool) => {
    if (run === 'pictures') pictures.current?.click()
    else if (run === 'attachment') attachments.current?.click()
    else run()
  }
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="排版"
      tabIndex={-1}
      className="rich-edit-bar"
      onKeyDown={(event) => moveAmongTools(event, editor)}
    >
      <HeadingChoice editor={editor} />
      {groups.map((group) => (
        <Group key={group[0]?.label} tools={group} onUse={use} />
      ))}
      {inTable.length > 0 && <Group tools={inTable} onUse={use} ofTable />}
      <input
        ref={pictures}
        hidden
        type="file"
        multiple
        accept=".jpg,.jpeg,.png"
        data-testid="rich-pictures"
        aria-label="选择图片"
        onChange={(event) => onPictures(takeFiles(event.target))}
      />
      <input
        ref={attachments}
        hidden
        type="file"
        accept={papers}
        aria-label="选择附件"
        onChange={(event) => {
          const [file] = takeFiles(event.target)
          if (file) onAttach(file)
        }}
      />
    </div>
  )
}

/** Arrows go from tool to tool and round the end, Esc goes back to the text. */
function moveAmongTools(event: KeyboardEvent<HTMLDivElement>, editor: Editor): void {
  if (event.key === 'Escape') return void editor.commands.focus()
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined || event.target instanceof HTMLSelectElement) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('select, button:not(:disabled)')]
  const place = stops.findIndex((one) => one === event.target)
  stops.at((place + step) % stops.length)?.focus()
  event.preventDefault()
}

/** The chosen files; the input forgets them, or choosing the same file again would not be a change. */
function takeFiles(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}

function HeadingChoice({ editor }: { editor: Editor }) {
  const current = levels.find((level) => editor.isActive('heading', { level }))
  return (
    <select
      aria-label="段落样式"
      tabIndex={0}
      value={current ?? 'p'}
      onChange={(event) => {
        const level = levels.find((one) => String(one) === event.target.value)
        const chain = editor.chain().focus()
        if (level) chain.setHeading({ level }).run()
        else chain.setParagraph().run()
      }}
    >
      <option value="p">正文</option>
      <option value="2">一级标题</option>
      <option value="3">二级标题</option>
      <option value="4">三级标题</option>
    </select>
  )
}

function Group(props: { tools: readonly Tool[]; onUse: (tool: Tool) => void; ofTable?: boolean }) {
  const { tools, onUse, ofTable = false } = props
  return (
    <span className={ofTable ? 'rich-edit-table' : undefined}>
      {tools.map((tool) => (
        <button
          key={tool.label}
          type="button"
          tabIndex={-1}
          title={tool.name}
          aria-label={tool.name?.replace(/（.*/, '')}
          aria-pressed={tool.on}
          disabled={tool.off}
          // A button that took the focus would end the selection in the text, on which the tool works.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(tool)}
        >
          {tool.label}
        </button>
      ))}
    </span>
  )
}
