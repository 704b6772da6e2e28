import type pg from 'pg'

/** COPY brought its own numbers; the sequences go on after the highest. */
export async function continueNumbers(client: pg.ClientBase): Promise<void> {
  for (const table of ['institution', 'person', 'identity', 'teacher', 'content']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    )
  }
}
