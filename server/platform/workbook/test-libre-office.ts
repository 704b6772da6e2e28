import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const places = [process.env['OFFICE_PROGRAM'] ?? '', '/usr/bin/soffice', '/usr/local/bin/soffice']
const program = places.find((path) => {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
})

/** Whether LibreOffice with Calc is here: Debian ships Writer alone as well, which ends well and writes no workbook. */
export const canConvert =
  program !== undefined && existsSync(join(dirname(realpathSync(program)), 'libsclo.so'))

/** Lets LibreOffice write a file anew. */
export function convert(source: string, ending: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'office-'))
  execFileSync(
    program ?? '',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      // Letters of UTF-8 (76), commas (44), double quotes (34).
      source.endsWith('csv') ? '--infilter=CSV:44,34,76' : '--headless',
      '--convert-to',
      ending,
      '--outdir',
      folder,
      source,
    ],
    { timeout: 60_000, stdio: 'ignore' },
  )
  return join(folder, source.slice(source.lastIndexOf('/') + 1).replace(/\.[^.]+$/, `.${ending}`))
}
