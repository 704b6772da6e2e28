import type { Editor } from '@tiptap/core'
import { cleanPaste, fileOfData } from './paste.ts'
import { fromStored } from './stored.ts'
import { isPicture, type TextFiles } from './use-text-files.ts'

/**
 * Everything that comes into a text besides typed letters: pictures, attachments, and markup from the
 * clipboard.
 */
export function insertions(files: TextFiles) {
  const insertPictures = async (editor: Editor, given: readonly File[]) => {
    for (const file of given) {
      const id = await files.send(file)
      if (id !== null) insertPicture(editor, id)
    }
    if (given.length > 0) files.say('图片已放入；双击图片可以写说明和替代文字。')
  }
  /**
   * Uploads pasted pictures. Each stands in the text under a placeholder meanwhile; when its upload fails, it
   * is deleted.
   */
  const settle = async (editor: Editor, pictures: ReadonlyMap<string, string>) => {
    for (const [pending, data] of pictures) {
      const id = await files.send(fileOfData(data))
      if (id !== null) files.move(pending, id)
      settlePicture(editor, pending, id)
    }
  }
  return {
    insertPictures,
    async attach(editor: Editor, file: File) {
      const id = await files.send(file)
      if (id !== null) insertAttachment(editor, id, file.name)
    },
    /** Whether files that were pasted or dropped were taken; else the editor deals with what came. */
    take(editor: Editor, data: DataTransfer | null): boolean {
      const given = [...(data?.files ?? [])].filter(isPicture)
      if (given.length === 0 || data?.types.includes('text/html')) return false
      void insertPictures(editor, given)
      return true
    },
    /** Markup from the clipboard, as the editor takes it; its pictures are uploaded afterwards. */
    clean(editor: Editor, html: string): string {
      const { html: clean, pictures, lost } = cleanPaste(html)
      for (const [pending, data] of pictures) files.show(pending, fileOfData(data))
      files.say(lost > 0 ? `有 ${lost} 张图片还在原来的电脑或网站上，未能导入，请另存后用“图片”放入。` : '')
      // The editor puts the markup into the text only after this function has returned.
      if (pictures.size > 0) setTimeout(() => void settle(editor, pictures))
      return fromStored(clean)
    },
  }
}

/** Puts an uploaded picture where the cursor stands. */
const insertPicture = (editor: Editor, file: string) =>
  editor
    .chain()
    .focus()
    .insertContent({ type: 'figure', attrs: { file, alt: '' } })
    .run()

/** Writes a link to an uploaded file where the cursor stands, and a space to go on writing outside of it. */
const insertAttachment = (editor: Editor, file: string, name: string) =>
  editor
    .chain()
    .focus()
    .insertContent([
      { type: 'text', text: name, marks: [{ type: 'link', attrs: { file } }] },
      { type: 'text', text: ' ' },
    ])
    .run()

/** A pasted picture that stands in the text under `pending` gets the id of its file; null deletes it. */
const settlePicture = (editor: Editor, pending: string, file: string | null) =>
  editor.commands.command(({ tr, state }) => {
    state.doc.descendants((node, position) => {
      if (node.attrs['file'] !== pending) return
      if (file === null) tr.delete(tr.mapping.map(position), tr.mapping.map(position + node.nodeSize))
      else tr.setNodeAttribute(tr.mapping.map(position), 'file', file)
    })
    return true
  })
