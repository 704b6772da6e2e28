import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nameOf } from '../server/app/backup/index.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openTestDatabase, type TestDatabase } from '../server/platform/db/testing/test-database.ts'
import { s3StandIn } from '../server/platform/storage/testing/s3-stand-in.ts'
import { machineFaults } from './machine-faults.ts'

let test: TestDatabase
let folder: string
let mail: Server
let env: Record<string, string>

const portOf = (server: Server): number => {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

beforeAll(async () => {
  test = await openTestDatabase('machine faults')
  folder = await mkdtemp(join(tmpdir(), 'xingtan-machine-'))
  await mkdir(join(folder, 'data'))
  // An SMTP server as far as it is asked, and a gateway that is only reached.
  mail = createServer((socket) => {
    socket.write('220 mail.example.cn\r\n')
    socket.on('data', (line) =>
      socket.write(line.toString().startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n'),
    )
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done))
  env = {
    NODE_ENV: 'production',
    DATABASE_URL: test.ownerUrl,
    XINGTAN_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${portOf(mail)}`,
    MAIL_FROM: 'portal@example.cn',
    SMS_URL: `http://127.0.0.1:${portOf(mail)}/send`,
  }
})
afterAll(async () => {
  mail.close()
  await rm(folder, { recursive: true })
  await test.drop()
})

const backups = async (days: number) => {
  const made = join(folder, `backups-${days}`)
  const one = join(made, nameOf(new Date(Date.now() - days * 86_400_000)))
  await mkdir(one, { recursive: true })
  await writeFile(join(one, 'manifest.json'), '')
  return made
}
const faults = async (more: Record<string, string> = {}, where?: string) =>
  (await machineFaults(readConfig({ ...env, ...more }), where)).join('\n')

/**
 * True of every machine that tests run on: one disk, often nearly full, root, and a program that can be
 * written.
 */
const ofThisMachine = /同一块磁盘|磁盘只剩|以 root 运行|程序目录|没有校时|fsync/

it('finds nothing where all is well', async () => {
  const found = (await faults({}, await backups(0))).split('\n').filter((line) => !ofThisMachine.test(line))
  expect(found.join('\n')).toBe('')
})

it('says what is wrong, each in a sentence', async () => {
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
  const port = portOf(closed)
  await new Promise((done) => closed.close(done))
  expect(await faults({ DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/none` })).toContain(
    '连不上 DATABASE_URL',
  )
  expect(await faults({ SMTP_URL: `smtp://127.0.0.1:${port}` })).toContain('邮件服务器（SMTP_URL）不能用')
  expect(await faults({ SMTP_URL: '', MAIL_FROM: '' })).toContain('没有设 SMTP_URL')
  expect(await faults({ SMS_URL: `http://127.0.0.1:${port}/` })).toContain('连不上短信网关')
  expect(await faults({ PUBLIC_ORIGIN: `https://127.0.0.1:${port}` })).toContain(
    '从本机打不开 https://127.0.0.1',
  )
  expect(await faults({ DATABASE_URL: '' })).toContain('没有设 DATABASE_URL')
  expect(await faults({ DB_POOL: '200' })).toContain('max_connections')
  expect(await faults({ DATA_DIR: join(folder, 'nowhere') })).toContain('不存在或打不开')
  expect(await faults({ DATA_DIR: import.meta.dirname })).toContain('数据目录在程序目录里')
  expect(await faults()).toContain('没有查备份')
  expect(await faults({}, join(folder, 'data'))).toContain('里没有一份备份')
  expect(await faults({}, await backups(3))).toContain('最近的备份是 3 天前的')
})

it('finds a key that others may read, and one that is not the database’s', async () => {
  const key = join(folder, 'data', 'master.key')
  await writeFile(key, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  await chmod(key, 0o644)
  expect(await faults()).toContain('他人也能读')
  const owner = new pg.Client({ connectionString: test.ownerUrl })
  await owner.connect()
  await owner.query(`insert into master_key_check (mac) values ('\\x00')`)
  await owner.end()
  expect(await faults()).toContain('主密钥与数据库不符或找不到')
})

it('looks at backups in a bucket, and says why it cannot', async () => {
  const stand = await s3StandIn(['archive'])
  const account = {
    S3_ENDPOINT: stand.account.endpoint,
    S3_REGION: stand.account.region,
    S3_ACCESS_KEY: stand.account.accessKey,
    S3_SECRET_KEY: stand.account.secretKey,
  }
  try {
    expect(await faults({}, 's3://archive/x')).toContain('要先设 S3_ENDPOINT')
    expect(await faults(account, 's3://archive/x')).toContain('没有一份备份')
    const name = nameOf(new Date(Date.now() - 3 * 86_400_000))
    stand.objects.set(`archive/x/${name}/manifest.json`, Buffer.from('{}'))
    expect(await faults(account, 's3://archive/x')).toContain('最近的备份是 3 天前的')
    expect(await faults(account, 's3://nowhere/x')).toContain('没有桶 nowhere')
    expect(await faults({ ...account, S3_SECRET_KEY: 'other' }, 's3://archive')).toContain('不认得访问密钥')
  } finally {
    await stand.close()
  }
})
