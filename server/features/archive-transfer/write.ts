import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '../../../catalogue/access/access.ts'
import { packageSuite } from '../../../catalogue/contract/archive-transfer.ts'
import { nameInZip, writeZip, type ZipWriter } from '../../platform/package/write-zip.ts'
import { itemsOf, typesFor, type PackedFile, type PackedItem } from './contents.ts'
import {
  aboutText,
  contentsLine,
  type ContentsLine,
  contentsXml,
  metadataXml,
  names,
  type PackageFacts,
  recordJson,
  registerText,
  reportXml,
  rulesJson,
  schemaJson,
} from './documents.ts'
import { called, examineItem, Findings } from './findings.ts'
import type { TransferNeeds } from './needs.ts'
import type { OpenedSubject } from './subject.ts'

/** Letters of a file's name within the zip: Windows opens no path above 260. */
const nameLetters = 60

interface Digests {
  readonly sm3: string
  readonly sha256: string
}

/** A package that is being written: its zip, and what is known of the parts that have gone. */
interface PackageDraft {
  readonly zip: ZipWriter
  readonly digests: Map<string, Digests>
  readonly findings: Findings
  readonly lines: ContentsLine[]
  readonly people: Set<number>
  files: number
  bytes: number
}

/** What became of a package. */
export interface WrittenPackage {
  readonly records: number
  readonly people: ReadonlySet<number>
  readonly problems: number
}

export interface PackageOrder {
  readonly actor: Actor
  readonly subject: OpenedSubject
  readonly id: number
  /** Hears after each item how many have gone. */
  readonly onItem: (done: number) => void
}

type Source = AsyncIterable<Buffer | string>

/** Adds a part and resolves with its digests when its bytes have gone. */
function addPart(
  { zip, digests }: PackageDraft,
  place: string,
  open: () => Promise<Source>,
): Promise<Digests & { readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    zip.bytes.once('close', () => reject(new Error('the zip was closed')))
    async function* counted(): AsyncGenerator<Buffer> {
      const [sm3, sha256] = [createHash('sm3'), createHash('sha256')]
      let bytes = 0
      for await (const piece of await open()) {
        const part = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
        sm3.update(part)
        sha256.update(part)
        bytes += part.length
        yield part
      }
      const found = { sm3: sm3.digest('hex'), sha256: sha256.digest('hex') }
      digests.set(place, found)
      resolve({ ...found, bytes })
    }
    zip.add(place, () => Promise.resolve(counted()))
  })
}

const addText = (writing: PackageDraft, place: string, text: string | Uint8Array) =>
  addPart(writing, place, () => Promise.resolve(Readable.from([Buffer.from(text)])))

async function addFile(
  { fileStores }: TransferNeeds,
  writing: PackageDraft,
  place: string,
  { file, item }: { readonly file: PackedFile; readonly item: string },
): Promise<void> {
  const { sha256, bytes } = await addPart(writing, place, () => fileStores.files.read(file.storageKey))
  writing.files += 1
  writing.bytes += bytes
  if (sha256 !== file.sha256) writing.findings.add('authentic', `${item}：${file.name} 与上传时不一致`)
}

/** Writes one item: its record, its form, its evidence, and what was done with it. */
async function addItem(
  needs: TransferNeeds,
  writing: PackageDraft,
  item: PackedItem,
  actor: Actor,
): Promise<void> {
  const { definition, row } = item
  const folder = `电子档案/${item.year}/${nameInZip(definition.title)}/${nameInZip(item.no)}`
  const readable = await examineItem(needs, item, writing.findings)
  const within = ['record.json']
  await addText(writing, `${folder}/record.json`, recordJson(item))
  const paper = await needs.recordPaper(actor, { type: definition.name, id: row.id, ownerId: row.ownerId })
  if (paper) {
    within.push('登记表.pdf')
    await addText(writing, `${folder}/登记表.pdf`, paper)
  }
  for (const [index, file] of readable.entries()) {
    const name = `附件/${nameInZip(`${index + 1} ${file.name.slice(-nameLetters)}`)}`
    within.push(name)
    await addFile(needs, writing, `${folder}/${name}`, { file, item: called(item) })
  }
  await addText(writing, `${folder}/元数据.xml`, metadataXml(item, within))
  writing.lines.push(contentsLine(item, folder))
  writing.people.add(row.ownerId)
}

const manifest = (digests: ReadonlyMap<string, Digests>, suite: keyof Digests): string =>
  [...digests].map(([place, found]) => `${found[suite]}  ${place}\n`).join('')

/** Writes what stands beside the items, last of all the manifests and their signature. */
async function addPapers(
  needs: TransferNeeds,
  writing: PackageDraft,
  { actor, subject, id }: PackageOrder,
): Promise<void> {
  const facts: PackageFacts = {
    id,
    title: subject.title,
    office: actor.institution,
    records: writing.lines.length,
    people: writing.people.size,
    files: writing.files,
    bytes: writing.bytes,
    madeAt: new Date().toISOString(),
  }
  const { key } = await needs.signText('')
  await addText(writing, '其他/四性检测报告.XML', reportXml(writing.findings.report()))
  await addText(writing, '其他/移交与接收登记表.TXT', registerText(facts))
  await addText(writing, '其他/record.schema.json', schemaJson())
  await addText(writing, '其他/栏目与规则.json', rulesJson(await typesFor(needs, actor)))
  await addText(writing, '其他/签名公钥.json', `${JSON.stringify(key, null, 1)}\n`)
  await addText(writing, names.contents, contentsXml(writing.lines))
  await addText(writing, names.about, aboutText(facts))
  const lists = { sm3: manifest(writing.digests, 'sm3'), sha256: manifest(writing.digests, 'sha256') }
  const signed = {
    format: 'xingtan-archive-package',
    version: 1,
    suite: packageSuite,
    package: id,
    manifests: {
      [names.sm3]: createHash('sm3').update(lists.sm3).digest('hex'),
      [names.sha256]: createHash('sha256').update(lists.sha256).digest('hex'),
    },
  }
  const { jws } = await needs.signText(JSON.stringify(signed))
  await addText(writing, names.sm3, lists.sm3)
  await addText(writing, names.sha256, lists.sha256)
  await addText(writing, names.signature, jws)
}

/**
 * A package as a zip that is written while it is read: one part after the other, a batch of records in memory.
 * `written` settles with the stream.
 */
export function writePackage(
  needs: TransferNeeds,
  order: PackageOrder,
): { readonly bytes: Readable; readonly written: Promise<WrittenPackage> } {
  const zip = writeZip()
  const writing: PackageDraft = {
    zip,
    digests: new Map(),
    findings: new Findings(),
    lines: [],
    people: new Set(),
    files: 0,
    bytes: 0,
  }
  zip.bytes.setMaxListeners(0)
  const fill = async (): Promise<WrittenPackage> => {
    for await (const item of itemsOf(needs, order.actor, order.subject)) {
      await addItem(needs, writing, item, order.actor)
      order.onItem(writing.lines.length)
    }
    await addPapers(needs, writing, order)
    zip.end()
    return {
      records: writing.lines.length,
      people: writing.people,
      problems: writing.findings.problems,
    }
  }
  const written = fill().catch((error: unknown) => {
    zip.bytes.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  // The taker of the bytes hears of the failure first; without this it would count as not handled.
  written.catch(() => undefined)
  return { bytes: zip.bytes, written }
}
