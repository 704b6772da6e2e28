import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFRawStream,
  PDFRef,
  type PDFContext,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { stripPicture } from '../pictures/pictures.ts'
import { dictOf, filtersOf, heldBy, named, openPdf, reached } from './objects.ts'

/**
 * Entries that no page needs: properties, what programs keep for themselves, small pictures of pages,
 * scripts, what runs on opening, forms with scripts, attached files, signatures (ISO 32000-2).
 */
const gone = [
  'Metadata PieceInfo LastModified Thumb AA SpiderInfo DSS Perms Legal EmbeddedFiles',
  'JavaScript AF Collection AcroForm XFA Requirements',
].flatMap((names) => names.split(' '))
/** Annotations that are no part of the page: talk about it, files and recordings. Links and drawings stay. */
const talk = new Set(
  [
    'Text Popup FileAttachment Sound Movie Screen RichMedia 3D Caret Highlight Underline',
    'Squiggly StrikeOut Redact',
  ].flatMap((names) => names.split(' ')),
)
/** Keys of an annotation that carry its author, times and text; its appearance stays. */
const saidByAuthor = ['T', 'Subj', 'RC', 'NM', 'M', 'CreationDate', 'Popup', 'IRT', 'Contents']
/** Actions of a link that stay; others run or fetch something. */
const harmless = new Set(['GoTo', 'URI', 'Named'])

const nameIn = (dict: PDFDict, key: string): string => {
  const value = dict.lookup(named(key))
  return value instanceof PDFName ? value.decodeText() : ''
}

/** The annotations that the copy of a page has, with nothing of who made them. */
function cleanAnnotations(page: PDFDict): void {
  const list = page.lookup(named('Annots'))
  if (!(list instanceof PDFArray)) return
  for (let i = list.size() - 1; i >= 0; i -= 1) {
    const annotation = dictOf(list.lookup(i))
    if (!annotation || talk.has(nameIn(annotation, 'Subtype'))) list.remove(i)
    else cleanAnnotation(annotation)
  }
}

function cleanAnnotation(annotation: PDFDict): void {
  for (const key of saidByAuthor) annotation.delete(named(key))
  const action = dictOf(annotation.lookup(named('A')))
  if (action && !harmless.has(nameIn(action, 'S'))) annotation.delete(named('A'))
  // A field stays as it looks: its name, value and choices go.
  if (nameIn(annotation, 'Subtype') === 'Widget')
    for (const key of ['FT', 'V', 'DV', 'TU', 'TM', 'Opt', 'Parent', 'MK', 'Ff', 'A'])
      annotation.delete(named(key))
}

/** The picture of a stream without its metadata. */
function cleanPicture(context: PDFContext, ref: PDFRef, object: PDFObject): void {
  if (!(object instanceof PDFRawStream)) return
  const filters = filtersOf(object)
  if (filters.length !== 1 || filters[0] !== 'DCTDecode') return
  const content = stripPicture(Buffer.from(object.contents), 'jpeg')
  object.dict.delete(named('Length'))
  context.assign(ref, PDFRawStream.of(object.dict, content))
}

function cleanDicts(object: PDFObject): void {
  const dict = dictOf(object)
  if (dict) for (const key of gone) dict.delete(named(key))
  for (const one of heldBy(object)) if (!(one instanceof PDFRef)) cleanDicts(one)
}

/** Opening a document shows a page and does nothing else. */
function cleanRoot({ catalog }: PDFDocument): void {
  const opening = catalog.lookup(named('OpenAction'))
  if (!(opening instanceof PDFArray)) catalog.delete(named('OpenAction'))
}

/**
 * A PDF without what tells who made it, written anew: only what its pages show and refer to, so that nothing
 * of earlier versions, comments or attached files is left.
 */
export async function stripPdf(content: Buffer): Promise<Buffer> {
  const document = await openPdf(content)
  const { context } = document
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  delete context.trailerInfo.Encrypt
  cleanRoot(document)
  for (const page of document.getPages()) cleanAnnotations(page.node)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    cleanDicts(object)
    cleanPicture(context, ref, object)
  }
  const needed = reached(context)
  for (const [ref] of context.enumerateIndirectObjects()) if (!needed.has(ref)) context.delete(ref)
  return Buffer.from(await document.save({ addDefaultPage: false, updateFieldAppearances: false }))
}
