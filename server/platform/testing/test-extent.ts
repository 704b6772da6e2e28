/**
 * True in `npm run test:everything`, where tests go through all their cases. In `.ci/run` they go through a
 * part of the cases where one is like the other; docs/decisions/0158 has the table, docs/last-runs.md the
 * last whole run.
 */
export const everything = process.env['EVERYTHING'] === 'on'

/**
 * A distributed server with its template, made by scripts/operation/distributed.ts; JSON of `TestServer`
 * without `appUrl`.
 */
export const TEST_CLUSTER_ENV = 'TEST_CLUSTER'

/** True in `npm run test:distributed`. */
export const onCluster = process.env[TEST_CLUSTER_ENV] !== undefined
