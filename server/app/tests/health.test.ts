import { execFileSync } from 'node:child_process'
import { mkdtemp, rename, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { version } from '../../../catalogue/version.ts'
import { testRegion } from '../testing/test-region.ts'

const ready = async (region: Awaited<ReturnType<typeof testRegion>>) => {
  const answer = await region.app.inject({ method: 'GET', url: '/ready' })
  return [answer.statusCode, answer.json<{ reason?: string }>().reason] as const
}

it('a portal whose data directory is gone is sent no work, and again when it is back', async () => {
  const region = await testRegion('ready folder')
  onTestFinished(() => region.close())
  expect(await ready(region)).toEqual([200, undefined])
  await rename(region.folder, `${region.folder}-away`)
  expect(await ready(region)).toEqual([503, '数据目录不可用'])
  expect((await region.app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200)
  await rename(`${region.folder}-away`, region.folder)
  expect(await ready(region)).toEqual([200, undefined])
})

/** A disk of 16 MB, where this account may mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    await rmdir(folder)
    return null
  }
}

it('a portal whose disk is full is sent no work', async ({ skip }) => {
  const disk = await smallDisk()
  if (disk === null) return skip('only root may mount a small disk')
  onTestFinished(async () => {
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  })
  const region = await testRegion('ready disk', undefined, { dataDir: disk })
  onTestFinished(() => region.close())
  expect(await ready(region)).toEqual([503, '数据目录所在的磁盘空间不足'])
})

it('a portal over a database of another master key is sent no work', async () => {
  const region = await testRegion('ready key')
  onTestFinished(() => region.close())
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(`update master_key_check set mac = '\\x00'`)
  await owner.end()
  expect(await ready(region)).toEqual([503, '主密钥与数据库不符'])
})

it('a portal whose database was put back to before its program is sent no work; what is late is said and no reason', async () => {
  const region = await testRegion('ready structure')
  onTestFinished(() => region.close())
  const owner = new pg.Client({ connectionString: region.ownerUrl })
  await owner.connect()
  await owner.query(`
    insert into outbox (event, owner_id, record_id, revision_id, type, by_identity, at)
    values ('test.late', 1, gen_random_uuid(), gen_random_uuid(), 'x', 1, now() - interval '20 minutes');
    insert into outbox_consumer (name, events) values ('slow', '{}');
    insert into outbox_waiting (consumer, event_id) select 'slow', max(id) from outbox`)
  const late = await region.app.inject({ method: 'GET', url: '/ready' })
  expect([late.statusCode, late.json()]).toEqual([
    200,
    { status: 'ready', version, notice: '后台处理落后 20 分钟' },
  ])
  await owner.query('delete from schema_migration where number = (select max(number) from schema_migration)')
  await owner.end()
  expect(await ready(region)).toEqual([503, '数据库的结构比程序旧'])
})
