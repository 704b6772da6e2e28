import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AppError } from '../../../catalogue/errors.ts'
import { endingsOf } from '../../../catalogue/kinds/file-types.ts'

/** A document and the PDF of it, wherever the two are kept. */
export interface Document {
  readonly isMade: () => Promise<boolean>
  /** Hands the document over under a path, as long as `work` goes on. */
  readonly withSource: (work: (path: string) => Promise<void>) => Promise<void>
  /** Keeps the PDF that lies at a path for the moment. */
  readonly keep: (path: string) => Promise<unknown>
}

/** Makes PDFs of documents. */
export interface PdfMaker {
  /** Makes the PDF of a document, unless it is there. Throws `unavailable` when it cannot. */
  make(mime: string, document: Document): Promise<void>
}

/** Milliseconds a document may take, and how many may wait. */
const most = 60_000
const waiting = 8

const places = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const settings = [
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
] as const
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">${settings
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('')}</oor:items>`

/** LibreOffice, where it is installed: `program` names it, `off` leaves it out, undefined looks for it. */
export function findLibreOffice(program: string | undefined): PdfMaker | null {
  const found = program === 'off' ? undefined : program === undefined ? places.find(runs) : program
  if (found === undefined) return null
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  return {
    async make(mime, document) {
      if (await document.isMade()) return
      if (inLine >= waiting)
        throw new AppError('unavailable', { message: '正在转换的文件太多，请稍后再看，或先下载' })
      inLine += 1
      const mine = last.then(async () => (await document.isMade()) || convert(found, mime, document))
      last = mine.catch(() => undefined)
      try {
        await mine
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('unavailable', { message: '该文件转换不了，请下载后查看' })
      } finally {
        inLine -= 1
      }
    },
  }
}

/** One document in a folder and a profile of its own; nothing of it stays but the PDF. */
async function convert(program: string, mime: string, document: Document): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-pdf-'))
  try {
    const input = join(folder, `file.${endingsOf(mime)[0] ?? 'bin'}`)
    const user = join(folder, 'profile', 'user')
    await mkdir(user, { recursive: true })
    await writeFile(join(user, 'registrymodifications.xcu'), profile)
    await document.withSource((source) => copyFile(source, input))
    await promisify(execFile)(
      program,
      [
        '--headless',
        '--norestore',
        '--nolockcheck',
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
        input,
      ],
      {
        timeout: most,
        killSignal: 'SIGKILL',
        env: { PATH: process.env['PATH'], HOME: folder, LANG: 'zh_CN.UTF-8' },
        maxBuffer: 1024 * 1024,
      },
    )
    await document.keep(join(folder, 'file.pdf'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
