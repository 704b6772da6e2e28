/**
 * `npm run archive:verify PACKAGE [KEY]`: compares every file of a hand-over package of electronic archives with
 * its lists and checks the signature. PACKAGE is the zip, KEY a file with the public key of the portal that made
 * it. Needs no portal. Ends with 0 (whole), 1 (changed) or 2 (could not be read).
 */
import { readFile } from 'node:fs/promises'
import { openPackage } from '../server/platform/package/zip.ts'
import { packageFaults, type PackagedFile } from '../server/platform/package/signed-package.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const cannot = (sentence: string) => () => new Error(sentence)
const broken = cannot('压缩包打不开：不完整，或目录与内容不符')
const refuse = {
  broken,
  locked: cannot('压缩包加了密'),
  runs: broken,
  fetches: broken,
  places: cannot('压缩包里有指向别处的文件名'),
  slashes: broken,
  tooMuch: broken,
}
/** A package of a province's year; more is no package. */
const budget = () => ({ bytes: Number.MAX_SAFE_INTEGER, parts: 5_000_000 })

async function main([path, keyPath]: readonly string[]): Promise<number> {
  if (path === undefined) {
    say('用法：npm run archive:verify -- 移交包.zip [公钥.pem]')
    return 2
  }
  const signer = keyPath === undefined ? undefined : await readFile(keyPath, 'utf8')
  const { parts, close } = await openPackage(path, budget(), refuse)
  async function* files(): AsyncGenerator<PackagedFile> {
    for (const { name, pieces } of parts) yield { name, pieces: () => pieces() }
  }
  try {
    const faults = await packageFaults(files(), signer)
    say(`检查了 ${parts.length} 个文件。`)
    if (signer === undefined) say('提示：没有给出公钥，只用包里的公钥验签，不能证明是谁做的包。')
    for (const { message } of faults) say(`✗ ${message}`)
    say(faults.length === 0 ? '结论：移交包完整，没有被改动。' : `结论：发现 ${faults.length} 处问题。`)
    return faults.length === 0 ? 0 : 1
  } finally {
    close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
