import { inflateRawSync } from 'node:zlib'
import { AppError } from '../../../catalogue/errors.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'

/** One part of an Office Open XML package, as the directory at its end names it. */
interface Part {
  readonly name: string
  readonly method: number
  readonly packed: Buffer
  readonly size: number
}

/** Most parts, and most bytes when unpacked: what a clerk's document has many times over, and no bomb. */
const mostParts = 2000
const mostBytes = 200 * 1024 * 1024
/** Most bytes of a part that is read here; lists of types and of relations are small. */
const mostRead = 2 * 1024 * 1024

const mains = {
  'word/document.xml': ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'wordprocessingml.document.main+xml'],
  'ppt/presentation.xml': ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'presentationml.presentation.main+xml'],
  'xl/workbook.xml': ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'spreadsheetml.sheet.main+xml'],
} as const satisfies Record<string, readonly [FileMime, string]>

/** Parts that run something: macros, controls, sheets of old macros, packed objects. Excel tables within Word are harmless. */
const running = /(^|\/)(vba[^/]*\.bin|activex\/|macrosheets\/|dialogsheets\/|customui\/|ctrlprops\/)|oleobject[^/]*$|\.(bin|exe|js|vbs|dll|docm|xlsm|pptm|xlsb|dotm|xltm)$/i
/** What a zip file that people read may not bring. */
const programs = /\.(exe|com|scr|bat|cmd|ps1|msi|dll|lnk|hta|vbs|vbe|js|jse|wsf|jar|docm|xlsm|pptm|xlsb|dotm)$/i
/** What a spreadsheet keeps beside its sheets in binary and runs nothing. */
const harmless = /^xl\/printerSettings\/[^/]+\.bin$/i

const refuse = (message: string): never => {
  throw new AppError('fileType', { message })
}
const broken = () => refuse('文件打不开或已损坏，请重新保存为 docx、xlsx、pptx，或重新压缩为 zip 后再传')
const runs = () => refuse('文件里带有宏、控件或嵌入的对象，请另存为不带宏的 docx、xlsx、pptx，或转成 pdf 后再传')

/** Reads the directory of a zip file and nothing else; refuses what is cut off, encrypted, stretched or told twice. */
function partsOf(content: Buffer): Part[] {
  const end = content.length - 22
  // Without a comment at its end: what follows the directory would be somebody else's.
  if (end < 30 || content.readUInt32LE(0) !== 0x04034b50 || content.readUInt32LE(end) !== 0x06054b50) return broken()
  const count = content.readUInt16LE(end + 10)
  const parts: Part[] = []
  let at = content.readUInt32LE(end + 16)
  let total = 0
  if (count === 0 || count > mostParts) return broken()
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > end || content.readUInt32LE(at) !== 0x02014b50) return broken()
    const length = content.readUInt16LE(at + 28)
    const name = content.toString('latin1', at + 46, at + 46 + length)
    const local = content.readUInt32LE(at + 42)
    const [packed, size] = [content.readUInt32LE(at + 20), content.readUInt32LE(at + 24)]
    total += size
    if ((content.readUInt16LE(at + 8) & 1) === 1) return refuse('文件设了打开密码，请去掉密码后再传')
    if (local + 30 > end || content.readUInt32LE(local) !== 0x04034b50 || total > mostBytes) return broken()
    const begin = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    // Readers that go by the parts themselves must find the same names.
    const named = content.toString('latin1', local + 30, local + 30 + content.readUInt16LE(local + 26))
    const sound = named === name && begin + packed <= end && !name.startsWith('/') && !/(^|\/)\.\.(\/|$)/.test(name)
    if (!sound || parts.some((one) => one.name.toLowerCase() === name.toLowerCase())) return broken()
    parts.push({ name, method: content.readUInt16LE(at + 10), packed: content.subarray(begin, begin + packed), size })
    at += 46 + length + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32)
  }
  return parts
}

function textOf(part: Part): string {
  let text = ''
  try {
    text = (part.method === 0 ? part.packed : inflateRawSync(part.packed, { maxOutputLength: mostRead })).toString('utf8')
  } catch {
    return broken()
  }
  // Written so that it reads differently here than in Office: another encoding, letters by their numbers.
  return text.includes('\0') || text.includes('&#') || text.includes('<!') ? broken() : text
}

/**
 * Whether bytes are a document of Office, and which, by what the package says of itself; or a zip file of other things; null for neither.
 * Throws when it would run something or fetch something when opened: macros, controls, embedded objects, a template elsewhere.
 */
export function officeType(content: Buffer): FileMime | null {
  if (content.length < 4 || content.readUInt32LE(0) !== 0x04034b50) return null
  const parts = partsOf(content)
  const types = parts.find(({ name }) => name === '[Content_Types].xml')
  const main = Object.entries(mains).find(([name]) => parts.some((part) => part.name === name))
  if (!types || !main) return parts.some(({ name }) => programs.test(name)) ? refuse('压缩包里有程序或带宏的文件，请去掉后重新压缩') : 'application/zip'
  if (parts.some(({ name }) => name.includes('\\'))) return broken()
  const [mime, declared] = main[1]
  const said = textOf(types)
  if (/macroEnabled|vbaProject|activeX|oleObject/i.test(said)) return runs()
  if (!said.includes(declared)) return broken()
  if (parts.some(({ name }) => running.test(name) && !harmless.test(name))) return runs()
  const fetched = /<Relationship\b(?=[^>]*TargetMode\s*=\s*["']External["'])(?=[^>]*Type\s*=\s*["'][^"']*\/(attachedTemplate|oleObject|frame|subDocument|externalLinkPath|image|video|audio|media)["'])/i
  if (parts.some((part) => part.name.endsWith('.rels') && fetched.test(textOf(part)))) {
    return refuse('文件引用了别处的模板、图片或表格，请改为只含自身内容后再传')
  }
  return mime
}
