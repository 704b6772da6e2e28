import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { longestTex } from '../../../../catalogue/contents/tex.ts'
import { safeUrl } from '../../../../catalogue/contents/safe-url.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { drawFormula } from './nodes.ts'

/** What the dialog asks for; `at` is the position of the node that it changes, none for a new one. */
export interface DialogSubject {
  readonly kind: 'link' | 'formula' | 'figure'
  readonly at?: number
}

const titles = { link: '链接', formula: '公式', figure: '图片说明' } as const

/** Asks for the parts of a link, a formula or a picture, and writes them into the text. */
export function InsertDialog({
  editor,
  asked,
  onClose,
}: {
  editor: Editor
  asked: DialogSubject
  onClose: () => void
}) {
  const dialog = useModalDialog(true, onClose)
  const node = asked.at === undefined ? null : editor.state.doc.nodeAt(asked.at)
  const held = asked.kind === 'link' ? editor.getAttributes('link') : (node?.attrs ?? {})
  const said = (key: string) => (typeof held[key] === 'string' ? held[key] : '')
  const [values, setValues] = useState<Record<string, string>>({
    href: said('href'),
    words: '',
    tex: said('tex'),
    alt: said('alt'),
    caption: said('caption'),
  })
  const [display, setDisplay] = useState(held['display'] === true)
  const [fault, setFault] = useState('')
  const field = (key: string) => ({
    value: values[key] ?? '',
    onChange: (value: string) => setValues({ ...values, [key]: value }),
  })
  const write = (type: string, attrs: object) => {
    if (asked.at === undefined) editor.chain().focus().insertContent({ type, attrs }).run()
    else editor.chain().focus().setNodeSelection(asked.at).updateAttributes(type, attrs).run()
  }
  /** No text is selected that could become the link, so the dialog asks for its words, too. */
  const bare = asked.kind === 'link' && editor.state.selection.empty && !editor.isActive('link')
  const done = () => {
    const { href = '', words = '', tex = '', alt = '', caption = '' } = values
    if (asked.kind === 'link') {
      const verdict = safeUrl(href.trim(), [])
      if ('fault' in verdict) return setFault(verdict.fault)
      writeLink(editor, verdict.href, bare ? words.trim() || verdict.href : null)
    } else if (asked.kind === 'formula') {
      if (!isFormula(tex)) return setFault('请填写公式，不带 $ 或 \\( \\) 等起止符号')
      write('formula', { tex: tex.trim(), display })
    } else write('figure', { alt: alt.trim(), caption: caption.trim() })
    onClose()
  }
  return createPortal(
    <dialog ref={dialog} className="x-dialog" aria-label={titles[asked.kind]}>
      <form
        className="x-dialog-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React passes the event on to the form of the page, which is the parent of this dialog in the tree
          // of components.
          event.stopPropagation()
          done()
        }}
      >
        <h2>{titles[asked.kind]}</h2>
        <div className="x-dialog-fields">
          {asked.kind === 'link' && <LinkFields field={field} fault={fault} bare={bare} />}
          {asked.kind === 'formula' && (
            <FormulaFields field={field('tex')} fault={fault} display={display} onDisplay={setDisplay} />
          )}
          {asked.kind === 'figure' && <FigureFields field={field} />}
        </div>
        <footer>
          {asked.kind === 'link' && editor.isActive('link') && (
            <Button
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
                onClose()
              }}
            >
              取消链接
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary">
            确定
          </Button>
        </footer>
      </form>
    </dialog>,
    document.body,
  )
}

const isFormula = (tex: string): boolean =>
  tex.trim() !== '' && tex.length <= longestTex && !/\\[)\]]|\$\$/.test(tex)

/** Makes the selected text a link, or writes `words` as one when no text is selected. */
function writeLink(editor: Editor, href: string, words: string | null): void {
  const attrs = { href, file: null }
  const chain = editor.chain().focus()
  if (words === null) chain.extendMarkRange('link').setMark('link', attrs).run()
  else chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs }] }).run()
}

interface TextBox {
  readonly value: string
  readonly onChange: (value: string) => void
}

function LinkFields(props: { field: (key: string) => TextBox; fault: string; bare: boolean }) {
  const { field, fault, bare } = props
  return (
    <>
      <TextField
        label="地址"
        {...field('href')}
        fault={fault || undefined}
        help="本站页面以 / 开头，其他网站以 https:// 开头"
      />
      {bare && <TextField label="显示的文字" {...field('words')} />}
    </>
  )
}

function FormulaFields(props: {
  field: TextBox
  fault: string
  display: boolean
  onDisplay: (display: boolean) => void
}) {
  const { field, fault, display, onDisplay } = props
  return (
    <>
      <TextField
        label="公式（TeX）"
        {...field}
        fault={fault || undefined}
        help="如 x^2、\frac{1}{2}、\sqrt{a}、\sum_{i=1}^n i"
      />
      <label>
        <input type="checkbox" checked={display} onChange={(event) => onDisplay(event.target.checked)} />{' '}
        单独一行
      </label>
      <Preview tex={field.value} display={display} />
    </>
  )
}

function FigureFields({ field }: { field: (key: string) => TextBox }) {
  return (
    <>
      <TextField label="替代文字" {...field('alt')} maxLength={200} help="说给看不见图片的人：图上是什么" />
      <TextField label="图片下方的说明" {...field('caption')} maxLength={200} />
    </>
  )
}

function Preview({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [right, setRight] = useState(true)
  useEffect(() => {
    if (place.current) setRight(tex.trim() === '' || drawFormula(place.current, tex, display))
  }, [tex, display])
  return (
    <>
      <div
        ref={place}
        className="rich-edit-preview"
        data-testid="formula-preview"
        hidden={tex.trim() === ''}
      />
      <output className="contents-fault">{right ? '' : '还不是完整的公式，发布后会原样显示'}</output>
    </>
  )
}
