import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AppError } from '../../../catalogue/errors.ts'
import { endingsOf } from '../../../catalogue/kinds/file-types.ts'

/** Makes PDFs of documents. */
export interface PdfMaker {
  /**
   * Writes `target` from the document at `source`, unless it is there. Throws `unavailable` when it cannot.
   */
  make(source: string, mime: string, target: string): Promise<void>
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
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )
  return {
    async make(source, mime, target) {
      if (await exists(target)) return
      if (inLine >= waiting)
        throw new AppError('unavailable', { message: '正在转换的文件太多，请稍后再看，或先下载' })
      inLine += 1
      const mine = last.then(async () => (await exists(target)) || convert(found, source, mime, target))
      last = mine.catch(() => undefined)
      try {
        await mine
      } catch {
        throw new AppError('unavailable', { message: '这个文件转换不了，请下载后查看' })
      } finally {
        inLine -= 1
      }
    },
  }
}

/** One document in a folder and a profile of its own; nothing of it stays but the PDF. */
async function convert(program: string, source: string, mime: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-pdf-'))
  try {
    const input = join(folder, `file.${endingsOf(mime)[0] ?? 'bin'}`)
    const user = join(folder, 'profile', 'user')
    await mkdir(user, { recursive: true })
    await writeFile(join(user, 'registrymodifications.xcu'), profile)
    await copyFile(source, input)
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
    // Beside the file under another name first: a crash leaves no half of it.
    await copyFile(join(folder, 'file.pdf'), `${target}.part`)
    await rename(`${target}.part`, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
