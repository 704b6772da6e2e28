import pg from 'pg'

/**
 * Mark in an address (a query parameter) that what answers there is a pooler which gives every transaction
 * another session: PgBouncer in transaction mode. Nothing may then be kept in a session: no settings,
 * prepared statements, locks or listening. The driver does not know the parameter and sends it nowhere.
 */
const [mark, markedBy] = ['pooler', 'transaction'] as const

/** Whether the address is marked as a pooler's. */
export const isPooled = (url: string): boolean => URL.parse(url)?.searchParams.get(mark) === markedBy

/** The address marked as a pooler's. */
export function pooled(url: string): string {
  const marked = new URL(url)
  marked.searchParams.set(mark, markedBy)
  return marked.href
}

const asked = '12345ms'

/** True if the server keeps a setting that the session began with; some poolers drop it. */
async function keepsSettings(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'xingtan-probe',
    options: `-c lock_timeout=${asked}`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<{ lock_timeout: string }>('show lock_timeout')).rows[0]?.lock_timeout === asked
  } catch (error) {
    // PgBouncer says so (08P01) unless it was told to ignore the parameter, which `show` finds.
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The settings with the database's address marked where a pooler answers there: PostgreSQL takes settings
 * that a session begins with, PgBouncer refuses or forgets them. Throws the driver's error where nobody
 * answers.
 */
export async function withPooler<C extends { readonly databaseUrl: string | undefined }>(
  config: C,
): Promise<C> {
  const url = config.databaseUrl
  if (url === undefined || isPooled(url) || (await keepsSettings(url))) return config
  return { ...config, databaseUrl: pooled(url) }
}
