import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../log/log.ts'
import { sql } from './sql.ts'

/** Owns the tables and migrates. */
export const OWNER_ROLE = 'xingtan_owner'
/** Database role of the running application; the migrations grant its rights. */
export const APP_ROLE = 'xingtan_app'
export const DATABASE_NAME = 'xingtan'

const ROLES_LOCK = 0x78747267

/** The password of a role, derived from a secret so that only the secret has to be kept. */
export function passwordOf(secret: Buffer, role: string): string {
  return createHmac('sha256', secret).update(`postgresql role ${role}`).digest('base64url')
}

/** A connection of its own, which a server that goes away in between does not end the process with. */
function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'xingtan-roles',
  })
  client.on('error', () => {})
  return client
}

/**
 * The two roles and the database of an embedded server, made if missing. The owner is no superuser, as on an
 * external server; it may create databases, which the tests need.
 */
export async function ensureEmbeddedRoles(root: pg.Client, secret: Buffer): Promise<void> {
  const { rows } = await root.query<{ rolname: string }>('select rolname from pg_roles')
  for (const role of [OWNER_ROLE, APP_ROLE]) {
    if (rows.some((row) => row.rolname === role)) continue
    await root.query(createRole(role, passwordOf(secret, role), role === OWNER_ROLE ? 'createdb' : ''))
  }
  const { rowCount } = await root.query('select from pg_database where datname = $1', [DATABASE_NAME])
  if (rowCount === 0) await root.query(`create database ${DATABASE_NAME} owner ${OWNER_ROLE}`)
}

/**
 * For an external server: the address to run the application with. Makes the application role if it is
 * missing and we may; else, or if the role cannot log in with our password, the owner's own address is used
 * and a warning is logged (the audit is then protected by the application only). Run it before the
 * migrations, which grant the role its rights.
 */
export async function ensureAppRole(ownerUrl: string, secret: Buffer, log: Log): Promise<string> {
  const password = passwordOf(secret, APP_ROLE)
  const client = clientOf(ownerUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`)
    await makeLogin(client, password)
    await client.query('commit')
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    log.warn('database.app-role.not-made', { code })
  } finally {
    await client.end()
  }
  const appUrl = withLogin(ownerUrl, APP_ROLE, password)
  if (await canLogIn(appUrl)) return appUrl
  log.warn('database.app-role.unused', {
    role: APP_ROLE,
    note: '应用角色不可用，改用 DATABASE_URL 的账号运行；审计表的写保护仅由程序保证',
  })
  return ownerUrl
}

/**
 * Gives the application role the rights the migrations know of, where it lacks any: it was made after the
 * tables, or they were restored without their grants. Run it after the migrations.
 */
export async function ensureAppRights(ownerUrl: string): Promise<void> {
  const client = clientOf(ownerUrl)
  await client.connect()
  try {
    // One after the other: two sessions that grant at once change the same rows of the server's tables.
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`)
    const { rows } = await client.query<{ lacking: boolean }>(
      `select exists (select
          from pg_class
          where relnamespace in ('public'::regnamespace, to_regnamespace('job_queue'))
            and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration'
         and not has_table_privilege($1, oid, 'select, insert')) as lacking from pg_roles where rolname = $1`,
      [APP_ROLE],
    )
    if (rows[0]?.lacking) await client.query('select grant_application_rights()')
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The same server and database under another name. */
export function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

/**
 * A role without login was made by a migration; one with a login has its password already, right or wrong.
 */
async function makeLogin(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ rolcanlogin: boolean }>(
    'select rolcanlogin from pg_roles where rolname = $1',
    [APP_ROLE],
  )
  if (rows[0]?.rolcanlogin) return
  if (!rows[0]) await client.query(createRole(APP_ROLE, password, ''))
  else await client.query(`alter role ${APP_ROLE} login password ${sql.lit(scramVerifier(password)).text}`)
}

async function canLogIn(url: string): Promise<boolean> {
  const client = clientOf(url)
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end().catch(() => {}))
}

function createRole(role: string, password: string, attributes: string): string {
  const verifier = sql.lit(scramVerifier(password)).text
  return `create role ${sql.id(role).text} login nosuperuser ${attributes} password ${verifier}`
}

/**
 * RFC 5802 as PostgreSQL stores it: so the password itself is never part of a statement a server might log.
 */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
