import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The list of all files with their SHA-256, as `sha256sum --check` reads it, and the signature over it. */
export const sumsFile = 'SHA256SUMS'
export const signatureFile = 'SHA256SUMS.sig'
/** Who signed: an Ed25519 key as PEM. An update takes what the same key signed. */
export const signerFile = 'release.pub'

/** SHA-256 of a file in hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Every file and link below a folder by its path there, in the order of names. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

const own: ReadonlySet<string> = new Set([sumsFile, signatureFile])

/** Writes the list; with a key the signature and the signer's public half, too. */
export async function writeSums(folder: string, key: KeyObject | undefined): Promise<void> {
  if (key) {
    const signer = createPublicKey(key).export({ type: 'spki', format: 'pem' })
    await writeFile(join(folder, signerFile), signer)
  }
  let text = ''
  for (const path of await filesBelow(folder))
    if (!own.has(path)) text += `${await sha256Of(join(folder, path))}  ${path}\n`
  await writeFile(join(folder, sumsFile), text)
  if (key) await writeFile(join(folder, signatureFile), sign(null, Buffer.from(text), key))
}

/** A private key of Ed25519 from PEM; throws where it is another. */
export function signingKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('签名要用 Ed25519 的私钥。')
  return key
}

/**
 * What is wrong with an unpacked release, a Chinese sentence each; empty where every file is what its list
 * says and nothing else is there.
 * @param signer the public key that must have signed it; undefined where the first release is looked at
 */
export async function releaseFaults(folder: string, signer: string | undefined): Promise<string[]> {
  const text = await readFile(join(folder, sumsFile), 'utf8').catch(() => undefined)
  if (text === undefined) return [`没有 ${sumsFile}：这不是杏坛的发布包，或没有解压完整。`]
  if (signer !== undefined) {
    const signature = await readFile(join(folder, signatureFile)).catch(() => Buffer.alloc(0))
    if (!verify(null, Buffer.from(text), createPublicKey(signer), signature))
      return ['签名不对：发布包不是现用版本的发布者签的，或校验清单改动过。']
  }
  const listed = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  const faults: string[] = []
  for (const path of await filesBelow(folder)) {
    if (own.has(path)) continue
    const expected = listed.get(path)
    listed.delete(path)
    if (expected === undefined) faults.push(`多出的文件：${path}`)
    else if ((await sha256Of(join(folder, path))) !== expected) faults.push(`内容不对：${path}`)
  }
  return [...faults, ...[...listed.keys()].map((path) => `缺少：${path}`)]
}
