import { attributesAsWritten } from '../../package/xml-tokens.ts'
import { DocumentRefusal } from '../../documents/refusal.ts'
import { isXml, openParts, packParts, targetOf, type OpenPart } from '../../documents/office/parts.ts'
import { stripOffice } from '../../documents/office/strip.ts'
import { relationsOf, textOf, walk } from '../../documents/office/walk.ts'

/** Most bytes of a template: a form of some pages with a badge has less than a tenth. */
export const mostTemplateBytes = 1024 * 1024

const mebibyte = 1024 * 1024
/** Most letters of the document itself: it is held as a tree, and a form of twenty pages has a tenth. */
const mostLetters = 2 * mebibyte
/** What a template may unpack to. */
const budget = () => ({ bytes: 16 * mebibyte, parts: 300, ratio: 100 })

/** Parts that could run, or that hide a file of another kind. */
const running = /vba(?:project|data)|activex|\/embeddings\/|customui|attachedtoolbars|\.bin$/i
/** Instructions of fields that read files, ask other programs or run something (ECMA-376, 17.16.5). */
const fetching =
  /^\s*(?:DDE|DDEAUTO|INCLUDE\w*|IMPORT|LINK|EMBED|DATABASE|MACROBUTTON|RD|HTMLACTIVEX|CONTROL)\b/i
/** Elements of the older drawings that may name a picture by its address. */
const drawn = new Set(['imagedata', 'fill', 'stroke'])
const outside = /(?:src|href)\s*=\s*["'](?:https?:|ftp:|file:|\\\\)/i
const mainType = /wordprocessingml\.document\.main\+xml/

/** The package of a form that was made in Word, with what is filled in. */
export interface TemplatePackage {
  readonly parts: readonly OpenPart[]
  /** `word/document.xml` as text: places are counted in it. */
  readonly document: string
}

export const documentName = 'word/document.xml'

export const partText = ({ parts }: Pick<TemplatePackage, 'parts'>, name: string): string => {
  const part = parts.find((one) => one.name === name)
  return part ? textOf(part.content) : ''
}

/**
 * A template as it is kept: changes accepted, no comments, nothing that tells who wrote it. Macros, controls,
 * embedded files, pictures and templates from elsewhere, and fields that read files are refused.
 * @throws DocumentRefusal for what is hostile, broken or no document of Word
 */
export async function cleanTemplate(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > mostTemplateBytes) throw new DocumentRefusal('tooMuch')
  const parts = await openParts(bytes, budget())
  refuseRunning(parts)
  const clean = await stripOffice(bytes, budget())
  await openTemplate(clean)
  return clean
}

function refuseRunning(parts: readonly OpenPart[]): void {
  const types = parts.find(({ name }) => name.toLowerCase() === '[content_types].xml')
  if (!types || !parts.some(({ name }) => name === documentName)) throw new DocumentRefusal('unusual')
  const listed = types.content.toString('utf8')
  if (/macroEnabled/i.test(listed) || parts.some(({ name }) => running.test(name)))
    throw new DocumentRefusal('runs')
  if (!mainType.test(listed)) throw new DocumentRefusal('unusual')
  for (const { name, content } of parts.filter((part) => isXml(part.name))) {
    if (name.endsWith('.rels')) refuseOutside(content)
    else refuseFields(content)
  }
}

/** A link that a reader clicks is no harm; everything else from outside is fetched when the file is opened. */
function refuseOutside(content: Buffer): void {
  if (relationsOf(content).some(({ outside, type }) => outside && type !== 'hyperlink'))
    throw new DocumentRefusal('fetches')
}

function refuseFields(content: Buffer): void {
  let inInstruction = false
  let instruction = ''
  const judge = (text: string) => {
    if (fetching.test(text)) throw new DocumentRefusal('fetches')
  }
  walk(content, () => ({
    open(name, raw) {
      // Another document that Word takes in when it opens this one (17.17.2.1).
      if (name === 'altChunk') throw new DocumentRefusal('runs')
      if (drawn.has(name) && outside.test(raw)) throw new DocumentRefusal('fetches')
      if (name === 'fldSimple') judge(attributesAsWritten(raw)['w:instr'] ?? '')
      // Word cuts one instruction into several runs; it is whole where the mark after it stands.
      if (name === 'fldChar') {
        judge(instruction)
        instruction = ''
      }
      inInstruction = name === 'instrText'
    },
    close(name) {
      if (name === 'instrText') inInstruction = false
    },
    text: (text) => void (instruction += text),
    wantsText: () => inInstruction,
  }))
  judge(instruction)
}

/** Opens a template that was cleaned when it was taken. */
export async function openTemplate(bytes: Buffer): Promise<TemplatePackage> {
  const parts = await openParts(bytes, budget())
  const document = partText({ parts }, documentName)
  if (document === '') throw new DocumentRefusal('unusual')
  if (document.length > mostLetters) throw new DocumentRefusal('tooMuch')
  return { parts, document }
}

/** The package with another document, and with further parts. */
export const packTemplate = (
  { parts }: TemplatePackage,
  document: string,
  changed: readonly OpenPart[] = [],
): Promise<Buffer> => {
  const names = new Set([documentName, ...changed.map(({ name }) => name)])
  return packParts([
    ...parts.filter(({ name }) => !names.has(name)),
    { name: documentName, content: Buffer.from(document) },
    ...changed,
  ])
}

export const relationsName = targetOf(documentName, '_rels/document.xml.rels')
