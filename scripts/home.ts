/**
 * What an operator does with an installation of a release: `./xingtan up`, `down`, `update 发布包`, `verify`.
 * A home holds the releases side by side, `current` that names one, `data`, `backup` and `xingtan.env`.
 * Ends with 0, or 1 and a sentence.
 */
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { down, runningProcess, up, type Home } from './home/process.ts'
import { releaseFaults } from './home/sums.ts'
import { noteOf, update } from './home/update.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { restart: { type: 'string' }, patience: { type: 'string', default: '180' } },
  })
  const [command, archive] = positionals
  const current = await realpath(join(import.meta.dirname, '..'))
  const folder = resolve(process.env['XINGTAN_HOME'] ?? dirname(current))
  const address = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`
  const home: Home = { folder, address, patience: Number(values.patience) }
  const { version } = await noteOf(current)
  switch (command) {
    case 'up':
      if ((await runningProcess(home)) !== undefined) return say('门户已经在运行。')
      await up(home, current)
      return say(`杏坛 ${version} 已启动：${address}；日志在 ${join(folder, 'xingtan.log')}`)
    case 'down':
      await down(home)
      return say('门户已停下。')
    case 'verify': {
      const faults = await releaseFaults(current, undefined)
      if (faults.length > 0) throw new Error(faults.join('\n'))
      return say(`${basename(current)} 的每个文件都与校验清单相符。`)
    }
    case 'update':
      if (archive === undefined) throw new Error('请说明发布包：./xingtan update xingtan-版本-平台.tar.gz')
      await update(home, { archive: resolve(process.cwd(), archive), current, restart: values.restart })
      return undefined
    default:
      throw new Error(`没有这个命令：${command ?? ''}`)
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
