/**
 * `npm run test:sign-in`: the doors of signing in against real counterparts from Debian's packages: slapd as
 * the directory, SimpleSAMLphp as the provider of SAML. Ends with 1 when one answers otherwise than the tests
 * of `.ci/run`, which answer from what was heard, say. Skips where a package is missing.
 */
import { existsSync } from 'node:fs'
import { noteRun } from '../last-runs.ts'
import { directoryFaults } from './sign-in-directory.ts'
import { providerFaults } from './sign-in-provider.ts'
import { openPlace } from './servers.ts'

const needed = {
  slapd: '/usr/sbin/slapd',
  simplesamlphp: '/usr/share/simplesamlphp/www',
  'php-cli': '/usr/bin/php',
}
const missing = Object.entries(needed).filter(([, path]) => !existsSync(path))
if (missing.length > 0) {
  const names = missing.map(([name]) => name).join(', ')
  console.log(`skipped: needs the Debian packages ${names}, which are not installed here`)
  process.exit(0)
}
const place = await openPlace('sign-in')
try {
  const directory = await directoryFaults(place)
  const provider = await providerFaults(place)
  const faults = [...directory.faults, ...provider.faults]
  for (const fault of faults) console.log(`✗ ${fault}`)
  const result = `slapd: ${directory.tried} cases; SimpleSAMLphp: ${provider.tried} cases; ${faults.length} faults`
  console.log(result)
  process.exitCode = faults.length === 0 ? 0 : 1
  if (process.exitCode === 0) await noteRun('npm run test:sign-in', result)
} finally {
  await place.end()
}
