/** A directory of Debian's slapd, with the portal's own module against it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { openDirectory, type DirectorySettings } from '../../server/platform/ldap/directory.ts'
import { testCertificate } from '../../server/platform/testing/test-certificate.ts'
import { listening, type Place } from './servers.ts'

const base = 'dc=example,dc=cn'
const reader = { dn: `cn=reader,${base}`, password: 'may-read-all' }

const configuration = (folder: string) => `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix "${base}"
rootdn "${reader.dn}"
rootpw ${reader.password}
directory ${folder}/db
`

const people = ['lin', 'a*b', 'two words', 'twin']
const entries = `dn: ${base}
objectClass: dcObject
objectClass: organization
o: example
dc: example

${['people', 'old'].map((name) => `dn: ou=${name},${base}\nobjectClass: organizationalUnit\nou: ${name}\n\n`).join('')}${[
  ...people.map((uid) => ({ uid, at: 'people' })),
  { uid: 'twin', at: 'old' },
]
  .map(
    ({ uid, at }) => `dn: uid=${uid},ou=${at},${base}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid}
sn: ${uid}
userPassword: secret of ${uid}

`,
  )
  .join('')}`

async function startDirectory(
  place: Place,
): Promise<{ readonly ports: readonly number[]; readonly folder: string }> {
  const folder = await place.own('slapd')
  const { certificate, key } = testCertificate('localhost')
  await mkdir(join(folder, 'db'))
  const files = [
    ['cert.pem', certificate],
    ['key.pem', key],
    ['other.pem', testCertificate('localhost').certificate],
    ['slapd.conf', configuration(folder)],
    ['people.ldif', entries],
  ] as const
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  const { uid, gid } = place.account
  if (uid !== undefined && gid !== undefined)
    for (const name of ['db', ...files.map(([file]) => file)]) await chown(join(folder, name), uid, gid)
  const conf = join(folder, 'slapd.conf')
  const options = { ...place.account, cwd: '/' }
  await promisify(execFile)('/usr/sbin/slapadd', ['-f', conf, '-l', join(folder, 'people.ldif')], options)
  const ports = [await freePort(), await freePort()]
  const addresses = `ldap://127.0.0.1:${ports[0]}/ ldaps://127.0.0.1:${ports[1]}/`
  const child = spawn('/usr/sbin/slapd', ['-f', conf, '-h', addresses, '-d', '0'], {
    ...options,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  place.onEnd(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  for (const port of ports) await listening(port, child)
  return { ports, folder }
}

/** Signs in at a real directory, and attacks it; answers what is not as it should be. */
export async function directoryFaults(
  place: Place,
): Promise<{ readonly tried: number; readonly faults: string[] }> {
  const { ports, folder } = await startDirectory(place)
  const settings: DirectorySettings = {
    url: `ldaps://127.0.0.1:${ports[1]}`,
    ca: join(folder, 'cert.pem'),
    reader: reader.dn,
    readerPassword: reader.password,
    base,
    account: 'uid',
    subject: 'entryUUID',
  }
  const signIn = (account: string, password: string, more: Partial<DirectorySettings> = {}) =>
    openDirectory({ ...settings, ...more })
      .talk(async ({ find, fits }) => {
        const entry = await find(account)
        if (entry === null) return 'nobody'
        return (await fits(entry, password)) ? entry.subject.replace(/^[\da-f-]{36}$/, 'number') : 'wrong'
      })
      .catch((error: Error) => `fault: ${error.message}`)
  const cases: readonly (readonly [what: string, answer: Promise<string>, wanted: RegExp])[] = [
    ['right password over LDAPS', signIn('lin', 'secret of lin'), /^number$/],
    [
      'right password over StartTLS',
      signIn('lin', 'secret of lin', { url: `ldap://127.0.0.1:${ports[0]}` }),
      /^number$/,
    ],
    ['other spelling', signIn('LIN', 'secret of lin'), /^number$/],
    ['wrong password', signIn('lin', 'secret'), /^wrong$/],
    ['empty password', signIn('lin', ''), /^wrong$/],
    ['star', signIn('*', 'secret of lin'), /^nobody$/],
    ['letters of a filter', signIn('lin)(uid=*', 'secret of lin'), /^nobody$/],
    ['account with a star', signIn('a*b', 'secret of a*b'), /^number$/],
    ['blanks are squeezed', signIn('two   words', 'secret of two words'), /^number$/],
    ['two entries', signIn('twin', 'secret of twin'), /^nobody$/],
    ['other certificate', signIn('lin', 'secret of lin', { ca: join(folder, 'other.pem') }), /^fault: /],
    [
      'other certificate by StartTLS',
      signIn('lin', 'x', { url: `ldap://127.0.0.1:${ports[0]}`, ca: join(folder, 'other.pem') }),
      /^fault: /,
    ],
    ['wrong reading account', signIn('lin', 'secret of lin', { readerPassword: 'x' }), /^fault: /],
    ['nobody listens', signIn('lin', 'x', { url: `ldap://127.0.0.1:${await freePort()}` }), /^fault: /],
  ]
  const faults: string[] = []
  for (const [what, answer, wanted] of cases) {
    const said = await answer
    if (!wanted.test(said)) faults.push(`slapd, ${what}: ${said}`)
  }
  return { tried: cases.length, faults }
}
