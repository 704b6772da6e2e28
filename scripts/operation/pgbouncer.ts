/**
 * `npm run test:pgbouncer [-- path …]`: tests of the server with PgBouncer in transaction mode between them
 * and a PostgreSQL of Debian's, whose owner is no superuser. Without paths all tests of the server run. Skips
 * where the packages are missing.
 */
import { tool } from '../run.ts'
import { openPlace, requirePrograms, startPgBouncer, startPostgres } from './servers.ts'

requirePrograms('postgres', 'pgbouncer')
const place = await openPlace('pgbouncer')
let passed = false
try {
  const postgres = await startPostgres(place, {
    max_connections: '200',
    shared_buffers: '256MB',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  })
  await postgres.ask(`create role owner login createdb createrole password 'owner-of-the-tests'`)
  // The tests drop their databases while the pooler still holds connections to them.
  await postgres.ask('grant pg_signal_backend to owner')
  await postgres.ask('create database tests owner owner')
  const pooler = await startPgBouncer(place, postgres, ['template1'])
  process.env['TEST_DATABASE_URL'] = `postgres://owner:owner-of-the-tests@127.0.0.1:${postgres.port}/tests`
  process.env['TEST_POOLER_PORT'] = String(pooler.port)
  const paths = process.argv.slice(2)
  passed = tool('vitest/vitest.mjs', 'run', ...(paths.length > 0 ? paths : ['server/']))
} finally {
  await place.end()
}
process.exit(passed ? 0 : 1)
