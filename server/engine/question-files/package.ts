import { posix } from 'node:path'
import { packageRefusals } from '../../platform/documents/index.ts'
import { wholeXml, XmlFault } from '../../platform/package/whole-xml.ts'
import { lettersIn, type XmlNode } from '../../platform/package/xml-tree.ts'
import { partsOf } from '../../platform/package/zip.ts'
import type { ReadFile, ReadOne } from './filed.ts'
import { decodedAddress, PictureShelf } from './foreign-read.ts'
import { questionsOfMoodle } from './moodle/read.ts'
import { named, underOneName } from './qti/names.ts'
import { questionOfItem } from './qti/read.ts'

const mebibyte = 1024 * 1024
/** What a package may unpack to: the limits that uploads have (decision 0031). */
const budget = () => ({ bytes: 200 * mebibyte, parts: 2_000, ratio: 200 })

/**
 * Reads the questions of a zip file: items of QTI with their pictures, or the XML of Moodle. Parts that cannot
 * be read, and items of kinds that the portal does not have, go to the tray by their name. Throws a refusal for
 * a package that is broken, encrypted or too large.
 */
export async function questionsOfPackage(content: Buffer): Promise<ReadFile> {
  const parts = new Map<string, Buffer>()
  for await (const part of partsOf(content, budget(), packageRefusals)) {
    const pieces: Buffer[] = []
    for await (const piece of part.pieces()) pieces.push(piece)
    parts.set(part.name.replaceAll('\\', '/'), Buffer.concat(pieces))
  }
  return new PackageReader(parts).read()
}

/** Roots of a package of QTI that hold no questions themselves. */
const aside = new Set([
  'manifest',
  'assessment-test',
  'assessment-section',
  'assessment-stimulus',
  'lom',
  'result-report',
])

class PackageReader {
  readonly #parts: ReadonlyMap<string, Buffer>
  readonly #trees = new Map<string, XmlNode>()
  readonly #shelf = new PictureShelf()
  readonly #tray: { text: string; reason: string }[] = []
  #formulas = 0

  constructor(parts: ReadonlyMap<string, Buffer>) {
    this.#parts = parts
  }

  read(): ReadFile {
    for (const [name, bytes] of this.#parts) if (/\.xml$/i.test(name)) this.#parse(name, bytes)
    const questions: ReadOne[] = []
    const pictures: ReadFile['pictures'][number][] = []
    for (const name of this.#inOrder()) {
      const root = this.#trees.get(name)
      if (!root) continue
      const kind = underOneName({ ...root, children: [] }).name
      if (kind === 'quiz') {
        const quiz = questionsOfMoodle(root)
        questions.push(...quiz.questions)
        pictures.push(...quiz.pictures)
        this.#tray.push(...quiz.tray)
        this.#formulas += quiz.formulas
      } else if (kind === 'assessment-item') {
        const read = this.#item(name, root)
        if (read) questions.push(read)
      } else if (!aside.has(kind)) this.#tray.push({ text: name, reason: '不是题目，没有读' })
    }
    if (questions.length === 0 && this.#tray.length === 0)
      this.#tray.push({ text: '该压缩包', reason: '里面没有 QTI 或 Moodle 的题目' })
    return {
      questions,
      tray: this.#tray,
      pictures: [...this.#shelf.pictures, ...pictures],
      formulas: this.#formulas,
    }
  }

  #parse(name: string, bytes: Buffer): void {
    try {
      this.#trees.set(name, wholeXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    } catch (error) {
      const reason = error instanceof XmlFault ? error.message : '不是 UTF-8 编码的文字'
      this.#tray.push({ text: name, reason })
    }
  }

  /** Items in the order of the manifest; those that it does not name come behind. */
  #inOrder(): string[] {
    const manifest = [...this.#trees].find(
      ([name]) => posix.basename(name).toLowerCase() === 'imsmanifest.xml',
    )
    const listed = manifest
      ? named(underOneName(manifest[1]), 'resource').map(({ attributes }) =>
          posix.join(posix.dirname(manifest[0]), attributes['href'] ?? ''),
        )
      : []
    return [...new Set([...listed.filter((name) => this.#trees.has(name)), ...this.#trees.keys()])]
  }

  #item(name: string, root: XmlNode): ReadOne | null {
    const within = (address: string) => posix.join(posix.dirname(name), decodedAddress(address))
    const read = questionOfItem(root, {
      shelf: this.#shelf,
      onFormula: () => (this.#formulas += 1),
      bytesOf: (address) => this.#parts.get(within(address)),
      stimulusOf: (address) => this.#trees.get(within(address)),
    })
    if (!('refused' in read)) return { ...read, place: name }
    const title = root.attributes['title'] ?? lettersIn(root).trim().slice(0, 40)
    this.#tray.push({ text: `${name} ${title}`.trim(), reason: read.refused })
    return null
  }
}
