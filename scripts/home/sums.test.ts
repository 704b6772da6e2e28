import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { releaseFaults, signerFile, writeSums } from './sums.ts'
import { later } from './update.ts'

async function signedRelease() {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-sums-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server/main.ts'), 'start()\n')
  await writeFile(join(folder, '说明 一.txt'), 'a file with a space in its name\n')
  await writeSums(folder, generateKeyPairSync('ed25519').privateKey)
  return { folder, signer: await readFile(join(folder, signerFile), 'utf8') }
}

it('a release as it was signed has no fault', async () => {
  const { folder, signer } = await signedRelease()
  expect(await releaseFaults(folder, signer)).toEqual([])
})

it('names the file that was changed, that is gone and that was added', async () => {
  const { folder, signer } = await signedRelease()
  await writeFile(join(folder, 'server/main.ts'), 'start ()\n')
  await writeFile(join(folder, 'server/more.ts'), '')
  await rm(join(folder, '说明 一.txt'))
  expect(await releaseFaults(folder, signer)).toEqual([
    '内容不对：server/main.ts',
    '多出的文件：server/more.ts',
    '缺少：说明 一.txt',
  ])
})

it('a list that somebody else signed, or that was changed after it was signed, is not believed', async () => {
  const { folder, signer } = await signedRelease()
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  expect(await releaseFaults(folder, String(other))).toEqual([expect.stringContaining('签名不对')])
  const list = join(folder, 'SHA256SUMS')
  await writeFile(
    list,
    (await readFile(list, 'utf8')).replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  )
  expect(await releaseFaults(folder, signer)).toEqual([expect.stringContaining('签名不对')])
})

it('knows which version is later', () => {
  for (const [a, b] of [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.9.0'],
    ['1.0.0', '1.0.0-rc.1'],
  ] as const) {
    expect(later(a, b), `${a} after ${b}`).toBe(true)
    expect(later(b, a), `${b} after ${a}`).toBe(false)
  }
  expect(later('1.0.0', '1.0.0')).toBe(false)
})
