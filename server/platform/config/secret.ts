import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../lifecycle/start-error.ts'
import { makeDataDir } from './data-dir.ts'

const BYTES = 32

/**
 * 32 secret bytes: `given` (base64) if there is one, else the content of `file`; undefined without either.
 * Throws StartError for a damaged file.
 */
export async function loadSecret(file: string, given?: string): Promise<Buffer | undefined> {
  if (given !== undefined) return Buffer.from(given, 'base64')
  const text = await readIfThere(file)
  return text === undefined ? undefined : secretIn(file, text)
}

/**
 * The same, but the file is made (0600) the first time. Two processes at once get the same bytes, and a crash
 * leaves either no file or a whole one: the file is written under another name and linked into place.
 */
export async function loadOrCreateSecret(file: string, given?: string): Promise<Buffer> {
  return (await loadSecret(file, given)) ?? secretIn(file, await create(file))
}

function secretIn(file: string, text: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64')
  if (secret.length === BYTES) return secret
  throw new StartError(`密钥文件 ${file} 的内容不完整，请从备份恢复；删除它会使已加密的数据无法读取。`)
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new StartError(`无法读取密钥文件 ${file}，请检查它的归属与权限。`, { cause: error })
  }
}

async function create(file: string): Promise<string> {
  await makeDataDir(dirname(file))
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(BYTES).toString('base64')}\n`)
    await handle.sync()
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error // somebody was first: theirs counts
    })
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}
