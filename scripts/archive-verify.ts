import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'
import { z } from 'zod'

/*
 * Verifies a hand-over package (docs/decisions/0283) without the portal, zipped or unpacked:
 *   node scripts/archive-verify.ts PACKAGE [--key KEYS.json]
 * KEYS.json holds the keys that the portal publishes; without it only the key within the package is there to go by.
 */

const manifests = { sm3: '清单-SM3.txt', sha256: '清单-SHA256.txt' } as const
const signature = '签名.jws'
const ownKey = '其他/签名公钥.json'
type Suite = keyof typeof manifests
const suites: readonly Suite[] = ['sm3', 'sha256']

/** The files of a package by their place. */
type Places = ReadonlyMap<string, () => Promise<Readable>>

async function placesInZip(path: string): Promise<{ places: Places; doubled: string[] }> {
  const zip = await openPromise(path, { autoClose: false })
  const places = new Map<string, () => Promise<Readable>>()
  const doubled: string[] = []
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (places.has(entry.fileName)) doubled.push(entry.fileName)
    places.set(entry.fileName, () => zip.openReadStreamPromise(entry))
  }
  return { places, doubled }
}

async function placesInFolder(root: string): Promise<Places> {
  const all = await readdir(root, { recursive: true, withFileTypes: true })
  return new Map(
    all
      .filter((one) => !one.isDirectory())
      .map((one): [string, () => Promise<Readable>] => {
        const path = join(one.parentPath, one.name)
        const place = relative(root, path).split(sep).join('/').normalize('NFC')
        return [place, () => Promise.resolve(createReadStream(path))]
      }),
  )
}

const textOf = async (places: Places, place: string): Promise<Buffer | null> => {
  const open = places.get(place)
  return open ? buffer(await open()) : null
}

/** Digests of one file under both suites, read once; null where it cannot be read. */
async function digestsOf(open: () => Promise<Readable>): Promise<Record<Suite, string> | null> {
  const hashes = { sm3: createHash('sm3'), sha256: createHash('sha256') }
  try {
    for await (const piece of await open()) for (const suite of suites) hashes[suite].update(piece)
  } catch {
    return null
  }
  return { sm3: hashes.sm3.digest('hex'), sha256: hashes.sha256.digest('hex') }
}

/** The digests by place that a manifest lists. */
function listed(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf('  ')
      return [line.slice(at + 2), line.slice(0, at)]
    }),
  )
}

const publicKey = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), kid: z.string() })
const keySet = z.union([
  z.object({ keys: z.array(publicKey) }).transform(({ keys }) => keys),
  publicKey.transform((key) => [key]),
])
const head = z.object({ alg: z.literal('RS256'), kid: z.string() })
const statement = z.object({
  suite: z.literal('RS256'),
  package: z.int(),
  manifests: z.object({ [manifests.sm3]: z.string(), [manifests.sha256]: z.string() }),
})

const parsed = <T>(shape: z.ZodType<T>, text: string): T | null => {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
const decoded = (part: string): string => Buffer.from(part, 'base64url').toString('utf8')

/** The key with this number: of the published keys where they are given, else of the package. */
async function keyFor(places: Places, trusted: Buffer | null, kid: string) {
  const text = trusted ?? (await textOf(places, ownKey))
  const keys = text ? parsed(keySet, text.toString('utf8')) : null
  return keys?.find((key) => key.kid === kid) ?? null
}

/** Verifies the signature. Answers what it states, or what is wrong with it. */
async function signedStatement(
  places: Places,
  trusted: Buffer | null,
): Promise<z.output<typeof statement> | string> {
  const jws = (await textOf(places, signature))?.toString('utf8').trim()
  if (jws === undefined) return `缺少：${signature}`
  const [headPart = '', body = '', sign = ''] = jws.split('.')
  const named = parsed(head, decoded(headPart))
  const said = parsed(statement, decoded(body))
  if (!named || !said) return `签名无效：${signature} 不是 RS256 的签名`
  const found = await keyFor(places, trusted, named.kid)
  if (!found) return `签名无效：没有编号为 ${named.kid} 的公钥`
  const { kty, n, e } = found
  const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' })
  const holds = verify('RSA-SHA256', Buffer.from(`${headPart}.${body}`), key, Buffer.from(sign, 'base64url'))
  return holds ? said : `签名无效：${signature} 与公钥 ${named.kid} 不符`
}

/** Compares both manifests with what was signed. */
async function signatureFaults(places: Places, trusted: Buffer | null): Promise<string[]> {
  const said = await signedStatement(places, trusted)
  if (typeof said === 'string') return [said]
  const faults: string[] = []
  for (const suite of suites) {
    const text = await textOf(places, manifests[suite])
    const digest = text && createHash(suite).update(text).digest('hex')
    if (digest !== null && digest !== said.manifests[manifests[suite]])
      faults.push(`改动：${manifests[suite]}（与签名不符）`)
  }
  return faults
}

/** Compares each file with both manifests. */
async function fileFaults(places: Places): Promise<string[]> {
  const texts = { sm3: await textOf(places, manifests.sm3), sha256: await textOf(places, manifests.sha256) }
  const missing = suites.filter((suite) => texts[suite] === null).map((suite) => `缺少：${manifests[suite]}`)
  const lists = suites.flatMap((suite) => {
    const text = texts[suite]
    return text ? [{ suite, digests: listed(text.toString('utf8')) }] : []
  })
  const named = new Set(lists.flatMap(({ digests }) => [...digests.keys()]))
  const faults = [...missing, ...[...named].filter((one) => !places.has(one)).map((one) => `缺少：${one}`)]
  const beside = new Set<string>([...Object.values(manifests), signature])
  for (const [place, open] of places) {
    if (beside.has(place)) continue
    if (!named.has(place)) {
      faults.push(`多出：${place}`)
      continue
    }
    const found = await digestsOf(open)
    if (found === null || lists.some(({ suite, digests }) => digests.get(place) !== found[suite]))
      faults.push(`改动：${place}`)
  }
  return faults
}

const [path, option, keyPath] = process.argv.slice(2)
if (path === undefined || (option !== undefined && (option !== '--key' || keyPath === undefined))) {
  process.stderr.write('用法：node scripts/archive-verify.ts 移交包 [--key 公钥.json]\n')
  process.exit(2)
}
const trusted = keyPath === undefined ? null : await readFile(keyPath)
const isFolder = (await stat(path)).isDirectory()
const { places, doubled } = isFolder
  ? { places: await placesInFolder(path), doubled: [] }
  : await placesInZip(path)
const faults = [
  ...doubled.map((place) => `重复：${place}`),
  ...(await signatureFaults(places, trusted)),
  ...(await fileFaults(places)),
]
for (const fault of faults) process.stdout.write(`${fault}\n`)
if (faults.length === 0) {
  process.stdout.write(`${places.size} 个文件与清单和签名一致\n`)
  if (trusted === null) process.stdout.write('签名只与包内的公钥核对；请用 --key 与门户公布的公钥核对\n')
}
process.exit(faults.length === 0 ? 0 : 1)
