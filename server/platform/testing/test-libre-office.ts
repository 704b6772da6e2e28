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

/** The library of each part: Debian packs them apart, and without a part soffice ends well and writes nothing. */
const libraries = { calc: 'libsclo.so', writer: 'libswlo.so', math: 'libsmlo.so' } as const

/** Whether LibreOffice is here with all these parts. */
export const hasOffice = (...parts: readonly (keyof typeof libraries)[]): boolean =>
  program !== undefined &&
  parts.every((part) => existsSync(join(dirname(realpathSync(program)), libraries[part])))

/** Lets LibreOffice write a file anew, in the form that the ending names; answers with the path of what it wrote. */
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
