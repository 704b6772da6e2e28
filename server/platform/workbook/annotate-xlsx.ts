import { posix } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { typesName } from '../package/office.ts'
import { XmlTokens } from '../package/xml-tokens.ts'
import type { Part } from '../package/zip.ts'
import type { FaultPlace, RowFaults } from './faults.ts'
import { withComments, type Comments } from './annotate-comments.ts'
import { SheetAnnotator } from './annotate-sheet.ts'
import { FaultStyles } from './annotate-styles.ts'
import { openXlsx, relationsName, relationsOf, sheetOf, type OpenXlsx, type Sheet } from './open-xlsx.ts'
import { packageRefusals } from './refusal.ts'

/** Most bytes of a part that is changed as a whole. */
const mostWhole = 16 * 1024 * 1024

/**
 * The letters of a part that is small and well-formed, and has neither remarks nor sections that are no
 * markup; undefined for any other, which is then left as it is.
 */
async function wholeOf(part: Part | undefined): Promise<string | undefined> {
  if (!part || part.size > mostWhole) return undefined
  const tokens = new XmlTokens({ open: () => undefined, close: () => undefined }, packageRefusals)
  const pieces: Buffer[] = []
  try {
    for await (const piece of part.pieces()) {
      tokens.write(piece)
      pieces.push(piece)
    }
    tokens.close()
  } catch {
    return undefined
  }
  const text = Buffer.concat(pieces).toString('utf8')
  return text.includes('<!') ? undefined : text
}

/** Part with the comments of the sheet, existing or new. */
interface CommentParts {
  readonly comments: string
  readonly drawing: string
  /** The comments of the file as it came. */
  readonly before: { readonly comments: string | undefined; readonly drawing: string | undefined }
  /** Parts that name the new ones, with what they say then; empty where both were there. */
  readonly changed: ReadonlyMap<string, string>
  readonly drawingId: string | undefined
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const commentsMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml'

/** Undefined where comments cannot be added without harm to what is there. */
async function commentParts(book: OpenXlsx, sheet: Sheet): Promise<CommentParts | undefined> {
  const relations = [...(await relationsOf(book.part, sheet.part.name)).values()]
  const target = (kind: string) => relations.find((one) => one.kind === kind)?.target
  const [comments, drawing] = [target('comments'), target('vmlDrawing')]
  if (comments !== undefined && drawing !== undefined) {
    const before = {
      comments: await wholeOf(book.part(comments)),
      drawing: await wholeOf(book.part(drawing)),
    }
    if (before.comments === undefined || before.drawing === undefined) return undefined
    return { comments, drawing, before, changed: new Map(), drawingId: undefined }
  }
  if (comments !== undefined || drawing !== undefined) return undefined
  return newCommentParts(book, sheet)
}

async function newCommentParts(book: OpenXlsx, sheet: Sheet): Promise<CommentParts | undefined> {
  const list = relationsName(sheet.part.name)
  const types = await wholeOf(book.part(typesName))
  const listed = book.part(list)
  const before = listed
    ? await wholeOf(listed)
    : '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  if (types === undefined || before === undefined) return undefined
  const folder = posix.dirname(posix.dirname(sheet.part.name))
  const [comments, drawing] = [
    posix.join(folder, 'comments_import.xml'),
    posix.join(folder, 'drawings/vml_import.vml'),
  ]
  if (book.part(comments) || book.part(drawing)) return undefined
  const entry = (id: string, type: string, target: string) =>
    `<Relationship xmlns="http://schemas.openxmlformats.org/package/2006/relationships" Id="${id}" Type="${office}/${type}" Target="/${target}"/>`
  const made = entry('rIdImport1', 'comments', comments) + entry('rIdImport2', 'vmlDrawing', drawing)
  const package2006 = 'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"'
  const vml = /Extension="vml"/i.test(types)
    ? ''
    : `<Default ${package2006} Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`
  const end = (xml: string, root: string, more: string) =>
    xml
      .replace(new RegExp(`<((?:\\w+:)?)${root}\\b([^>]*)/>\\s*$`), `<$1${root}$2></$1${root}>`)
      .replace(new RegExp(`</((?:\\w+:)?)${root}>\\s*$`), (tag) => more + tag)
  return {
    comments,
    drawing,
    before: { comments: undefined, drawing: undefined },
    changed: new Map([
      [list, end(before, 'Relationships', made)],
      [
        book.part(typesName)?.name ?? '[Content_Types].xml',
        end(
          types,
          'Types',
          `${vml}<Override ${package2006} PartName="/${comments}" ContentType="${commentsMime}"/>`,
        ),
      ],
    ]),
    drawingId: 'rIdImport2',
  }
}

async function* annotated(part: Part, annotator: SheetAnnotator): AsyncGenerator<Buffer> {
  for await (const piece of part.pieces()) {
    annotator.tokens.write(piece)
    const text = annotator.take()
    if (text !== '') yield Buffer.from(text)
  }
  annotator.tokens.close()
  yield Buffer.from(annotator.take())
}

/**
 * A zip file that is written while it is read; `closed` is called at its end, and when its reader goes away.
 */
function openZip(closed: () => void) {
  const zip = new ZipFile()
  const out = new PassThrough()
  let coming: Readable | undefined
  out.on('error', () => undefined)
  out.once('close', () => {
    // A part in the middle of which the reader went away holds the file open.
    coming?.destroy()
    closed()
  })
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : undefined)
  zip.on('error', fail)
  return {
    add: (name: string, source: () => AsyncIterable<Buffer> | Iterable<Buffer>) =>
      zip.addReadStreamLazy(name, { compressionLevel: 4 }, (take) => {
        coming = Readable.from(source(), { objectMode: false }).on('error', fail)
        if (out.destroyed) coming.destroy()
        take(null, coming)
      }),
    end(): Readable {
      zip.end()
      zip.outputStream.pipe(out)
      return out
    },
  }
}

/** A workbook of which one sheet is annotated; all other parts are handed on as they are. */
export async function annotateXlsx(
  path: string,
  sheetName: string | undefined,
  rows: ReadonlyMap<number, RowFaults>,
  place: FaultPlace,
): Promise<Readable> {
  const book = await openXlsx(path)
  try {
    return await annotatedBook(book, sheetOf(book, sheetName), rows, place)
  } catch (error) {
    book.package.close()
    throw error
  }
}

async function annotatedBook(
  book: OpenXlsx,
  sheet: Sheet,
  rows: ReadonlyMap<number, RowFaults>,
  place: FaultPlace,
): Promise<Readable> {
  const styleText = await wholeOf(book.styles)
  const styles = styleText === undefined ? undefined : new FaultStyles(styleText)
  const parts = await commentParts(book, sheet)
  const annotator = new SheetAnnotator(rows, place, styles, parts?.drawingId)
  const { add, end } = openZip(() => book.package.close())
  const changed = new Map<string, () => Iterable<Buffer>>()
  // Made when it is read: what cannot be made fails as a part that cannot be read.
  const text = (make: () => string) =>
    function* () {
      yield Buffer.from(make())
    }
  for (const [name, xml] of parts?.changed ?? [])
    changed.set(
      name,
      text(() => xml),
    )
  if (styles && book.styles)
    changed.set(
      book.styles.name,
      text(() => styles.toString()),
    )
  let made: Comments | undefined
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const comments = (which: keyof Comments) =>
    text(
      () =>
        (made ??= withComments(
          { ...parts?.before, comments: parts?.before.comments, drawing: parts?.before.drawing, main },
          annotator.comments,
        ))[which],
    )
  if (parts) {
    changed.set(parts.comments, comments('comments'))
    changed.set(parts.drawing, comments('drawing'))
  }
  for (const part of book.package.parts)
    if (part.name !== sheet.part.name && !changed.has(part.name)) add(part.name, part.pieces)
  // Parts that depend on the sheet are written after it.
  add(sheet.part.name, () => annotated(sheet.part, annotator))
  for (const [name, make] of changed) add(name, make)
  return end()
}
