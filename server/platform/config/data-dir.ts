import { chmod, mkdir, realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { StartError } from '../lifecycle/start-error.ts'

/**
 * Makes the data directory if it is missing and returns its real path. A new one is closed to others; made by
 * root it is passable (not readable), so that PostgreSQL's account gets to its part of it. Throws StartError.
 */
export async function makeDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    const made = await mkdir(path, { recursive: true })
    if (made !== undefined) await chmod(path, process.getuid?.() === 0 ? 0o711 : 0o700)
    return await realpath(path)
  } catch (error) {
    throw new StartError(`无法建立数据目录 ${path}，请检查上级目录的权限，或另设 DATA_DIR。`, {
      cause: error,
    })
  }
}
