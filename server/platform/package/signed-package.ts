import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import { writeZip } from './write-zip.ts'

/** Lists of all other files with their hashes, as `sha256sum` writes them, and who signed both. */
export const manifestNames = {
  sm3: '校验清单-SM3.txt',
  sha256: '校验清单-SHA256.txt',
  signature: '校验清单.sig',
  signer: '签名公钥.pem',
} as const
const algorithms = ['sm3', 'sha256'] as const
type Algorithm = (typeof algorithms)[number]
const own: ReadonlySet<string> = new Set(Object.values(manifestNames))

/** Hashes of one file, in hex. */
type Hashes = Readonly<Record<Algorithm, string>>

function hashing() {
  const hashes = algorithms.map((name) => createHash(name))
  return {
    take: (piece: Buffer | string) => {
      for (const hash of hashes) hash.update(piece)
    },
    hashes: (): Hashes => {
      const [sm3 = '', sha256 = ''] = hashes.map((hash) => hash.digest('hex'))
      return { sm3, sha256 }
    },
  }
}

const listOf = (files: ReadonlyMap<string, Hashes>, algorithm: Algorithm): string =>
  [...files].map(([place, hashes]) => `${hashes[algorithm]}  ${place}\n`).join('')

/** What is signed: both lists, so that neither can be replaced without the other. */
const signed = (lists: Readonly<Record<Algorithm, string>>): Buffer =>
  Buffer.from(`${lists.sm3}\n${lists.sha256}`)

/** A zip whose files are listed by SM3 and SHA-256 at its end, under one signature of Ed25519. */
export interface SignedPackage {
  readonly add: (place: string, open: () => Promise<AsyncIterable<Buffer | string>>) => void
  /** The bytes; no file can be added any more. */
  readonly end: () => Readable
}

/**
 * Files are hashed while they go into the zip, each once and none kept: the lists are written when everything
 * before them has gone.
 */
export function signedPackage(key: KeyObject): SignedPackage {
  const zip = writeZip()
  const files = new Map<string, Hashes>()
  async function* hashed(place: string, source: AsyncIterable<Buffer | string>) {
    const { take, hashes } = hashing()
    for await (const piece of source) {
      take(piece)
      yield piece
    }
    files.set(place, hashes())
  }
  async function* one(text: () => Buffer | string) {
    yield text()
  }
  const lists = () => ({ sm3: listOf(files, 'sm3'), sha256: listOf(files, 'sha256') })
  return {
    add: (place, open) => zip.add(place, async () => hashed(place, await open())),
    end: () => {
      for (const name of algorithms) zip.add(manifestNames[name], async () => one(() => lists()[name]))
      zip.add(manifestNames.signature, async () => one(() => sign(null, signed(lists()), key)))
      zip.add(manifestNames.signer, async () =>
        one(() => createPublicKey(key).export({ type: 'spki', format: 'pem' })),
      )
      return zip.end()
    },
  }
}

/** A file of a package that is looked at. */
export interface PackagedFile {
  readonly name: string
  readonly pieces: () => AsyncIterable<Buffer>
}

/** What was found in a package: a Chinese sentence for each fault, with the file it is about. */
export interface PackageFinding {
  readonly file: string
  readonly message: string
}

const listed = (text: string): Map<string, string> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [hash = '', ...place] = line.split('  ')
        return [place.join('  '), hash]
      }),
  )

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Whether the lists were signed by the key of the package, and by the one that was told. */
function signatureFaults(told: ReadonlyMap<string, Buffer>, signer: string | undefined): PackageFinding[] {
  const textOf = (name: string) => told.get(name)?.toString('utf8') ?? ''
  const pem = textOf(manifestNames.signer)
  const about = (message: string) => [{ file: manifestNames.signature, message }]
  try {
    const key = createPublicKey(signer ?? pem)
    const lists = { sm3: textOf(manifestNames.sm3), sha256: textOf(manifestNames.sha256) }
    const holds = verify(null, signed(lists), key, told.get(manifestNames.signature) ?? Buffer.alloc(0))
    return holds ? [] : about('签名不对：校验清单改动过，或不是该门户签的')
  } catch {
    return about('签名公钥不能识别')
  }
}

/**
 * Compares every file of a package with both lists and checks the signature over them.
 * @param signer public key of Ed25519 as PEM that must have signed; undefined: the one that lies in the package,
 *   which proves that nothing was changed by accident, not who made it
 * @returns nothing where the package is whole
 */
export async function packageFaults(
  files: AsyncIterable<PackagedFile>,
  signer?: string,
): Promise<PackageFinding[]> {
  const found = new Map<string, Hashes>()
  const told = new Map<string, Buffer>()
  for await (const { name, pieces } of files) {
    if (own.has(name)) {
      told.set(name, await wholeOf(pieces()))
      continue
    }
    const { take, hashes } = hashing()
    for await (const piece of pieces()) take(piece)
    found.set(name, hashes())
  }
  const absent = [...own].filter((name) => !told.has(name))
  if (absent.length > 0) return absent.map((file) => ({ file, message: `缺少${file}：不是完整的移交包` }))
  const lists = {
    sm3: listed(told.get(manifestNames.sm3)?.toString('utf8') ?? ''),
    sha256: listed(told.get(manifestNames.sha256)?.toString('utf8') ?? ''),
  }
  const changed = [...found].flatMap(([file, hashes]) => {
    const [sm3, sha256] = [lists.sm3.get(file), lists.sha256.get(file)]
    if (sm3 === undefined || sha256 === undefined) return [{ file, message: `多出的文件：${file}` }]
    return sm3 === hashes.sm3 && sha256 === hashes.sha256 ? [] : [{ file, message: `内容改动过：${file}` }]
  })
  const named = new Set([...lists.sm3.keys(), ...lists.sha256.keys()])
  const gone = [...named]
    .filter((file) => !found.has(file))
    .map((file) => ({ file, message: `缺少文件：${file}` }))
  return [...changed, ...gone, ...signatureFaults(told, signer)]
}
