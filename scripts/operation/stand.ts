/**
 * What stands around several processes in the scripts of this folder: the database, and nginx as deployed.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { startNginx, startPgBouncer, startPostgres, type Place } from './servers.ts'

/** The name of the portal in deploy/nginx.conf. */
export const domain = 'teacher.example.cn'

/** nginx as deployed, but for ports and certificate. */
export async function proxy(place: Place, port: number, upstream: readonly number[]) {
  const folder = await place.own('tls')
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const name = ['-subj', `/CN=${domain}`, '-nodes', '-days', '2']
  await promisify(execFile)(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', ...name, '-keyout', key, '-out', certificate],
    { ...place.account, cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } },
  )
  const example = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  return startNginx(
    place,
    port,
    example
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
      .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
      .replace(/ {2}server 127\.0\.0\.1:8081 (.*)\n.*8082.*\n/, (_, rules: string) =>
        upstream.map((one) => `  server 127.0.0.1:${one} ${rules}\n`).join(''),
      )
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace('/var/log/nginx/xingtan.log', join(folder, 'access.log'))
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`),
  )
}

/** The database, with PgBouncer before it where that was asked for, as settings of the portal. */
export async function database(place: Place, pooler: boolean) {
  const postgres = await startPostgres(place)
  await postgres.ask(`create role xingtan login createrole password 'owner-of-the-portal'`)
  await postgres.ask('create database xingtan owner xingtan')
  const addressAt = (port: number) => `postgres://xingtan:owner-of-the-portal@127.0.0.1:${port}/xingtan`
  const direct = addressAt(postgres.port)
  if (!pooler) return { postgres, settings: { DATABASE_URL: direct } }
  const { port } = await startPgBouncer(place, postgres, ['xingtan'])
  return { postgres, settings: { DATABASE_URL: addressAt(port), DATABASE_DIRECT_URL: direct } }
}
