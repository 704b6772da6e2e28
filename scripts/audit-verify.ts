/**
 * `npm run audit:verify`: walks the whole chain over the audit, beside a running portal or without one, and
 * prints the last link, to be noted somewhere else. Ends with 0 (whole), 1 (tampered with) or 2 (could not be
 * checked).
 */
import { resolve } from 'node:path'
import { masterKeyOf } from '../server/app/master-key.ts'
import { requireMasterKey } from '../server/engine/sealing/index.ts'
import { sentenceOfFault, verifyAudit } from '../server/features/audit-log/index.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { reachDatabase } from './reach-database.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const folder = resolve(config.dataDir)
  const keys = keysFrom(await masterKeyOf(config))
  const { url, end } = await reachDatabase(config, folder)
  const db = openDatabase({ url, max: 1, statementTimeout: 0, applicationName: 'xingtan-audit-verify' })
  const started = Date.now()
  try {
    await requireMasterKey(db, keys)
    const { rows, faults, head, pending, outside, archives } = await verifyAudit({ db, keys, folder })
    say(`检查了 ${rows} 环，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒。`)
    if (head) say(`链头：第 ${head.seq} 环 ${head.hash}（请另行抄存，下次核对）`)
    if (pending > 0) say(`另有 ${pending} 条日志等待封存；门户运行时应在一秒内封存。`)
    if (archives.whole > 0) say(`另有 ${archives.whole} 段已归档的日志，归档文件核对无误。`)
    if (archives.absent.length > 0)
      say(`提示：这些归档不在 ${folder} 里，没有核对：${archives.absent.join('、')}。`)
    if (!outside) say(`提示：${folder} 里没有库外留存的链头，末尾被截断时只能靠抄存的链头发现。`)
    for (const fault of faults) say(`✗ ${sentenceOfFault(fault)}`)
    say(
      faults.length === 0
        ? '结论：审计日志完整，没有被改动。'
        : `结论：审计日志被动过，发现 ${faults.length} 处。`,
    )
    return faults.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await end()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`没有检查成：${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
