/** A provider of SAML of Debian's SimpleSAMLphp, with the portal's own module against it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import {
  claimsIn,
  requestAddress,
  type SamlPlace,
  type SamlSettings,
} from '../../server/platform/saml/service-provider.ts'
import { testCertificate } from '../../server/platform/testing/test-certificate.ts'
import { listening, type Place } from './servers.ts'

const place: SamlPlace = {
  entityId: 'https://portal.example.cn/saml/metadata',
  acs: 'https://portal.example.cn/saml/acs',
}

const settingsOf = (folder: string, origin: string) => `<?php
$config = [
  'baseurlpath' => '${origin}/', 'certdir' => '${folder}/', 'loggingdir' => '${folder}/', 'datadir' => '${folder}/',
  'tempdir' => '${folder}/', 'metadatadir' => '${folder}/', 'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
  'technicalcontact_name' => 'x', 'technicalcontact_email' => 'x@example.cn', 'secretsalt' => 'of-the-test',
  'auth.adminpassword' => 'of-the-test', 'timezone' => 'UTC', 'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true], 'store.type' => 'phpsession',
  'session.phpsession.savepath' => '${folder}', 'session.cookie.secure' => false, 'session.phpsession.httponly' => true,
  'logging.handler' => 'file', 'logging.level' => 3, 'metadata.sources' => [['type' => 'flatfile']],
  'trusted.url.domains' => null, 'language.default' => 'en', 'theme.use' => 'default', 'showerrors' => true,
];
`
const sources = `<?php
$config = ['static' => ['exampleauth:StaticSource', 'uid' => ['lin@example.cn'], 'employeeId' => ['7']]];
`
const hosted = (issuer: string) => `<?php
$metadata['${issuer}'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp-key.pem', 'certificate' => 'idp.pem', 'auth' => 'static'];
`
const lasting = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const remote = (signs: string) => `<?php
$metadata['${place.entityId}'] = ['AssertionConsumerService' => '${place.acs}', 'certificate' => 'portal.pem',
  'validate.authnrequest' => true, 'NameIDFormat' => '${lasting}',
  'simplesaml.nameidattribute' => 'uid'${signs}];
`

/** Follows a browser through the provider's pages; answers what it would post. */
async function throughPages(to: string): Promise<{ readonly response: string; readonly relayState: string }> {
  const cookies = new Map<string, string>()
  let at = to
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = answer.headers.get('location')
    if (next === null) {
      const html = await answer.text()
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
      return { response: field('SAMLResponse'), relayState: field('RelayState') }
    }
    at = new URL(next, at).href
  }
  throw new Error('round and round')
}

interface StartedProvider {
  readonly settings: SamlSettings
  readonly put: (name: string, text: string) => Promise<string>
}

/** SimpleSAMLphp with one person who is always signed in, served by PHP itself. */
async function startProvider(stand: Place): Promise<StartedProvider> {
  const folder = await stand.own('simplesamlphp')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const issuer = `${origin}/metadata`
  const [idp, own] = [testCertificate('provider'), testCertificate('portal')]
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    const { uid, gid } = stand.account
    if (uid !== undefined && gid !== undefined) await chown(join(folder, name), uid, gid)
    return join(folder, name)
  }
  await put('config.php', settingsOf(folder, origin))
  await put('authsources.php', sources)
  await put('saml20-idp-hosted.php', hosted(issuer))
  await put('saml20-sp-remote.php', remote(''))
  await put('idp-key.pem', idp.key)
  const settings: SamlSettings = {
    entry: `${origin}/saml2/idp/SSOService.php`,
    issuer,
    idpCertificate: await put('idp.pem', idp.certificate),
    key: await put('portal-key.pem', own.key),
    certificate: await put('portal.pem', own.certificate),
  }
  const child = spawn(
    'php',
    ['-d', 'opcache.enable=0', '-S', `127.0.0.1:${port}`, '-t', '/usr/share/simplesamlphp/www'],
    {
      ...stand.account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin', SIMPLESAMLPHP_CONFIG_DIR: folder, PHP_CLI_SERVER_WORKERS: '2' },
    },
  )
  stand.onEnd(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  await listening(port, child)
  return { settings, put }
}

/** Signs in at a real provider, and shows its answers where they do not belong; answers what is not as it should be. */
export async function providerFaults(
  stand: Place,
): Promise<{ readonly tried: number; readonly faults: string[] }> {
  const { settings, put } = await startProvider(stand)
  const visit = async (id: string) =>
    throughPages(await requestAddress(settings, place, { id, relayState: `of${id}` }))
  const read = (response: string, id: string, more: Partial<SamlSettings> = {}) =>
    claimsIn({ ...settings, ...more }, place, { response, id }).then(
      ({ facts }) => facts.map((fact) => fact.join('=')).join(' '),
      (error: Error) => `fault: ${error.message}`,
    )
  const first = await visit('_first')
  const edited = Buffer.from(
    Buffer.from(first.response, 'base64').toString().replace('lin@example.cn', 'all@example.cn'),
  ).toString('base64')
  const other = await put('other.pem', testCertificate('other').certificate)
  const cases: [what: string, said: string, wanted: RegExp][] = [
    ['its answer', await read(first.response, '_first'), /NameID=lin@example\.cn .*employeeId=7/],
    ['its RelayState', first.relayState, /^of_first$/],
    ['for another request', await read(first.response, '_second'), /^fault: answer to another request$/],
    ['edited', await read(edited, '_first'), /^fault: Invalid/],
    [
      'of another certificate',
      await read(first.response, '_first', { idpCertificate: other }),
      /^fault: Invalid/,
    ],
    [
      'of another issuer',
      await read(first.response, '_first', { issuer: 'https://x' }),
      /^fault: another issuer$/,
    ],
  ]
  for (const [part, why] of [
    ['response', /^fault: not two signatures$/],
    ['assertion', /^fault: not two signatures$/],
  ] as const) {
    await put('saml20-sp-remote.php', remote(`, 'saml20.sign.${part}' => false`))
    cases.push([
      `without the signature of the ${part}`,
      await read((await visit('_third')).response, '_third'),
      why,
    ])
  }
  return {
    tried: cases.length,
    faults: cases.flatMap(([what, said, wanted]) =>
      wanted.test(said) ? [] : [`SimpleSAMLphp, ${what}: ${said}`],
    ),
  }
}
