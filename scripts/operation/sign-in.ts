/**
 * `npm run test:sign-in`: the doors of signing in against real counterparts from Debian's packages: slapd as
 * the directory. Ends with 1 when one answers otherwise than the tests of `.ci/run`, which answer from what
 * was recorded, say. Skips where a package is missing.
 */
import { existsSync } from 'node:fs'
import { noteRun } from '../last-runs.ts'
import { openPlace } from './servers.ts'
import { directoryFaults } from './sign-in-directory.ts'

if (!existsSync('/usr/sbin/slapd')) {
  console.log('skipped: needs the Debian package slapd, which is not installed here')
  process.exit(0)
}
const place = await openPlace('sign-in')
try {
  const directory = await directoryFaults(place)
  for (const fault of directory.faults) console.log(`✗ ${fault}`)
  const result = `slapd: ${directory.tried} cases; ${directory.faults.length} faults`
  console.log(result)
  process.exitCode = directory.faults.length === 0 ? 0 : 1
  if (process.exitCode === 0) await noteRun('npm run test:sign-in', result)
} finally {
  await place.end()
}
