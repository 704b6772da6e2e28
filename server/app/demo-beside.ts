import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartError } from '../platform/lifecycle/start-error.ts'

/** What the process that loads the demo region is told; it reads the settings by itself. */
export interface DemoAddresses {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly masterKey: Buffer
}

/** The same, as it goes from process to process. */
export interface DemoMessage extends Omit<DemoAddresses, 'masterKey'> {
  /** Base64. */
  readonly masterKey: string
}

/**
 * Loads the demo region in a process of its own: the 300 MB it needs go with it, where a heap that has once
 * grown is not given back. Addresses and key go by message, because other accounts of the machine can read
 * arguments. Throws StartError; the child has logged why.
 */
export async function loadDemoBeside(
  { ownerUrl, appUrl, masterKey }: DemoAddresses,
  stopped: AbortSignal,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'demo-process.ts'), { signal: stopped, stdio: 'inherit' })
  // Stopped while it loads: the end says so.
  child.on('error', () => {})
  const message: DemoMessage = { ownerUrl, appUrl, masterKey: masterKey.toString('base64') }
  child.send(message, () => {})
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new StartError('启动失败，原因见上面的日志。')
}
